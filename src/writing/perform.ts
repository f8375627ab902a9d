/**
 * Carries out a writing verb: plans, lands, and says what is true afterwards.
 *
 * Writers take turns. An editor may all the same save a file between the reading and the landing: then nothing has
 * happened yet, and the plan is made again of what is there now.
 */

import {setTimeout as pause} from 'node:timers/promises'
import type {Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import type {Change} from '../edit/edit.js'
import {type Landing, land, settle} from '../edit/land.js'
import {lockDirOf} from '../edit/lock.js'
import {BrainError} from '../ground/brain-error.js'
import type {Zone} from '../ground/day.js'
import {compareMessages, type Message} from '../ground/message.js'
import type {Authorship, RevisionId} from '../history/history.js'
import {parse} from '../note/parse.js'
import {announce} from './announce.js'
import {inTurn} from './in-turn.js'

/** What a planner decides. */
export interface Outcome {
  readonly draft: {changes(): readonly Change[]}
  readonly subject: string
  /** What it is called afterwards. */
  readonly id: string
  readonly closed?: readonly string[]
  readonly messages?: readonly Message[]
  /** Words come into the brain that were not in it. */
  readonly enters?: boolean
  readonly undoes?: RevisionId
}

/** Who saves one and the same file this often, while it is written, is left alone with it. */
const TRIES = 10

/** Plans by `plan`, again where the files changed meanwhile, and lands the plan. */
export async function perform(
  scene: Scene,
  author: Authorship,
  plan: () => Promise<Outcome>,
  {tries = TRIES} = {},
): Promise<Written> {
  const history = await scene.history()
  const lockDir = await lockDirOf(history, scene.stateDir)
  const authorship = authorshipOf(author)
  const landing = () => ({root: scene.root, history, now: scene.clock.now(), authorship, lockDir})
  return inTurn(scene.root, lockDir, async () => {
    const left = await settle(landing())
    for (let tried = 1; ; tried++) {
      try {
        const written = await landed(scene, await plan(), landing())
        return {...written, messages: [...left, ...written.messages]}
      } catch (error) {
        const isConflict = error instanceof BrainError && error.code === 'edit-conflict'
        if (!isConflict || tries <= tried) throw error
        await pause(tried * 10)
      }
    }
  })
}

async function landed(scene: Scene, outcome: Outcome, landing: Landing): Promise<Written> {
  const {draft, subject, id, closed = [], messages = [], undoes} = outcome
  const changes = draft.changes()
  if (changes.length === 0) return unchanged(id, messages)

  const plan = {changes, subject, ...(undoes === undefined ? {} : {undoes})}
  const result = await land(plan, landing)
  const found = changes.flatMap((change) => messagesOf(change, scene.settings.zone))
  const entered = outcome.enters === true && result.committed !== false
  const announced = entered ? await announce(scene, result.paths[0]!, landing.lockDir) : []
  return {
    ...result,
    id,
    closed,
    changed: true,
    messages: [...messages, ...found, ...announced].sort(compareMessages),
  }
}

/** The answer where it was so already. */
function unchanged(id: string, messages: readonly Message[] = []): Written {
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
