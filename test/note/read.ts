/** Reads a text as a note, as the tests of this folder do. */

import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'

export function read(text: string | Uint8Array, path = 'drawers/a/b/note.md') {
  return parse(notePath(path), text, UTC)
}

/** `rule line:column` of each message. */
export function rulesOf(text: string | Uint8Array, path?: string): string[] {
  return read(text, path).messages.map(({rule, place}) =>
    `${rule} ${place === undefined ? '' : `${place.line}:${place.column}`}`.trim(),
  )
}

/** The facts of a MEMORY.md. */
export function factsOf(text: string) {
  return read(text, 'MEMORY.md').note.facts
}
