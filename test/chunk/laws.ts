/**
 * What holds of the chunks of every note, asked of one. Each law is checked from the text alone, by other
 * means than those that cut it, and without `expect`, which takes its time and is called by the unit here.
 */

import type {Chunk} from '../../src/chunk/chunk.js'
import {MOST, tokensOf} from '../../src/chunk/size.js'
import type {Note} from '../../src/note/note.js'
import type {Fence} from '../note/outline.js'

function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(what())
}

/** Checks `chunks` against the text that they were cut from, and the fences that it has. */
export function expectLaws(
  note: Note,
  text: string,
  chunks: readonly Chunk[],
  fences: readonly Fence[],
): void {
  must(0 < chunks.length, () => 'no chunk at all')
  must(new Set(chunks.map(({id}) => id)).size === chunks.length, () => 'two with one id')
  const isBlank = text.slice(note.body.start).trim() === ''
  must(isBlank === (chunks.length === 1 && chunks[0]!.text === ''), () => 'empty, or not empty')
  checkCover(note, text, chunks)
  for (const chunk of chunks) {
    checkPlace(text, chunk)
    if (!isBlank) checkText(text, chunk, chunks)
    checkWhole(text, chunk, fences)
    checkSize(chunk, fences)
  }
}

/** A list marker, alone or with others: the only ink of a body that may stand in no chunk, and in MEMORY.md alone. */
const markers = /^(?:[-*+]|\d{1,9}[.)])+$/

/** Whatever is no blank stands in one chunk, and in one alone. */
function checkCover(note: Note, text: string, chunks: readonly Chunk[]): void {
  const {start} = note.body
  const owners = new Uint8Array(text.length)
  for (const chunk of chunks) {
    must(start <= chunk.start && chunk.end <= text.length, () => 'out of the body')
    for (const own of ownOf(chunk, chunks)) {
      for (let at = own.start; at < own.end; at++) owners[at]!++
    }
  }
  const alone = (uncovered: string) => {
    const ink = uncovered.replace(/\s/g, '')
    const isMarker = note.role === 'facts' && markers.test(ink)
    must(ink === '' || isMarker, () => `in no chunk: ${JSON.stringify(uncovered)}`)
  }
  let uncovered = start
  for (let at = start; at < text.length; at++) {
    if (owners[at] === 0) continue
    must(owners[at] === 1 || text[at]!.trim() === '', () => `in ${owners[at]} chunks: ${at}`)
    if (uncovered < at) alone(text.slice(uncovered, at))
    uncovered = at + 1
  }
  alone(text.slice(uncovered))
}

/** A chunk without the facts within it, which are chunks of their own. */
function ownOf(chunk: Chunk, chunks: readonly Chunk[]): {start: number; end: number}[] {
  if (chunk.kind !== 'fact') return [chunk]
  const parts: {start: number; end: number}[] = []
  let {start} = chunk
  for (const other of chunks) {
    const isWithin = other !== chunk && start <= other.start && other.end <= chunk.end
    if (!isWithin || other.kind !== 'fact') continue
    parts.push({start, end: other.start})
    start = other.end
  }
  return [...parts, {start, end: chunk.end}]
}

/** Lines are those of the offsets, and no offset splits a letter. */
function checkPlace(text: string, {start, end, fromLine, toLine, kind, text: own}: Chunk): void {
  must(toLine === lineOf(text, Math.max(start, end - 1)), () => `ends in another line: ${own}`)
  const isFirst = fromLine === lineOf(text, start)
  // Above a fact its headings stand, which do not count.
  const isBelow = kind === 'fact' && lineOf(text, start) <= fromLine && fromLine <= toLine
  must(isFirst || isBelow, () => `begins in another line: ${own}`)
  for (const at of [start, end]) {
    const isSplit = isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
    must(!isSplit, () => `a letter is split at ${at}`)
  }
}

function lineOf(text: string, at: number): number {
  let line = 1
  for (
    let from = text.indexOf('\n');
    from !== -1 && from < at;
    from = text.indexOf('\n', from + 1)
  ) {
    line++
  }
  return line
}

const isHigh = (code: number) => 0xd800 <= code && code <= 0xdbff
const isLow = (code: number) => 0xdc00 <= code && code <= 0xdfff

/** The text is the end of what the chunk covers; what is left out there, its trail holds, or it is a marker. */
function checkText(text: string, chunk: Chunk, chunks: readonly Chunk[]): void {
  must(chunk.text !== '' && chunk.text.trim() === chunk.text, () => 'blanks, or nothing')
  const slice = ownOf(chunk, chunks)
    .map(({start, end}) => text.slice(start, end))
    .join('')
  must(inked(slice).endsWith(inked(chunk.text)), () => `not as written: ${chunk.text}`)
  if (chunk.kind === 'turn' || !slice.endsWith(chunk.text)) return
  const left = slice.slice(0, slice.length - chunk.text.length)
  must(unmarked(chunk.trail.join('')).includes(unmarked(left)), () => `left out: ${left}`)
}

/** Without what makes a heading of a line: a title of several lines may have a list mark in it, which is none. */
function unmarked(text: string): string {
  return inked(text).replace(/[#=-]/g, '')
}

function inked(text: string): string {
  return text.replace(/\s+/g, '')
}

/** No fence begins in one chunk and ends in another. */
function checkWhole(text: string, {start, end}: Chunk, fences: readonly Fence[]): void {
  for (const fence of fences) {
    for (const at of [start, end]) {
      const isWithin = fence.start < at && at < fence.end
      must(!isWithin, () => `cut at ${at} in ${text.slice(fence.start, fence.end)}`)
    }
  }
}

/** Only what holds a fence is longer than the most. */
function checkSize({start, end, text}: Chunk, fences: readonly Fence[]): void {
  if (tokensOf(text, 0, text.length) <= MOST) return
  const isHeld = fences.some((fence) => start <= fence.start && fence.end <= end)
  must(isHeld, () => `too long: ${text}`)
}
