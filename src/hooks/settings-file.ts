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
  addHook,
  type Edited,
  freshSettings,
  type HookEntry,
  hooksAreOff,
  removeHook,
} from './settings-edit.js'

/** A change of one settings file, decided and not yet made. */
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
 * Plans to put the hook into the settings `file`.
 *
 * @throws {BrainError} `not-editable` where the file cannot be understood.
 */
export function planInstall(file: string, entry: HookEntry): SettingsPlan {
  const before = readBytes(file)
  if (before === undefined) {
    const after = new TextEncoder().encode(freshSettings(entry))
    return {file, action: 'create', off: false, before, after}
  }
  const {text, bom} = decoded(before, file)
  const edited = accepted(addHook(text, entry), file)
  const off = hooksAreOff(text)
  if (!edited.changed) return {file, action: 'none', off, before, after: before}
  return {file, action: 'change', off, before, after: encoded(edited.text, bom)}
}

/**
 * Plans to take the hook out of the settings `file`, and the file away where it was made for the hook.
 *
 * @throws {BrainError} `not-editable` where the file cannot be understood.
 */
export function planUninstall(file: string, entry: HookEntry): SettingsPlan {
  const before = readBytes(file)
  const nothing = {file, action: 'none', off: false, before, after: before} as const
  if (before === undefined) return nothing
  const {text, bom} = decoded(before, file)
  if (text === freshSettings(entry)) return {...nothing, action: 'remove', after: undefined}
  const edited = accepted(removeHook(text, entry), file)
  if (!edited.changed) return nothing
  return {...nothing, action: 'change', after: encoded(edited.text, bom)}
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
