/**
 * Which files that are gone are there under another name.
 *
 * Git tells a rename by its content once it is committed; a person who reads what happened wants to know it
 * before. Equal content is one; else whatever shares more than half of its lines, as Git has it.
 */

import {digest} from '../ground/digest.js'
import {baseOf} from '../ground/note-path.js'
import type {HandEdit} from './hand-edits.js'

/** Of so many names that went and came each is compared with each; of more, only equal ones are found. */
const MOST_COMPARED = 200

/** The same edits, a removed and a new file that are one told as one; in the same order. */
export function withRenames(edits: readonly HandEdit[]): readonly HandEdit[] {
  const gone = edits.filter(({after}) => after === undefined)
  const come = edits.filter(({before, isLink}) => before === undefined && !isLink)
  if (gone.length === 0 || come.length === 0) return edits
  const sources = equalOnes(gone, come)
  const taken = new Set(sources.values())
  const lost = gone.filter((edit) => !taken.has(edit))
  const found = come.filter((edit) => !sources.has(edit))
  for (const [edit, source] of similarOnes(lost, found)) {
    sources.set(edit, source)
    taken.add(source)
  }
  return edits.flatMap((edit) => {
    if (taken.has(edit)) return []
    const source = sources.get(edit)
    return source === undefined ? [edit] : [{...edit, from: source.path, before: source.before}]
  })
}

/** By the new edit the one that it was. Of several alike, the one that has kept its last name is meant. */
function equalOnes(gone: readonly HandEdit[], come: readonly HandEdit[]): Map<HandEdit, HandEdit> {
  const alike = new Map<string, HandEdit[]>()
  for (const edit of gone) {
    if (edit.before === undefined || edit.before.length === 0) continue
    const mark = markOf(edit.before)
    alike.set(mark, [...(alike.get(mark) ?? []), edit])
  }
  const sources = new Map<HandEdit, HandEdit>()
  for (const edit of come) {
    const choices = alike.get(markOf(edit.after!)) ?? []
    const same = choices.findIndex(({path}) => baseOf(path) === baseOf(edit.path))
    const [source] = choices.splice(Math.max(0, same), 1)
    if (source !== undefined) sources.set(edit, source)
  }
  return sources
}

/** Line ends do not count: Git may keep others than there are on disk. */
function markOf(bytes: Uint8Array): string {
  return digest(textOf(bytes))
}

function similarOnes(
  gone: readonly HandEdit[],
  come: readonly HandEdit[],
): readonly (readonly [HandEdit, HandEdit])[] {
  if (MOST_COMPARED < gone.length || MOST_COMPARED < come.length) return []
  const olds = gone.map((edit) => ({edit, lines: linesOf(edit.before)}))
  const news = come.map((edit) => ({edit, lines: linesOf(edit.after)}))
  const pairs = news.flatMap(({edit, lines}) =>
    olds.map((old) => ({edit, source: old.edit, share: shareOf(lines, old.lines)})),
  )
  const free = new Set<HandEdit>([...gone, ...come])
  return pairs
    .filter(({share}) => 0.5 < share)
    .sort((a, b) => b.share - a.share)
    .flatMap(({edit, source}) => {
      if (!free.has(edit) || !free.has(source)) return []
      free.delete(edit)
      free.delete(source)
      return [[edit, source] as const]
    })
}

interface Lines {
  readonly counts: ReadonlyMap<string, number>
  /** In UTF-16 units, line ends apart. */
  readonly length: number
}

function linesOf(bytes: Uint8Array | undefined): Lines {
  const counts = new Map<string, number>()
  let length = 0
  for (const line of bytes === undefined ? [] : textOf(bytes).split('\n')) {
    counts.set(line, (counts.get(line) ?? 0) + 1)
    length += line.length
  }
  return {counts, length}
}

/** How much of the longer one both have, from 0 to 1. */
function shareOf(a: Lines, b: Lines): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0 || Math.min(a.length, b.length) * 2 <= longer) return 0
  let both = 0
  for (const [line, count] of a.counts) {
    both += line.length * Math.min(count, b.counts.get(line) ?? 0)
  }
  return both / longer
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n')
}
