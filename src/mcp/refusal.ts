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

/** Absolute folders that are not to be told. */
export interface Places {
  readonly brain?: string
  readonly home?: string
}

/** Characters of a message: who sent a megabyte knows what was in it. */
const LONGEST = 1000

/** @param takes the parameters of the tool that was called: the command line's flags are named so there. */
export function refusalOf(error: unknown, places: Places = {}, takes: object = {}): Refusal {
  const tell = (text: string) => inParameters(told(text, places), takes)
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

/** Words about what happened, without places of the machine and not too many of them. */
export function told(text: string, places: Places): string {
  const begun = withoutPlaces(text.slice(0, 4 * LONGEST), places)
  return begun.length <= LONGEST ? begun : `${begun.slice(0, LONGEST - 1)}…`
}

function withoutPlaces(text: string, {brain, home}: Places): string {
  let told = text
  if (brain !== undefined) told = withoutFolder(told, brain, '', '.')
  // Where there is no home of one's own, it is `/`.
  if (home !== undefined && 1 < home.length) told = withoutFolder(told, home, '~/', '~')
  // Of any other absolute path the last name says enough. Between quotes it may hold spaces.
  return told
    .replace(/([`'"])(?:[A-Za-z]:)?[/\\][^`'"\n]*[/\\]([^`'"/\\\n]+)(?=\1)/g, '$1…/$2')
    .replace(/(?<![\w.~:/\\…])(?:[A-Za-z]:)?[/\\](?:[^\s`'"/\\]+[/\\])+([^\s`'"/\\]+)/g, '…/$1')
}

/** `inside` stands before what is in the folder, `itself` for the folder. Another of which the name only begins so stays. */
function withoutFolder(text: string, folder: string, inside: string, itself: string): string {
  return text
    .split(folder)
    .reduce((before, after) =>
      /^[/\\]/.test(after)
        ? before + inside + after.slice(1)
        : /^[\w.-]/.test(after)
          ? before + folder + after
          : before + itself + after,
    )
}

function inParameters(text: string, takes: object): string {
  return text.replace(/(`?)--([a-z]+(?:-[a-z]+)*)\1/g, (written, _, flag: string) => {
    const name = flag.replaceAll('-', '_')
    const known = [name, `${name}s`].find((one) => Object.hasOwn(takes, one))
    return known === undefined ? written : `\`${known}\``
  })
}
