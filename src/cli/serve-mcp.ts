/**
 * Starts the MCP server.
 *
 * An agent waits for it at the start of each session, and its words are few: those are understood here, without the
 * parser. What is not understood is left to that, which says what is wrong with it.
 */

import {openBrain} from '../index.js'
import {oneLine} from './columns.js'
import type {Io} from './io.js'

export interface Serving {
  readonly brain: string | undefined
  readonly readOnly: boolean
}

/** What the words after `brain mcp` ask for; `undefined` where only the parser can tell. */
export function servingFor(words: readonly string[]): Serving | undefined {
  let brain: string | undefined
  let readOnly = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const named = word === '--brain' || word === '-C' ? words[++at] : undefined
    const isOption = named === undefined || named.startsWith('-')
    if (word === '--read-only' && !readOnly) readOnly = true
    else if (!isOption && brain === undefined) brain = named
    else return undefined
  }
  return {brain, readOnly}
}

/** Serves until the client goes, or whoever started the process wants it to end. */
export async function serveMcp({brain, readOnly}: Serving, io: Io): Promise<number> {
  const {serve} = await import('../mcp/server.js')
  await serve({
    open: (from, onProgress) =>
      openBrain({...io.opening(brain), ...(from === undefined ? {} : {from}), onProgress}),
    readOnly,
    signal: io.stopped(),
    told: (line) => io.err(`${oneLine(line)}\n`),
    home: io.env.HOME ?? io.env.USERPROFILE ?? '',
  })
  return 0
}
