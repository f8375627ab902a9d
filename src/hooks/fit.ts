/** Keeps a text within what a harness takes. */

import {limitOf} from '../index.js'
import type {HarnessName, HookHarness} from './harness.js'

const CUT_NOTICE = 'The rest was cut to fit this harness; `brain boot` prints all of it.\n'

/** What the harness reads, with as much of `context` as it takes. */
export function answerOf(
  {name, write}: HookHarness,
  event: 'begin' | 'turn',
  context: string,
): string {
  return write(event, fitted(context, name))
}

/**
 * `text`, never longer than the harness takes.
 *
 * A boot context is within the limit already. Where something else is not, it is cut at the end of a
 * line and says so, rather than spilled by the harness in the middle of a sentence.
 */
function fitted(text: string, harness: HarnessName): string {
  const {most, lengthOf} = limitOf(harness)
  if (lengthOf(text) <= most) return text
  const room = most - lengthOf(CUT_NOTICE)
  // No character has fewer units than one, in bytes or in UTF-16.
  let end = text.lastIndexOf('\n', room - 1) + 1
  while (room < lengthOf(text.slice(0, end))) end = text.lastIndexOf('\n', end - 2) + 1
  return text.slice(0, end) + CUT_NOTICE
}
