/**
 * What a harness is to a hook: one value, so that each harness is one file and a new one is one more.
 *
 * Where its settings are, which of its events mean what, how it says what happened, and how it wants to
 * be answered. What is known of each, and from where, is in docs/harnesses.md.
 */

import type {SpokenTurn} from '../index.js'
import type {HookEntry} from './settings-edit.js'

export type HarnessName = 'claude-code' | 'codex' | 'cursor' | 'copilot' | 'openclaw'

/**
 * What happens to a session, in our words: it begins, or goes on after its context was compacted; a person
 * says something; it stops for now or for good, and what was said may be kept.
 */
export type HookEvent = 'begin' | 'turn' | 'keep'

/** Where hooks are installed: in a project, or in a person's home for all of them. */
export type Place = Whose &
  ({readonly of: 'project'; readonly folder: string} | {readonly of: 'user'})

interface Whose {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What the harness said on standard input, as far as it could be understood. */
export interface Heard {
  readonly session?: string
  readonly cwd?: string
  /** How the session begins: `startup`, `resume`, `clear`, `compact`. */
  readonly source?: string
  readonly prompt?: string
  /** The file that the harness writes the conversation to. */
  readonly transcript?: string
}

/** A JSON object, whatever is in it. */
export type Fields = Readonly<Record<string, unknown>>

/** What somebody said, as a line of a transcript has it; a line without an id of its own is known by its place. */
export type Spoken = Omit<SpokenTurn, 'id'> & {
  readonly id?: string
  /** Whether the same may stand elsewhere in the transcript, in a better form. */
  readonly isSecondBest?: boolean
}

export interface HookHarness {
  readonly name: HarnessName
  /** As its makers write it. */
  readonly title: string
  /** A folder that marks a project in which it works: `.claude`. */
  readonly mark: string
  readonly settingsFile: (place: Place) => string
  /** What its settings file holds beside hooks, without which they do not run. */
  readonly head: Readonly<Record<string, unknown>>
  readonly entries: readonly (HookEntry & {readonly does: HookEvent})[]
  /** What else a person has to do before the hooks run; empty where nothing. */
  readonly andThen: string
  /** Other files of settings whose `disableAllHooks` switches these hooks off. */
  readonly offIn?: (place: Place) => readonly string[]
  /** A file that switches them off in another way. */
  readonly offBy?: (place: Place) => string | undefined
  /** The variable in which it names the folder that a session was begun in, however it has moved since. */
  readonly projectVariable?: string
  /** Reads its input. `undefined` where it is another harness that runs this one's hooks. */
  readonly read: (input: Fields) => Heard | undefined
  /** What it is to read on standard output. `context` is no longer than it takes: `fit.ts`. */
  readonly write: (event: 'begin' | 'turn', context: string) => string
  /** What a line of its transcript says; `undefined` where nobody said it. */
  readonly spoken: (line: Fields) => Spoken | undefined
}

/** The command that a harness runs for an event. The first of them is older than the others, and says it by saying nothing. */
export function commandFor(name: HarnessName, does: HookEvent): string {
  return `brain hook run ${name}${does === 'begin' ? '' : ` ${does}`}`
}
