/**
 * Reads what can be read of frontmatter that YAML refuses.
 *
 * People write `title: Re: lunch`, `aliases: @me` and `% done: 40`. The block is cut before each line
 * that begins with a key, every piece is read by itself, and of a single line that YAML still
 * refuses, the value counts as it was written. What remains is lost, and said to be.
 */

import {type Entry, moveField, readYaml, type YamlField} from './yaml.js'

export interface Salvaged {
  readonly fields: readonly YamlField[]
  /** Keys whose values could not be read. */
  readonly lost: readonly string[]
  /** Where the first piece begins that YAML refuses by itself, too: its value where it has one. */
  readonly firstOdd: number | undefined
}

/** Reads the pieces of `block`. Offsets in the fields are into `block`. */
export function salvage(block: string): Salvaged {
  const fields: YamlField[] = []
  const lost: string[] = []
  let firstOdd: number | undefined
  for (const piece of piecesOf(block)) {
    const read = readYaml(piece.text)
    const [field] = read.fields
    if (read.trouble === undefined && read.kind === 'mapping' && read.fields.length === 1) {
      fields.push(moveField(field!, piece.start))
      continue
    }
    const asWritten = readLine(piece.text)
    firstOdd ??= piece.start + (asWritten?.entries[0]?.start ?? 0)
    if (asWritten === undefined) lost.push(piece.key)
    else fields.push(moveField(asWritten, piece.start))
  }
  return {fields, lost, firstOdd}
}

/** The keys at the beginnings of lines, each once. */
export function keysIn(block: string): string[] {
  return [...new Set(piecesOf(block).map(({key}) => key))]
}

interface Piece {
  readonly key: string
  readonly text: string
  readonly start: number
}

function piecesOf(block: string): Piece[] {
  const starts = [
    ...block.matchAll(/(?:^|\n)([^\s:#"'\-[\]{}<>=][^:\n]{0,100}?)[ \t]*:(?=\s|$)/g),
  ].map((match) => ({key: match[1]!, start: match.index + (match[0].startsWith('\n') ? 1 : 0)}))
  return starts.map(({key, start}, index) => ({
    key,
    start,
    text: block.slice(start, starts[index + 1]?.start ?? block.length),
  }))
}

/** A single line `key: value`, the value being all that follows; a list of such items too. */
function readLine(piece: string): YamlField | undefined {
  const match = /^([^:\n]+?)[ \t]*:[ \t]*([^\n]*)\n?([\s\S]*)$/.exec(piece)
  if (match === null) return undefined
  const [, key, first, rest] = match as unknown as [string, string, string, string]
  const afterColon = piece.indexOf(':') + 1
  const value = first.replace(/\r$/, '').trimEnd()
  const start = value === '' ? afterColon : piece.indexOf(value, afterColon)
  if (rest.trim() === '' && value !== '') {
    const entry = {text: value, start, end: start + value.length, isNull: false, quote: ''} as const
    return {...plainField(key, afterColon), value, entries: [entry], ...at(entry)}
  }
  const entries = value === '' ? itemsOf(piece, piece.length - rest.length) : undefined
  if (entries === undefined) return undefined
  const end = entries.at(-1)?.end ?? afterColon
  const texts = entries.map(({text}) => text)
  return {...plainField(key, afterColon), value: texts, entries, start: afterColon, end}
}

function plainField(key: string, afterColon: number) {
  return {key, shape: 'scalar', keyStart: 0, afterColon, intricate: true} as const
}

function at({start, end}: Entry) {
  return {start, end}
}

/** The items `- @me` under a key; `undefined` where anything else stands there. */
function itemsOf(piece: string, from: number): Entry[] | undefined {
  const entries: Entry[] = []
  let start = from
  for (const line of piece.slice(from).split('\n')) {
    const match = /^([ \t]*-(?:[ \t]+|$))(.*?)[ \t]*\r?$/.exec(line)
    if (match === null && line.trim() !== '') return undefined
    const text = match?.[2] ?? ''
    const at = start + (match?.[1]?.length ?? 0)
    if (text !== '')
      entries.push({text, start: at, end: at + text.length, isNull: false, quote: ''})
    start += line.length + 1
  }
  return entries.length === 0 ? undefined : entries
}
