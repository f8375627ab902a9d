/** Makes scenes for tests: a folder on disk, a fixed clock, no Git unless one is handed in. */

import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type {Scene} from '../../src/catalog/scene.js'
import {type Instant, instant, readInstant} from '../../src/ground/instant.js'
import type {History} from '../../src/history/history.js'
import {noHistory} from '../../src/history/no-history.js'
import {readSettings} from '../../src/settings/settings.js'

export interface SceneOptions {
  /** `2026-11-29T12:00Z` where absent. */
  readonly now?: string
  readonly history?: () => Promise<History>
  readonly cacheDir?: string
}

export function at(text: string): Instant {
  return readInstant(text) ?? instant(Number.NaN)
}

/** The scene of the brain at `root`, with the settings of its brain.yaml. */
export function sceneOf(root: string, options: SceneOptions = {}): Scene {
  const now = at(options.now ?? '2026-11-29T12:00Z')
  const {settings, messages} = readSettings(textOf(path.join(root, 'brain.yaml')))
  const history = noHistory(false)
  return {
    root,
    cacheDir: options.cacheDir ?? path.join(root, '.brain'),
    stateDir: path.join(root, '.state'),
    settings,
    settingMessages: messages,
    clock: {now: () => now},
    machineZone: 'UTC',
    history: options.history ?? (async () => history),
  } as Scene
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A brain of these files, removed with the box. */
export class BrainBox {
  readonly root = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-boot-'))

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [file, text] of Object.entries(files)) this.write(file, text)
  }

  write(file: string, text: string | Uint8Array): void {
    const target = path.join(this.root, file)
    mkdirSync(path.dirname(target), {recursive: true})
    writeFileSync(target, text)
  }

  remove(file: string): void {
    rmSync(path.join(this.root, file), {recursive: true})
  }

  scene(options: SceneOptions = {}): Scene {
    return sceneOf(this.root, options)
  }

  [Symbol.dispose](): void {
    rmSync(this.root, {recursive: true, force: true})
  }
}
