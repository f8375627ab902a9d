/**
 * Points a project's agents at its brain.
 *
 * Finds the files that agents read by themselves, and says what would be written into which: a short
 * block between markers. Writes only where that was agreed to, copies nothing, and takes it out again.
 * What it wrote is left for the owner to commit: it is the project's repository, not the brain's.
 */

import {existsSync, readdirSync, readFileSync, realpathSync, statSync} from 'node:fs'
import path from 'node:path'
import type {Change} from '../edit/edit.js'
import {land} from '../edit/land.js'
import type {Clock} from '../ground/instant.js'
import {type NotePath, notePath} from '../ground/note-path.js'
import {noHistory} from '../history/no-history.js'
import {decode, encode} from '../note/decode.js'
import {pointerLines, withoutPointer, withPointer} from './pointer.js'

export interface SetupRequest {
  /** Absolute: the folder whose agents are to know. */
  readonly project: string
  /** Absolute: the brain they are to use. */
  readonly brain: string
  /** Takes the blocks out instead. */
  readonly remove?: boolean
  /** Writes; without it nothing is touched. */
  readonly apply?: boolean
}

/** What stands in a project that concerns an agent's memory, and what would be done to it. */
export interface SetupTarget {
  /** From the project, with `/`. */
  readonly path: string
  readonly of: 'claude-code' | 'codex' | 'gemini' | 'copilot' | 'cursor' | 'obsidian'
  /** `none`: it is so already, or nothing is ever written there; `blocked`: see `reason`. */
  readonly action: 'add' | 'replace' | 'create' | 'remove' | 'none' | 'blocked'
  readonly reason?: string
}

export interface SetupReport {
  readonly project: string
  readonly brain: string
  /** What is written between the markers. */
  readonly block: string
  readonly targets: readonly SetupTarget[]
  readonly applied: boolean
  /** What was written, from the project. */
  readonly paths: readonly string[]
}

const FILES: readonly {path: string; of: SetupTarget['of']}[] = [
  {path: 'CLAUDE.md', of: 'claude-code'},
  {path: 'AGENTS.md', of: 'codex'},
  {path: 'GEMINI.md', of: 'gemini'},
  {path: '.github/copilot-instructions.md', of: 'copilot'},
]

/** Cursor reads a folder of rules; one of them becomes ours. */
const CURSOR = {folder: '.cursor/rules', file: '.cursor/rules/mdbrain.mdc'}
const CURSOR_HEAD =
  '---\ndescription: Where the memory of this project is\nalwaysApply: true\n---\n'

/**
 * Shows what would be written, and with `apply` writes it.
 *
 * @throws {BrainError} `edit-conflict`, `write-failed`.
 */
export async function setup(
  request: SetupRequest,
  machine: {readonly clock: Clock; readonly stateDir: string},
): Promise<SetupReport> {
  const project = realpathSync(request.project)
  const brain = realpathSync(request.brain)
  const lines = pointerLines(nameFor(project, brain))
  const planned = planSetup(project, lines, request.remove === true)
  const changes = planned.flatMap(({change}) => (change === undefined ? [] : [change]))
  const report = {
    project,
    brain,
    block: lines.join('\n'),
    targets: planned.map(({target}) => target),
  }
  if (request.apply !== true || changes.length === 0) return {...report, applied: false, paths: []}

  const subject =
    request.remove === true ? 'setup: remove the pointers' : 'setup: point at the brain'
  const {paths} = await land(
    {changes, subject},
    {
      root: project,
      history: noHistory(false),
      now: machine.clock.now(),
      authorship: {},
      lockDir: machine.stateDir,
      commit: false,
    },
  )
  return {...report, applied: true, paths}
}

interface Planned {
  readonly target: SetupTarget
  readonly change?: Change
}

/** Plans a block in (or out of) every file found. */
export function planSetup(project: string, lines: readonly string[], remove: boolean): Planned[] {
  const seen = new Set<string>()
  const planned = FILES.flatMap(({path: name, of}): Planned[] => {
    const file = path.join(project, name)
    if (!existsSync(file)) return []
    const real = realpathSync(file)
    const isLink = seen.has(real)
    seen.add(real)
    if (isLink) return [{target: {path: name, of, action: 'none', reason: 'a link to one above'}}]
    const inside = pathInside(project, real)
    if (inside === undefined)
      return [blocked({path: name, of}, 'it is a link that leaves the project')]
    return [planFile(project, inside, {path: name, of}, lines, remove)]
  })
  return [...planned, ...planCursor(project, lines, remove), ...vaults(project)]
}

function planFile(
  project: string,
  file: NotePath,
  target: {path: string; of: SetupTarget['of']},
  lines: readonly string[],
  remove: boolean,
): Planned {
  const before = readFileSync(path.join(project, file))
  const {text, bom, utf8} = decode(before)
  if (!utf8) return blocked(target, 'it is not UTF-8')
  const edited = remove ? withoutPointer(text) : withPointer(text, lines)
  if (edited === undefined) return blocked(target, 'its mdbrain markers do not match up')
  if (edited === text) return {target: {...target, action: 'none'}}
  const action = remove ? 'remove' : text === withoutPointer(text) ? 'add' : 'replace'
  return {target: {...target, action}, change: {path: file, before, after: encode(edited, bom)}}
}

/** A rule of our own; taken away whole where nothing was added to it. */
function planCursor(project: string, lines: readonly string[], remove: boolean): Planned[] {
  const target = {path: CURSOR.file, of: 'cursor'} as const
  const folder = path.join(project, CURSOR.folder)
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory() !== true) return []
  if (pathInside(project, realpathSync(folder)) === undefined) {
    return [blocked(target, '`.cursor/rules` is a link that leaves the project')]
  }
  const file = notePath(CURSOR.file)
  if (!existsSync(path.join(project, file))) {
    if (remove) return []
    const after = encode(withPointer(CURSOR_HEAD, lines)!, false)
    return [{target: {...target, action: 'create'}, change: {path: file, before: undefined, after}}]
  }
  const planned = planFile(project, file, target, lines, remove)
  const {change} = planned
  const isOursAlone = change?.after !== undefined && decode(change.after).text === CURSOR_HEAD
  if (!remove || !isOursAlone) return [planned]
  return [{...planned, change: {...change, after: undefined}}]
}

/** Vaults open as brains as they are: nothing is written into them, they are only named. */
function vaults(project: string): Planned[] {
  const folders = readdirSync(project, {withFileTypes: true})
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .map(({name}) => name)
  return ['', ...folders.sort()]
    .filter((folder) => existsSync(path.join(project, folder, '.obsidian')))
    .map((folder) => {
      const reason = 'an Obsidian vault: it opens as a brain as it is'
      return {target: {path: folder === '' ? '.' : folder, of: 'obsidian', action: 'none', reason}}
    })
}

function blocked(target: {path: string; of: SetupTarget['of']}, reason: string): Planned {
  return {target: {...target, action: 'blocked', reason}}
}

/** What to give to `--brain` from the project: nothing where it is found anyway. */
function nameFor(project: string, brain: string): string | undefined {
  const inside = path.relative(project, brain).split(path.sep).join('/')
  if (inside === '') return undefined
  return inside.startsWith('..') || path.isAbsolute(inside) ? brain : inside
}

function pathInside(project: string, real: string): NotePath | undefined {
  const relative = path.relative(project, real)
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return undefined
  return notePath(relative.split(path.sep).join('/'))
}
