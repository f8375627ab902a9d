/**
 * Puts a new fact right after another, as the item that follows it in the same list.
 *
 * The result is read back before it counts: a text that would not stand as one fact, or that would
 * change what stands around it, is refused.
 */

import type {Memory} from '../catalog/memory.js'
import {BrainError} from '../ground/brain-error.js'
import type {Zone} from '../ground/day.js'
import type {Fact} from '../note/note.js'
import type {Draft} from './draft.js'
import {factOf, factsIn} from './edit-memory.js'

/**
 * Adds `text` to the draft as a fact after `older`, with nothing but its words. Returns the new
 * memory, as far as it can be edited.
 *
 * @throws {BrainError} `not-editable`.
 */
export function insertBeside(draft: Draft, older: Memory, text: string, zone: Zone): Memory {
  const {path} = older.note
  const before = factsIn(draft, path, zone)
  const fact = factOf(draft, older, zone)
  const lines = draft.text(path).split(/(?<=\n)/)
  const last = lastLineOf(fact, before, lines)
  const eol = lines[0]?.endsWith('\r\n') === true ? '\r\n' : '\n'
  const added =
    fact.kind === 'item'
      ? itemLines(lines[fact.span.fromLine - 1]!, text)
      : ['', ...plainLines(text)]

  if (lines[last - 1]?.endsWith('\n') === false) lines[last - 1] += eol
  lines.splice(last, 0, ...added.map((line) => `${line}${eol}`))
  draft.rewrite(path, lines.join(''))

  const firstLine = last + 1 + (fact.kind === 'item' ? 0 : 1)
  const note = draft.note(path, zone)
  const newer = note.facts.find((each) => each.span.fromLine === firstLine)
  const others = note.facts.filter((each) => !isWithin(each, firstLine, last + added.length))
  if (newer === undefined || !sameWords(others, before)) {
    throw new BrainError('not-editable', {
      message: `the text would not stand as one fact beside \`${older.id}\``,
      hint: `write one sentence, or put it into \`${path}\` in an editor`,
      data: {path},
    })
  }
  return {...older, id: older.id, note, fact: newer}
}

/** The item's lines in the older one's manner: its indentation, its marker, counted on. */
function itemLines(olderLine: string, text: string): string[] {
  const match = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(?=\S|$)/.exec(
    olderLine.replace(/\r?\n$/, ''),
  )
  const [, indent = '', bullet, number, delimiter, gap = ' '] = match ?? []
  const marker = number === undefined ? (bullet ?? '-') : `${Number(number) + 1}${delimiter}`
  const first = `${indent}${marker}${gap}`
  const rest = ' '.repeat(first.length - indent.length)
  return plainLines(text).map((line, index) => {
    if (index === 0) return `${first}${line.trimStart()}`
    return line.trim() === '' ? '' : `${indent}${rest}${line}`
  })
}

function plainLines(text: string): string[] {
  return text.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+|\s+$/g, '').split(/\r\n|\n|\r/)
}

/** The last line of the item with all that is nested in it, facts of their own included. */
function lastLineOf(fact: Fact, facts: readonly Fact[], lines: readonly string[]): number {
  const indentOf = (each: Fact) => /^\s*/.exec(lines[each.span.fromLine - 1] ?? '')![0].length
  const depth = indentOf(fact)
  let last = fact.span.toLine
  for (const next of facts.slice(facts.indexOf(fact) + 1)) {
    if (fact.kind !== 'item' || next.kind !== 'item' || indentOf(next) <= depth) break
    last = Math.max(last, next.span.toLine)
  }
  return last
}

function isWithin(fact: Fact, from: number, to: number): boolean {
  return from <= fact.span.fromLine && fact.span.toLine <= to
}

function sameWords(a: readonly Fact[], b: readonly Fact[]): boolean {
  return a.length === b.length && a.every((fact, index) => fact.text === b[index]!.text)
}
