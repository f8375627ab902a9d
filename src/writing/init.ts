/**
 * Makes a brain of a folder, or adopts one that holds notes already.
 *
 * Nothing that is there is changed or replaced, whatever it is: only what is missing is added, as one
 * commit. So a second run finds nothing to do, and an interrupted one may be repeated.
 */

import {lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync} from 'node:fs'
import path from 'node:path'
import {commitEdits, commitsEdits, trust} from '../consent/consent.js'
import type {Landed} from '../edit/edit.js'
import {land} from '../edit/land.js'
import {lockDirOf} from '../edit/lock.js'
import {BrainError} from '../ground/brain-error.js'
import {dayAt, readZone, UTC, type Zone} from '../ground/day.js'
import type {Clock} from '../ground/instant.js'
import {type NotePath, notePath} from '../ground/note-path.js'
import type {Environment} from '../history/git.js'
import {openHistory} from '../history/git-history.js'
import type {History} from '../history/history.js'
import {makeRepository} from '../history/make-repository.js'
import {walk} from '../note/files.js'
import {SETTINGS_FILE} from '../settings/load.js'
import {Draft, readerOf} from './draft.js'

/** What a new brain can start from; folders of `templates/`. */
export const TEMPLATES = ['coding-agent', 'assistant', 'minimal'] as const

export type Template = (typeof TEMPLATES)[number]

export interface InitRequest {
  /** Absolute. Made where there is none. */
  readonly root: string
  /** `coding-agent` for a new brain; for one that is adopted or there already, nothing but what is asked for. */
  readonly template?: string
  /** Says that a folder which holds notes already is to become a brain as it is. */
  readonly adopt?: boolean
  /** False makes no Git repository. */
  readonly git?: boolean
  /** Whether hand edits are committed after a quiet time; as it was before where absent. */
  readonly commitEdits?: boolean
}

/** What the machine says, handed in. */
export interface InitMachine {
  /** The folder with a folder a template. */
  readonly templates: string
  /** The machine's zone, which becomes the brain's. */
  readonly zone: string
  readonly clock: Clock
  readonly environment: Environment
  /** The home folder, which is never made a brain of itself. */
  readonly home: string
  readonly stateDir: string
}

export interface Initialised extends Landed {
  /** Absolute, links resolved. */
  readonly root: string
  readonly template: Template | undefined
  /** What was there already and stays as it is. */
  readonly kept: readonly NotePath[]
  /** `none` where none was wanted, `no-git` where the machine has no Git. */
  readonly repository: 'made' | 'there' | 'none' | 'no-git'
  readonly changed: boolean
  /** How many notes an adopted folder held. */
  readonly notes: number
  /** Whether hand edits are committed after a quiet time. */
  readonly whenQuiet: boolean
}

/**
 * Makes the brain.
 *
 * @throws {BrainError} `consent-needed` for a folder with notes without `adopt`, `bad-argument` for
 * a template that there is not and for the home folder, `write-failed`.
 */
export async function initBrain(request: InitRequest, machine: InitMachine): Promise<Initialised> {
  const template = checkTemplate(request.template)
  const root = openFolder(request.root, machine.home)
  const isBrain = lstatSync(path.join(root, SETTINGS_FILE), {throwIfNoEntry: false}) !== undefined
  const notes = isBrain ? 0 : walk(root).files.length
  const isNew = !isBrain && notes === 0
  if (!isNew && !isBrain && request.adopt !== true) throw consentNeeded(root, notes)

  const chosen = template ?? (isNew ? 'coding-agent' : undefined)
  const {draft, kept} = planInit(root, chosen, machine)
  const changes = draft.changes()
  const repository: Initialised['repository'] =
    request.git === false ? 'none' : await makeRepository(root, machine.environment)
  const whenQuiet = await agree(root, request.commitEdits, machine)
  const answer = {root, template: chosen, kept, repository, notes, whenQuiet}
  if (isNew) await trust(machine.stateDir, root, true, machine.clock.now())
  if (changes.length === 0) {
    const detail = 'nothing had to change'
    return {...answer, changed: repository === 'made', paths: [], committed: false, detail}
  }
  const subject = `init: ${chosen ?? 'adopt the notes that are here'}`
  return {...answer, changed: true, ...(await landInit(root, {changes, subject}, machine))}
}

/** Plans what is missing of the settings and the template. */
export function planInit(
  root: string,
  template: Template | undefined,
  machine: Pick<InitMachine, 'templates' | 'zone' | 'clock'>,
): {draft: Draft; kept: NotePath[]} {
  const draft = new Draft(readerOf(root))
  const kept: NotePath[] = []
  const present = readdirSync(root).map((name) => name.toLowerCase())
  for (const {path: file, text} of filesOf(template, machine)) {
    if (present.includes(file.toLowerCase()) || hasIdentity(file, present)) kept.push(file)
    else draft.create(file, text)
  }
  return {draft, kept}
}

/** A second identity beside another of its names would be two persons in one brain. */
function hasIdentity(file: NotePath, present: readonly string[]): boolean {
  return file === 'SOUL.md' && ['identity.md', 'about.md'].some((name) => present.includes(name))
}

/** The files of a template, filled in; without one the settings alone. */
function filesOf(
  template: Template | undefined,
  machine: Pick<InitMachine, 'templates' | 'zone' | 'clock'>,
): {path: NotePath; text: string}[] {
  const zone: Zone = readZone(machine.zone) ?? UTC
  const folder = path.join(machine.templates, template ?? 'coding-agent')
  const names = template === undefined ? [SETTINGS_FILE] : readdirSync(folder).sort()
  return names.map((name) => ({
    path: notePath(name),
    text: readFileSync(path.join(folder, name), 'utf8')
      .replaceAll('{{zone}}', zone)
      .replaceAll('{{day}}', dayAt(machine.clock.now(), zone)),
  }))
}

async function landInit(
  root: string,
  plan: {changes: ReturnType<Draft['changes']>; subject: string},
  machine: InitMachine,
): Promise<Landed> {
  const {clock, stateDir} = machine
  return withHistory(root, machine, async (history) => {
    const lockDir = await lockDirOf(history, stateDir)
    return land(plan, {root, history, now: clock.now(), authorship: {}, lockDir})
  })
}

/** Remembers what the owner said of hand edits, and tells what holds; without Git there is nothing to say. */
async function agree(
  root: string,
  yes: boolean | undefined,
  machine: InitMachine,
): Promise<boolean> {
  const {clock, stateDir} = machine
  return withHistory(root, machine, async ({workTree}) => {
    if (workTree === undefined) return false
    if (yes !== undefined)
      await commitEdits(stateDir, root, yes ? workTree : undefined, clock.now())
    return commitsEdits(stateDir, root, workTree)
  })
}

async function withHistory<Result>(
  root: string,
  {clock, environment}: InitMachine,
  work: (history: History) => Promise<Result>,
): Promise<Result> {
  const cacheDir = path.join(root, '.brain')
  const history = await openHistory(root, {cacheDir, now: () => clock.now(), env: environment})
  try {
    return await work(history)
  } finally {
    await history.close()
  }
}

function checkTemplate(template: string | undefined): Template | undefined {
  const known = TEMPLATES.find((name) => name === template)
  if (template === undefined || known !== undefined) return known
  throw new BrainError('bad-argument', {
    message: `there is no template \`${template}\``,
    hint: `choose one of ${TEMPLATES.join(', ')}`,
    data: {flag: '--template', value: template},
  })
}

/** The folder with its links resolved, made where there is none. */
function openFolder(root: string, home: string): string {
  if (root.split(path.sep).includes('.git')) throw inGit(root)
  try {
    const found = lstatSync(root, {throwIfNoEntry: false})
    if (found === undefined) mkdirSync(root, {recursive: true})
    const real = realpathSync(root)
    if (real.split(path.sep).includes('.git')) throw inGit(root)
    if (path.dirname(real) === real || samePlace(real, home)) throw notHere(root)
    readdirSync(real)
    return real
  } catch (error) {
    if (error instanceof BrainError) throw error
    throw new BrainError('write-failed', {
      message: `\`${root}\` cannot be made a brain: ${(error as Error).message}`,
      hint: 'name a folder that can be written: `brain init FOLDER`',
      data: {root},
      cause: error,
    })
  }
}

function samePlace(a: string, b: string): boolean {
  try {
    return path.relative(a, realpathSync(b)) === ''
  } catch {
    return false
  }
}

function notHere(root: string): BrainError {
  return new BrainError('bad-argument', {
    message: `\`${root}\` is the home folder or the root of the disk: everything in it would be memory`,
    hint: 'make the brain in a folder of its own: `brain init --brain ~/brain`',
    data: {root},
  })
}

function inGit(root: string): BrainError {
  return new BrainError('bad-argument', {
    message: `\`${root}\` is in Git's own folder, where no note is kept`,
    hint: 'name another folder: `brain init FOLDER`',
    data: {root},
  })
}

function consentNeeded(root: string, notes: number): BrainError {
  const count = notes === 1 ? 'a markdown file' : `${notes} markdown files`
  return new BrainError('consent-needed', {
    message: `\`${root}\` holds ${count} already`,
    hint:
      'to make a brain of it as it is, say `--adopt`: that adds brain.yaml, and with `--template` what ' +
      'is missing of a template; no file that is there is changed',
    data: {root, notes},
  })
}
