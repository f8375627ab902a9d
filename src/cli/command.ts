/**
 * The shape of a command: one value that holds its words, its options, its help and its work.
 *
 * Help, completion and the parser are all made from it, so that an option is written down once. A
 * command file loads nothing heavy: its work imports what it needs through `io`. What a command
 * prints for programs is in `wire.ts`.
 */

import type {Io} from './io.js'

/** Says yes where it is given. */
export interface Flag {
  readonly kind: 'flag'
  readonly summary: string
  /** One letter: `C` for `-C`. */
  readonly short?: string
}

/** Takes one value; giving it twice is refused, since one of the two would be lost. */
export interface Single<Value> {
  readonly kind: 'single'
  readonly summary: string
  readonly short?: string
  /** What stands for the value in help: `DAY`. */
  readonly value: string
  /** What completion offers. */
  readonly choices?: readonly string[]
  /** Makes a value of what was written, or throws a `BrainError` that names the flag. */
  readonly read: (text: string, flag: string) => Value
}

/** Takes one value each time, and may be given again. */
export interface Repeated<Value> extends Omit<Single<Value>, 'kind'> {
  readonly kind: 'repeated'
}

export type Option = Flag | Single<unknown> | Repeated<unknown>
export type Options = Readonly<Record<string, Option>>

/** What a run of a command is given for its options, by their names. */
export type Given<Spec extends Options> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Flag
    ? boolean
    : Spec[Name] extends Repeated<infer Value>
      ? readonly Value[]
      : Spec[Name] extends Single<infer Value>
        ? Value | undefined
        : never
}

/** A word of the command line that is no option. */
export interface Positional {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  /** Takes all the words that are left; the last one only. */
  readonly many?: boolean
  readonly choices?: readonly string[]
}

export type Group = 'Begin' | 'Read' | 'Write' | 'Time' | 'Settle'

export interface Example {
  readonly line: string
  readonly says: string
}

export interface Command<Spec extends Options = Options> {
  /** One word or two: `boot`, `config list`. */
  readonly name: string
  readonly group: Group
  /** A clause of at most 60 characters, without a full stop. */
  readonly summary: string
  /** Paragraphs; lines are wrapped when shown. */
  readonly description: readonly string[]
  readonly positionals: readonly Positional[]
  /** Left out of the page of all commands: no person types it. */
  readonly forMachines?: boolean
  /** Besides those that every command has. */
  readonly options: Spec
  readonly examples: readonly Example[]
  /** Returns the exit code. */
  readonly run: (given: Run<Spec>, io: Io) => Promise<number>
}

/** What a command is run with. */
export interface Run<Spec extends Options = Options> {
  readonly options: Given<Spec & CommonOptions>
  /** The positional words, already counted; strings however much they look like numbers. */
  readonly words: readonly string[]
}

/** Options of every command. */
export type CommonOptions = {
  readonly brain: Single<string>
  readonly json: Flag
  readonly 'no-color': Flag
  readonly debug: Flag
  readonly help: Flag
}

/** Gives a command its types; does nothing else. */
export function defineCommand<const Spec extends Options>(command: Command<Spec>): Command<Spec> {
  return command
}

/** Leaves out what is `undefined`, so that a request holds only what was said. */
export function said<Fields extends object>(
  fields: Fields,
): {[Name in keyof Fields]?: Exclude<Fields[Name], undefined>} {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never
}
