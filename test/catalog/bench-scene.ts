/** A brain in a temporary folder, and the scene its verbs are handed. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {onTestFinished} from 'vitest'
import {blockOf, type KeptChange, readBlocks} from '../../src/catalog/kept-block.js'
import {messagesOf, noteOf, packed} from '../../src/catalog/kept-note.js'
import type {Scene} from '../../src/catalog/scene.js'
import {type Instant, readInstant} from '../../src/ground/instant.js'
import type {History} from '../../src/history/history.js'
import {noHistory} from '../../src/history/no-history.js'
import {readSettings} from '../../src/settings/settings.js'

export interface Bench {
  readonly root: string
  readonly scene: Scene
  write(files: Readonly<Record<string, string | Uint8Array>>): void
  remove(name: string): void
  /** Every file with its bytes, those under `.brain/` apart. */
  bytes(): Record<string, string>
}

export interface BenchOptions {
  readonly settings?: string
  readonly now?: string
  readonly history?: Partial<History>
}

/** The instant a text means; for tests alone. */
export function at(text: string): Instant {
  const found = readInstant(text)
  if (found === undefined) throw new Error(`${text} is no instant`)
  return found
}

/** Makes a brain of `files`; it is removed when the test ends. */
export function benchOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Bench {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'catalog-')))
  onTestFinished(() => fs.rmSync(root, {recursive: true, force: true}))
  const write: Bench['write'] = (texts) => {
    for (const [name, text] of Object.entries(texts)) {
      fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true})
      fs.writeFileSync(path.join(root, name), text)
    }
  }
  write(files)
  const {settings, messages} = readSettings(options.settings)
  const history: History = {...noHistory(false), ...options.history}
  const scene: Scene = {
    root,
    cacheDir: path.join(root, '.brain'),
    stateDir: path.join(root, '.state'),
    settings,
    settingMessages: messages,
    clock: {now: () => at(options.now ?? '2026-11-29T12:00:00Z')},
    history: async () => history,
  }
  return {
    root,
    scene,
    write,
    remove: (name) => fs.rmSync(path.join(root, name)),
    bytes: () => bytesOf(root),
  }
}

function bytesOf(root: string): Record<string, string> {
  const names = fs.readdirSync(root, {recursive: true, encoding: 'utf8'})
  const files = names.filter((name) => {
    return !name.startsWith('.brain') && fs.statSync(path.join(root, name)).isFile()
  })
  return Object.fromEntries(
    files.sort().map((name) => [name, fs.readFileSync(path.join(root, name)).toString('base64')]),
  )
}

/** What is kept of the notes in `root`, one JSON object for each change to a file. */
export function readLogged(root: string): string[] {
  const bytes = fs.readFileSync(path.join(root, LOG))
  return changesIn(bytes, bytes.indexOf('\n') + 1).map(jsonOf)
}

/** What the lines of `bytes` say from `start` on. */
export function changesIn(bytes: Buffer, start: number): KeptChange[] {
  const changes: KeptChange[] = []
  readBlocks(bytes, start, {
    made: (path, now) => changes.push({path, now}),
    seen: (path, seen) => changes.push({path, seen}),
    gone: (path) => changes.push({path, gone: true}),
  })
  return changes
}

/** Changes what is kept of the notes in `root`, change by change as JSON, as if the program had kept that. */
export function forgeLog(root: string, change: (json: string) => string): void {
  const bytes = fs.readFileSync(path.join(root, LOG))
  const header = bytes.subarray(0, bytes.indexOf('\n') + 1)
  const forged = readLogged(root).map((json) => changeOf(change(json)))
  fs.writeFileSync(path.join(root, LOG), Buffer.concat([header, blockOf(forged)]))
}

const LOG = '.brain/catalog.jsonl'

function jsonOf(change: KeptChange): string {
  if (!('now' in change)) return JSON.stringify(change)
  const {stat, racy, hasty, digest} = change.now
  const flags = {...(racy ? {racy} : {}), ...(hasty === 0 ? {} : {hasty})}
  const made = {note: noteOf(change.now), messages: messagesOf(change.now)}
  return JSON.stringify({path: change.path, stat, ...flags, digest, ...made})
}

function changeOf(json: string): KeptChange {
  const {path: file, stat, racy = false, hasty = 0, digest, ...made} = JSON.parse(json)
  if (stat === undefined) return {path: file, ...made}
  return {path: file, now: packed({stat, racy, digest}, hasty, made)}
}
