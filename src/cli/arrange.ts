/**
 * Brings the words of a command line into an order that leaves no parser a choice.
 *
 * Finds the command, ties each option to its value (`--wing atlas` becomes `--wing=atlas`), so that a
 * value may begin with `-`, and takes what stands after `--` out of reach. What is left for the
 * parser is to refuse what it does not know. Pure.
 */

import {BrainError} from '../index.js'
import type {Command, Flag, Option, Options} from './command.js'

export interface Arranged {
  /** The command's name, `boot` or `config list`; `undefined` where no word of one was found. */
  readonly command: Command | undefined
  /** The words where a command should stand that there is not; empty where there was none. */
  readonly unknown: readonly string[]
  /** Options alone, each tied to its value. */
  readonly options: readonly string[]
  /** All other words; those after `--` as they are. */
  readonly words: readonly string[]
}

/**
 * Arranges `argv`, the words after `brain`.
 *
 * @throws {BrainError} `bad-argument` where an option that takes a value has none.
 */
export function arrange(
  argv: readonly string[],
  commands: readonly Command[],
  common: Options,
): Arranged {
  const known = optionsOf(commands, common)
  const end = argv.indexOf('--')
  const head = end === -1 ? [...argv] : argv.slice(0, end)
  const options: string[] = []
  const words: string[] = []

  for (let at = 0; at < head.length; at++) {
    const word = head[at]!
    const named = optionAt(word, known)
    if (named === undefined) {
      ;(isOption(word) ? options : words).push(word)
    } else if (named.option.kind === 'flag' || named.value !== undefined) {
      options.push(named.value === undefined ? `--${named.name}` : `--${named.name}=${named.value}`)
    } else {
      options.push(`--${named.name}=${valueAt(head[++at], named.name, named.option, known)}`)
    }
  }
  const tail = end === -1 ? [] : argv.slice(end + 1)
  return {...commandOf(words, tail, commands), options}
}

/** Every option there is, by its name; an option takes a value with every command or with none. */
export function optionsOf(
  commands: readonly Command[],
  common: Options,
): ReadonlyMap<string, Option> {
  const known = new Map<string, Option>(Object.entries(common))
  for (const {options} of commands) {
    for (const [name, option] of Object.entries(options)) known.set(name, option)
  }
  return known
}

interface Named {
  readonly name: string
  readonly option: Option
  /** Tied to it already: `--wing=atlas`, `-Catlas`. */
  readonly value: string | undefined
}

function optionAt(word: string, known: ReadonlyMap<string, Option>): Named | undefined {
  const long = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word)
  if (long !== null) {
    const option = known.get(long[1]!)
    return option === undefined ? undefined : {name: long[1]!, option, value: long[2]}
  }
  const short = /^-([A-Za-z])([\s\S]*)$/.exec(word)
  if (short === null) return undefined
  for (const [name, option] of known) {
    if (option.short !== short[1]) continue
    if (option.kind === 'flag' && short[2] !== '') return undefined
    return {name, option, value: short[2] === '' ? undefined : short[2]}
  }
  return undefined
}

/** `-` alone is a word: it stands for standard input. */
function isOption(word: string): boolean {
  return /^-./s.test(word)
}

function valueAt(
  value: string | undefined,
  name: string,
  option: Exclude<Option, Flag>,
  known: ReadonlyMap<string, Option>,
): string {
  if (value !== undefined && optionAt(value, known) === undefined) return value
  const what = `\`--${name}\` needs a value`
  throw new BrainError('bad-argument', {
    message: value === undefined ? what : `${what}, and \`${value}\` is an option`,
    hint:
      value === undefined
        ? `write \`--${name} ${option.value}\`: ${option.summary}`
        : `a value that looks like an option is tied to it: \`--${name}=${value}\``,
    data: {argument: name},
  })
}

function commandOf(
  words: readonly string[],
  tail: readonly string[],
  commands: readonly Command[],
) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command !== undefined && length <= words.length) {
      return {command, unknown: [], words: [...words.slice(length), ...tail]}
    }
  }
  return {command: undefined, unknown: words, words: []}
}
