/**
 * A brain in a temporary repository, with a clock that stands still until it is told, and the scene
 * that every verb is handed.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import {expect} from 'vitest'
import type {Written} from '../../src/brain.js'
import type {Memory} from '../../src/catalog/memory.js'
import type {Scene} from '../../src/catalog/scene.js'
import {BrainError, type ErrorCode} from '../../src/ground/brain-error.js'
import {UTC, type Zone} from '../../src/ground/day.js'
import type {Message} from '../../src/ground/message.js'
import {notePath} from '../../src/ground/note-path.js'
import type {History} from '../../src/history/history.js'
import {DEFAULT_SETTINGS} from '../../src/settings/defaults.js'
import type {Settings} from '../../src/settings/settings.js'
import {GitBox} from '../support/git-box.js'

export interface BrainBoxOptions {
  readonly git?: boolean
  readonly settings?: Partial<Settings>
  readonly machineZone?: string
}

export class BrainBox extends GitBox {
  readonly scene: Scene

  constructor(files: Readonly<Record<string, string>> = {}, options: BrainBoxOptions = {}) {
    super({git: options.git ?? true})
    let history: Promise<History> | undefined
    this.scene = {
      root: this.top,
      cacheDir: path.join(this.top, '.brain'),
      stateDir: path.join(this.home, 'state'),
      settings: {...DEFAULT_SETTINGS, zone: UTC, zoneWritten: true, ...options.settings},
      settingMessages: [],
      clock: {now: () => this.now()},
      ...(options.machineZone === undefined ? {} : {machineZone: options.machineZone}),
      history: () => {
        history ??= this.history()
        return history
      },
    }
    if (options.git ?? true) this.commit(files)
    else this.write(files)
  }

  /** The bytes of a file, as text of one unit a byte: what differs by a byte differs here. */
  bytes(name: string): string {
    return readFileSync(path.join(this.top, name)).toString('latin1')
  }

  /** All memories, as they stand at the box's instant. */
  async memories(): Promise<readonly Memory[]> {
    const {openDesk} = await import('../../src/writing/desk.js')
    return (await openDesk(this.scene)).memories
  }

  /** What is the matter with the brain, as `check` would say. */
  async troubles(): Promise<readonly Message[]> {
    const {openCatalog} = await import('../../src/catalog/catalog.js')
    const {recollect} = await import('../../src/catalog/memories.js')
    const catalog = openCatalog(this.scene)
    return (await recollect(this.scene, catalog, {heldAt: this.now(), now: this.now()})).messages
  }

  async standingOf(id: string): Promise<string | undefined> {
    return (await this.memories()).find((memory) => memory.id === id)?.standing
  }

  /** The body of a note's commit: subject and trailers. */
  lastMessage(): string {
    return this.git('log', '-1', '--format=%B').trim()
  }
}

/** A zone's name, for settings. */
export function zone(name: string): Zone {
  return name as Zone
}

/** Expects `work` to be refused with `code`, and returns the error. */
export async function refused(work: Promise<unknown>, code: ErrorCode): Promise<BrainError> {
  const error = await work.then(
    (value) => ({value}),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BrainError)
  expect((error as BrainError).code).toBe(code)
  return error as BrainError
}

/** Expects the answer to be committed, and everything it names to be clean. */
export function expectCommitted(box: GitBox, written: Written): void {
  expect(written.committed, written.detail).toMatch(/^[0-9a-f]{40}$/)
  expect(written.committed).toBe(box.git('rev-parse', 'HEAD').trim())
  for (const each of written.paths) expect(box.git('status', '--short', '--', each)).toBe('')
  for (const each of written.paths) notePath(each)
}
