/**
 * Reads what was said from the file that a harness writes a conversation to: one line of JSON a message.
 *
 * The formats are the harnesses' own and change: a line that cannot be understood is passed over. The
 * file grows all the time, so that it is read from where the last reading ended, and its last line may be
 * half written.
 */

import fs from 'node:fs'
import type {SpokenTurn} from '../index.js'
import {fieldsOf} from './fields.js'
import type {HookHarness} from './harness.js'
import {saidIn} from './said-text.js'

export interface Tail {
  readonly turns: readonly SpokenTurn[]
  /** Where the line of the last turn begins: the next reading begins there, and finds it again. */
  readonly from: number | undefined
}

/** A line that is longer holds a picture, or a file. */
const LONGEST_LINE = 16 * 1024 * 1024

/**
 * The turns of the transcript `file` from the byte `from` on, in their order.
 *
 * @throws {Error} where the file cannot be read.
 */
export async function readTail(
  file: string,
  from: number | undefined,
  spoken: HookHarness['spoken'],
): Promise<Tail> {
  const said: {readonly turn: SpokenTurn; readonly at: number; readonly isSecondBest: boolean}[] =
    []
  for await (const {text, at} of linesOf(file, from ?? 0)) {
    const found = spoken(fieldsOf(text))
    const words = found === undefined ? undefined : saidIn(found.text)
    if (found === undefined || words === undefined) continue
    const {isSecondBest = false, id = `@${at}`, ...rest} = found
    said.push({turn: {...rest, id, text: words}, at, isSecondBest})
  }
  const best = said.some(({isSecondBest}) => !isSecondBest)
  const turns = said.filter(({isSecondBest}) => !(best && isSecondBest))
  return {turns: turns.map(({turn}) => turn), from: turns.at(-1)?.at}
}

interface Line {
  readonly text: string
  /** The byte at which it begins. */
  readonly at: number
}

/** The lines of a file from the byte `from` on, where one begins there; else all of them. */
async function* linesOf(file: string, from: number): AsyncGenerator<Line> {
  const start = beginsLine(file, from) ? from : 0
  let at = start
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of fs.createReadStream(file, {start}) as AsyncIterable<Buffer>) {
    let begin = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, begin)) {
      pieces.push(piece.subarray(begin, end))
      size += end - begin
      if (size <= LONGEST_LINE) yield {text: Buffer.concat(pieces).toString('utf8'), at}
      at += size + 1
      begin = end + 1
      pieces = []
      size = 0
    }
    size += piece.length - begin
    // What is too long is counted and not kept.
    if (size <= LONGEST_LINE) pieces.push(piece.subarray(begin))
    else pieces = []
  }
  if (0 < size && size <= LONGEST_LINE) yield {text: Buffer.concat(pieces).toString('utf8'), at}
}

function beginsLine(file: string, from: number): boolean {
  if (from === 0) return true
  const handle = fs.openSync(file, 'r')
  try {
    const before = Buffer.alloc(1)
    return fs.readSync(handle, before, 0, 1, from - 1) === 1 && before[0] === 10
  } finally {
    fs.closeSync(handle)
  }
}
