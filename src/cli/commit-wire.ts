/** The JSON of `brain commit`, written out by hand as all of it is: see `wire.ts`. */

import type {Committed} from '../index.js'
import {messageWire} from './wire.js'

/** `brain commit`. */
export function commitWire(answer: Committed, dryRun: boolean) {
  return {
    committed: answer.committed,
    dry_run: dryRun,
    why: answer.why ?? null,
    detail: answer.detail ?? null,
    subject: answer.subject ?? null,
    edits: answer.edits.map(({path, from, kind, words}) => ({
      path,
      from: from ?? null,
      kind,
      words: [...words],
    })),
    left: answer.left.map(({path, line, why, detail}) => ({
      path,
      line: line ?? null,
      why,
      detail,
    })),
    messages: answer.messages.map(messageWire),
  }
}

/** `brain commit --when-quiet`. */
export function whenQuietWire(root: string, whenQuiet: boolean) {
  return {root, when_quiet: whenQuiet}
}
