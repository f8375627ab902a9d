/**
 * Reads a harness's settings file, shows what would change in it, and changes it whole or not at all.
 *
 * What to change is decided in `settings-edit.ts`. A link to the file is followed first: dotfiles are
 * often kept elsewhere, and a move into place would replace the link.
 */

import {randomBytes} from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {BrainError} from '../index.js'
import {
  addHooks,
  type Edited,
  freshSettings,
  type HookEntry,
  hasHook,
  hooksAreOff,
  removeHooks,
} from './settings-edit.js'
import {valueAtTop} from './settings-tree.js'

/** The hooks of a harness, and what its settings file holds beside them. */
export interface HookSet {
  /** All that there are, in the order in which they are written. */
  readonly all: readonly HookEntry[]
  /** Those that are wanted. */
  readonly wanted: readonly HookEntry[]
  /** What stands above the hooks, without which they do not run: `version`. */
  readonly head: Readonly<Record<string, unknown>>
}

/** A change of one file, decided and not yet made. */
export interface SettingsPlan {
  /** As it was named. */
  readonly file: string
  /** `none`: it is so already. */
  readonly action: 'create' | 'change' | 'remove' | 'none'
  /** Hooks are switched off in the file, so that ours will not run. */
  readonly off: boolean
  /** The bytes that it was made from; `undefined` where there was no file. */
  readonly before: Uint8Array | undefined
  /** The bytes to leave; `undefined` removes the file. */
  readonly after: Uint8Array | undefined
}

/**
 * Plans to put the wanted hooks, and of ours no others, into the settings `file`.
 *
 * @throws {BrainError} `not-editable` where the file cannot be understood.
 */
export function planInstall(file: string, {all, wanted, head}: HookSet): SettingsPlan {
  const before = readBytes(file)
  if (before === undefined) {
    const after = new TextEncoder().encode(freshSettings(wanted, head))
    return {file, action: 'create', off: false, before, after}
  }
  const {text, bom} = decoded(before, file)
  const unwanted = all.filter((entry) => !wanted.includes(entry))
  const fewer = accepted(removeHooks(text, unwanted), file)
  const edited = accepted(addHooks(fewer.text, wanted), file)
  const lacking = Object.keys(head).find((key) => valueAtTop(text, key) === undefined)
  if (lacking !== undefined) {
    throw refused(
      file,
      `it has no \`"${lacking}": ${head[lacking]}\`, without which no hook of it runs`,
    )
  }
  const off = hooksAreOff(text)
  if (edited.text === text) return {file, action: 'none', off, before, after: before}
  return {file, action: 'change', off, before, after: encoded(edited.text, bom)}
}

/**
 * Plans to take all our hooks out of the settings `file`, and the file away where it was made for them.
 *
 * @throws {BrainError} `not-editable` where the file cannot be understood.
 */
export function planUninstall(file: string, {all, head}: HookSet): SettingsPlan {
  const before = readBytes(file)
  const nothing = {file, action: 'none', off: false, before, after: before} as const
  if (before === undefined) return nothing
  const {text, bom} = decoded(before, file)
  const ours = all.filter((entry) => hasHook(text, entry))
  if (ours.length !== 0 && text === freshSettings(ours, head)) {
    return {...nothing, action: 'remove', after: undefined}
  }
  const edited = accepted(removeHooks(text, all), file)
  if (!edited.changed) return nothing
  return {...nothing, action: 'change', after: encoded(edited.text, bom)}
}

/** Which of the hooks the settings `file` holds, and whether it switches all off; none where it cannot be read. */
export function hooksIn(
  file: string,
  all: readonly HookEntry[],
): {readonly held: readonly HookEntry[]; readonly off: boolean} {
  try {
    const before = readBytes(file)
    if (before === undefined) return {held: [], off: false}
    const {text} = decoded(before, file)
    return {held: all.filter((entry) => hasHook(text, entry)), off: hooksAreOff(text)}
  } catch {
    return {held: [], off: false}
  }
}

/**
 * Plans to leave `file` with exactly `text`, or to take it away; it is one of ours where it holds `mark`.
 *
 * @throws {BrainError} `not-editable` where another's file stands there.
 */
export function planWhole(file: string, text: string | undefined, mark: string): SettingsPlan {
  const before = readBytes(file)
  const after = text === undefined ? undefined : new TextEncoder().encode(text)
  const nothing = {file, action: 'none', off: false, before, after: before} as const
  if (before === undefined)
    return after === undefined ? nothing : {...nothing, action: 'create', after}
  if (!decoded(before, file).text.includes(mark)) {
    if (after === undefined) return nothing
    throw refused(file, 'it is not ours')
  }
  if (after === undefined) return {...nothing, action: 'remove', after}
  return sameBytes(before, after) ? nothing : {...nothing, action: 'change', after}
}

/**
 * Makes the planned change: written beside the file, synced, moved into place.
 *
 * @throws {BrainError} `edit-conflict` where the file changed since the plan was made; `write-failed`.
 */
export function carryOut(plan: SettingsPlan): void {
  if (plan.action === 'none') return
  if (!sameBytes(readBytes(plan.file), plan.before)) {
    throw new BrainError('edit-conflict', {
      message: `\`${plan.file}\` was changed by someone else just now`,
      hint: 'nothing was written; run the command again',
      data: {path: plan.file},
    })
  }
  try {
    if (plan.after === undefined) remove(plan.file)
    else replace(plan.file, plan.after)
  } catch (error) {
    throw new BrainError('write-failed', {
      message: `\`${plan.file}\` could not be written: ${(error as Error).message}`,
      hint: 'it is as it was; see whether the folder can be written to',
      data: {path: plan.file},
      cause: error,
    })
  }
}

function replace(file: string, bytes: Uint8Array): void {
  const folder = path.dirname(file)
  fs.mkdirSync(folder, {recursive: true})
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file
  const mode = fs.statSync(target, {throwIfNoEntry: false})?.mode
  const staged = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = fs.openSync(staged, 'wx', mode === undefined ? 0o666 : mode & 0o777)
    try {
      fs.writeFileSync(handle, bytes)
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
    if (mode !== undefined) fs.chmodSync(staged, mode & 0o777)
    fs.renameSync(staged, target)
  } catch (error) {
    fs.rmSync(staged, {force: true})
    throw error
  }
}

/** Takes the file away, and its folder where nothing else is in it. */
function remove(file: string): void {
  fs.unlinkSync(file)
  try {
    fs.rmdirSync(path.dirname(file))
  } catch {
    // Something else lives there.
  }
}

function readBytes(file: string): Uint8Array | undefined {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    const gone = (error as {code?: string}).code === 'ENOENT'
    const isLink = gone && fs.lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink() === true
    if (gone && !isLink) return undefined
    const why = isLink ? 'it is a link that leads nowhere' : (error as Error).message
    throw refused(file, why)
  }
}

function decoded(bytes: Uint8Array, file: string): {text: string; bom: boolean} {
  try {
    const text = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes)
    return text.startsWith('\ufeff') ? {text: text.slice(1), bom: true} : {text, bom: false}
  } catch {
    throw refused(file, 'it is not UTF-8')
  }
}

function encoded(text: string, bom: boolean): Uint8Array {
  return new TextEncoder().encode(bom ? `\ufeff${text}` : text)
}

function accepted(edited: Edited, file: string): Edited & {ok: true} {
  if (edited.ok) return edited
  throw refused(edited.line === undefined ? file : `${file}:${edited.line}`, edited.why)
}

function refused(where: string, why: string): BrainError {
  return new BrainError('not-editable', {
    message: `\`${where}\` was left alone: ${why}`,
    hint: 'mend the file, then run the command again',
    data: {path: where},
  })
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return Buffer.compare(a, b) === 0
}
