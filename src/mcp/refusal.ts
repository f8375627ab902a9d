/**
 * What a client is told when something fails: a code, what happened and what to do.
 *
 * Never a stack, and no path of the machine but those inside the brain: an answer goes to a model, and from there anywhere.
 */

import {BrainError} from '../index.js'

/** A failure in words, and for programs. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** @param places absolute folders that are not to be told: the brain's, and the home. */
export function refusalOf(error: unknown, places: {brain?: string; home?: string} = {}): Refusal {
  const tell = (text: string) => withoutPlaces(text, places)
  if (!(error instanceof BrainError)) {
    return {
      code: 'fault',
      message: 'something went wrong inside mdbrain, and what was asked for was not done',
      hint: 'its standard error says what; `brain doctor` looks at what is kept',
    }
  }
  const hint = error.hint === undefined || error.hint === '' ? '' : tell(error.hint)
  return {code: error.code, message: tell(error.message), hint}
}

/** As a result of a tool. */
export function refusedCall(refusal: Refusal) {
  return {
    isError: true,
    content: [{type: 'text' as const, text: inWords(refusal)}],
    _meta: {'mdbrain/error': {...refusal}},
  }
}

/** On one line, or two where there is something to do. */
export function inWords({code, message, hint}: Refusal): string {
  return `${code}: ${message}${hint === '' ? '' : `\nhint: ${hint}`}`
}

function withoutPlaces(text: string, {brain, home}: {brain?: string; home?: string}): string {
  let told = text
  if (brain !== undefined) told = told.replaceAll(`${brain}/`, '').replaceAll(brain, '.')
  if (home !== undefined && home !== '') told = told.replaceAll(home, '~')
  // Of any other absolute path the last name says enough.
  return told.replace(
    /(?<![\w.~:/\\…])(?:[A-Za-z]:)?[/\\](?:[^\s`'"/\\]+[/\\])+([^\s`'"/\\]+)/g,
    '…/$1',
  )
}
