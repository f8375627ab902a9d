/**
 * Answers a shell that completes a command line: commands, options, and words from fixed lists;
 * wings and rooms by the names of their folders.
 *
 * A key press waits for this, so nothing else is loaded: no parser, no brain.
 */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {locate} from '../index.js'
import type {Command, Option, Options} from './command.js'
import {commands} from './commands.js'
import {common} from './options.js'

/** Returns what the last of `words` may become; none where files are to be offered. */
export function completionsFor(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  // Bash takes `--for=cl` for three words, other shells for one.
  const apart = words.filter((word, at) => word !== '=' || at === words.length - 1)
  const last = apart.at(-1) ?? ''
  const tied = /^(--[^=]+)=(.*)$/s.exec(last)
  const before = [...apart.slice(0, -1), ...(tied === null ? [] : [tied[1]!])]
  const current = last === '=' ? '' : (tied?.[2] ?? last)
  const prefix = tied === null ? '' : `${tied[1]}=`
  return candidates(before, current, env)
    .filter((candidate) => candidate.startsWith(current))
    .map((candidate) => prefix + candidate)
    .sort()
}

function candidates(
  before: readonly string[],
  current: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const plain = plainWords(before)
  const command = commandIn(plain)
  const options: Options = {...common, ...command?.options}
  const asked = valueAskedBy(before.at(-1), options)
  if (asked !== undefined) return valuesOf(asked, before, env)
  if (current.startsWith('-')) return Object.keys(options).map((name) => `--${name}`)
  if (command === undefined) return nextWords(plain)
  const at = plain.length - command.name.split(' ').length
  return [...(command.positionals[at]?.choices ?? [])]
}

/** The words before that are neither options nor their values. */
function plainWords(before: readonly string[]): string[] {
  const all = Object.assign({}, common, ...commands.map(({options}) => options)) as Options
  return before.filter(
    (word, at) => !word.startsWith('-') && valueAskedBy(before[at - 1], all) === undefined,
  )
}

function commandIn(plain: readonly string[]): Command | undefined {
  return commands.find(({name}) => name.split(' ').every((word, at) => plain[at] === word))
}

/** Commands, or the second words of one like `hook`. */
function nextWords(plain: readonly string[]): string[] {
  const depth = plain.length
  const names = commands
    .map(({name}) => name.split(' '))
    .filter((words) => depth < words.length && plain.every((word, at) => words[at] === word))
    .map((words) => words[depth]!)
  return [...new Set(depth === 0 ? [...names, 'help'] : names)]
}

function valueAskedBy(word: string | undefined, options: Options): string | undefined {
  if (word === undefined || !word.startsWith('-')) return undefined
  const found = Object.entries(options).find(([name, option]) => isNamed(word, name, option))
  return found === undefined || found[1].kind === 'flag' ? undefined : found[0]
}

function isNamed(word: string, name: string, option: Option): boolean {
  return word === `--${name}` || (option.short !== undefined && word === `-${option.short}`)
}

function valuesOf(
  name: string,
  before: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (name === 'wing') return foldersIn(drawersOf(before, env))
  if (name === 'room') {
    const drawers = drawersOf(before, env)
    const wing = valueGiven(before, 'wing')
    const wings = wing === undefined ? foldersIn(drawers) : [wing]
    return [...new Set(wings.flatMap((each) => foldersIn(path.join(drawers, each))))]
  }
  const options = commandIn(plainWords(before))?.options[name]
  return options === undefined || options.kind === 'flag' ? [] : [...(options.choices ?? [])]
}

function drawersOf(
  before: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const named = valueGiven(before, 'brain') ?? valueGiven(before, 'C')
  try {
    const root = locate({
      ...(named === undefined ? {} : {named}),
      ...(env.MDBRAIN_DIR === undefined ? {} : {fromEnvironment: env.MDBRAIN_DIR}),
      workingDirectory: process.cwd(),
      home: env.HOME ?? os.homedir(),
    })
    return path.join(root, 'drawers')
  } catch {
    return ''
  }
}

function valueGiven(before: readonly string[], name: string): string | undefined {
  const flag = name.length === 1 ? `-${name}` : `--${name}`
  const tied = before.find((word) => word.startsWith(`${flag}=`))
  if (tied !== undefined) return tied.slice(flag.length + 1)
  const at = before.indexOf(flag)
  return at === -1 ? undefined : before[at + 1]
}

function foldersIn(folder: string): string[] {
  if (folder === '') return []
  try {
    return fs
      .readdirSync(folder, {withFileTypes: true})
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({name}) => name)
  } catch {
    return []
  }
}
