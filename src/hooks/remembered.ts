/**
 * What is remembered of a session from one hook to the next, in the user's state folder: what it was given,
 * and how far its transcript was read.
 *
 * Nothing hangs on it. Where it is lost, something is said twice, or read twice and found to be kept
 * already. So nothing here fails, and only so much of it is kept.
 */

import {createHash, randomBytes} from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {stateFolder} from '../index.js'
import {fieldsOf, textIn} from './fields.js'
import type {HarnessName} from './harness.js'

/** Files at most; where there are more, the oldest go. */
const MOST_FILES = 500
/** Passages at most; who was given more may be given the first again. */
const MOST_GIVEN = 400

export interface Remembered {
  /** The passages that a session was given, by their names. */
  given(): readonly string[]
  give(names: readonly string[]): void
  /** What it was given is out of its sight. */
  forgetGiven(): void
  /** Whether `what` was not done for a while; from then on it was. */
  isDue(what: string): boolean
  /** Why what was said could not be kept; `undefined` where it could. */
  couldNotKeep(code: string | undefined): void
  transcript(): {readonly file?: string; readonly from?: number}
  readTo(file: string, from: number | undefined): void
}

/** What was begun so long ago has ended, one way or the other. */
const A_WHILE = 10 * 60_000

const FAILURE = 'not-kept.json'

/** What is remembered of `session`; nothing of one without a name. */
export function rememberedOf(
  env: Readonly<Record<string, string | undefined>>,
  harness: HarnessName,
  session: string | undefined,
): Remembered {
  const folder = path.join(stateFolder(env), 'sessions')
  const name = createHash('sha256').update(`${harness}\n${session}`).digest('hex').slice(0, 32)
  const read = (of: string) => (session === undefined ? {} : readFile(path.join(folder, name + of)))
  const write = (of: string, value: object) => {
    if (session !== undefined) writeFile(folder, name + of, value)
  }
  const given = () => {
    const {names} = read('.given.json')
    return Array.isArray(names) ? names.filter((one) => typeof one === 'string') : []
  }
  return {
    given,
    give: (names) => write('.given.json', {names: [...given(), ...names].slice(-MOST_GIVEN)}),
    forgetGiven: () => {
      if (0 < given().length) write('.given.json', {names: []})
    },
    isDue: (what) => {
      const file = `${createHash('sha256').update(what).digest('hex').slice(0, 32)}.due.json`
      const {at} = readFile(path.join(folder, file))
      const age = Date.now() - (typeof at === 'number' ? at : 0)
      if (0 <= age && age < A_WHILE) return false
      writeFile(folder, file, {at: Date.now()})
      return true
    },
    couldNotKeep: (code) => {
      const isSo = fs.existsSync(path.join(folder, FAILURE))
      if (code !== undefined || isSo) writeFile(folder, FAILURE, failureOf(code))
    },
    transcript: () => {
      const found = read('.read.json')
      const file = textIn(found, 'file')
      const from = Number.isSafeInteger(found.from) ? (found.from as number) : undefined
      return {...(file === undefined ? {} : {file}), ...(from === undefined ? {} : {from})}
    },
    readTo: (file, from) => write('.read.json', {file, from}),
  }
}

/** When and why what was said could last not be kept; `undefined` where it has been since. */
export function lastFailure(
  env: Readonly<Record<string, string | undefined>>,
): {readonly at: string; readonly code: string} | undefined {
  const said = readFile(path.join(stateFolder(env), 'sessions', FAILURE))
  const [at, code] = [textIn(said, 'at'), textIn(said, 'code')]
  return at === undefined || code === undefined ? undefined : {at, code}
}

function failureOf(code: string | undefined): object {
  return code === undefined ? {} : {at: new Date().toISOString(), code}
}

function readFile(file: string) {
  try {
    return fieldsOf(fs.readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function writeFile(folder: string, name: string, value: object): void {
  const file = path.join(folder, name)
  const staged = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const isNew = !fs.existsSync(file)
    fs.mkdirSync(folder, {recursive: true, mode: 0o700})
    if (isNew) removeOldest(folder)
    fs.writeFileSync(staged, JSON.stringify(value), {mode: 0o600})
    fs.renameSync(staged, file)
  } catch {
    discard(staged)
  }
}

function discard(file: string): void {
  try {
    fs.rmSync(file, {force: true})
  } catch {
    // Its folder is none.
  }
}

function removeOldest(folder: string): void {
  const names = fs.readdirSync(folder)
  if (names.length < MOST_FILES) return
  const aged = names
    .map((name) => path.join(folder, name))
    .map((file) => ({file, age: fs.statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0}))
    .sort((a, b) => a.age - b.age)
  // More than one, so that it is not done again at once.
  for (const {file} of aged.slice(0, names.length - MOST_FILES * 0.8))
    fs.rmSync(file, {force: true})
}
