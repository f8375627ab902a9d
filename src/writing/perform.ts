/**
 * Carries out a writing verb: plans, lands, and says what is true afterwards.
 *
 * Somebody may change a file between the reading and the landing. Then nothing has happened yet, and
 * the plan is made again of what is there now: fifty processes that append to one log all get their
 * turn.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import type {Written} from '../brain.js'
import {type Catalog, openCatalog} from '../catalog/catalog.js'
import {recollect} from '../catalog/memories.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import type {Change, Landed} from '../edit/edit.js'
import {land} from '../edit/land.js'
import {BrainError} from '../ground/brain-error.js'
import type {Zone} from '../ground/day.js'
import type {Instant} from '../ground/instant.js'
import {compareMessages, type Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Authorship} from '../history/history.js'
import {parse} from '../note/parse.js'
import type {Draft, ReadFile} from './draft.js'

/** What a planner decides. */
export interface Outcome {
  readonly draft: Draft
  readonly subject: string
  /** What it is called afterwards. */
  readonly id: string
  readonly closed?: readonly string[]
  readonly messages?: readonly Message[]
}

/** What planners plan from. */
export interface Desk {
  readonly now: Instant
  readonly zone: Zone
  readonly memories: readonly Memory[]
  /** Every path of the brain that is taken, whether or not it is a note. */
  readonly paths: readonly NotePath[]
  readonly read: ReadFile
}

/** Each failed try means that another writer got through, so that this many rarely run out. */
const TRIES = 200

/** Plans by `plan`, again where the files changed meanwhile, and lands the plan. */
export async function perform(
  scene: Scene,
  author: Authorship,
  plan: () => Promise<Outcome>,
): Promise<Written> {
  for (let tried = 1; ; tried++) {
    const outcome = await plan()
    try {
      return await landed(scene, author, outcome)
    } catch (error) {
      const isConflict = error instanceof BrainError && error.code === 'edit-conflict'
      if (!isConflict || tried === TRIES) throw error
      // Waits a little longer each time, so that many writers do not keep tripping over each other.
      await pause(Math.min(tried, 20))
    }
  }
}

/** Reads the brain as it is now. */
export async function openDesk(scene: Scene): Promise<Desk> {
  const now = scene.clock.now()
  const catalog: Catalog = openCatalog(scene)
  const {memories} = await recollect(scene, catalog, now)
  return {
    now,
    zone: scene.settings.zone,
    memories,
    paths: catalog.files.map((file) => file.path),
    read: readerOf(scene.root),
  }
}

/** Reads files under `root`; what cannot be read because it is not there is `undefined`. */
export function readerOf(root: string): ReadFile {
  return (file) => {
    try {
      return readFileSync(path.join(root, file))
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw new BrainError('not-editable', {
        message: `\`${file}\` cannot be read: ${(error as Error).message}`,
        data: {path: file},
        cause: error,
      })
    }
  }
}

async function landed(scene: Scene, author: Authorship, outcome: Outcome): Promise<Written> {
  const {draft, subject, id, closed = [], messages = []} = outcome
  const changes = draft.changes()
  if (changes.length === 0) return unchanged(id, messages)

  const history = await scene.history()
  const result: Landed = await land(
    {changes, subject},
    {
      root: scene.root,
      history,
      now: scene.clock.now(),
      authorship: authorshipOf(author),
      lockDir: (await history.commonDir()) ?? scene.stateDir,
    },
  )
  const found = changes.flatMap((change) => messagesOf(change, scene.settings.zone))
  return {
    ...result,
    id,
    closed,
    changed: true,
    messages: [...messages, ...found].sort(compareMessages),
  }
}

/** The answer where it was so already. */
export function unchanged(id: string, messages: readonly Message[] = []): Written {
  return {
    id,
    closed: [],
    changed: false,
    paths: [],
    committed: false,
    detail: 'nothing had to change',
    messages,
  }
}

/** Only what is there: a trailer without a value says nothing. */
function authorshipOf({agent, session}: Authorship): Authorship {
  return {
    ...(agent === undefined ? {} : {agent}),
    ...(session === undefined ? {} : {session}),
  }
}

/** What the author of a file that was just written should know of it. */
function messagesOf({path: file, after}: Change, zone: Zone): readonly Message[] {
  if (after === undefined || !/\.md$/i.test(file)) return []
  return parse(file, after, zone).messages
}
