/** What is asked of a boot: its options, read and checked. */

import type {BootOptions, RecallOptions} from '../brain.js'
import type {Moment} from '../catalog/memories.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {readAsked} from '../validity/written.js'
import type {Harness} from './harness.js'
import type {Where} from './project.js'

/** Beside what a stranger can ask. */
export interface Economy {
  /** False where nobody will look at the ledger: the answer has an empty one, and comes sooner. */
  readonly ledger?: boolean
}

/** Where the answer is one part of a context that two brains make. */
export interface Part {
  readonly moment: Moment
  /** The most characters, as the harness counts them, that it may have. */
  readonly characters: number
  /** A line with its newline, above all the rest and within the budget. */
  readonly heading: string
  /** What commands call the brain, where it is not the one that they find: `~/brain`. */
  readonly called?: string
}

export interface Question extends Moment, Omit<Partial<Part>, 'moment'> {
  readonly budget: number
  readonly where?: Where
  readonly session?: string
  /** Not blank. */
  readonly task?: string
  readonly harness: Harness
  readonly ledger: boolean
  /** The project layer alone. */
  readonly isRecall: boolean
}

const RECALL_BUDGET = 500

/** @throws {BrainError} `bad-argument`. */
export function readBoot(
  scene: Scene,
  options: BootOptions & Economy,
  {moment, ...part}: Partial<Part> = {},
): Question {
  const {wing, room, session, task = ''} = options
  const isSomewhere = wing !== undefined || room !== undefined
  return {
    ...(moment ?? readMoment(scene, options.heldAt)),
    ...part,
    budget: readBudget(options.budget ?? scene.settings.boot.budget),
    ...(isSomewhere ? {where: {wing, room}} : {}),
    ...(session === undefined ? {} : {session}),
    ...(task.trim() === '' ? {} : {task}),
    harness: options.for ?? 'plain',
    ledger: options.ledger ?? true,
    isRecall: false,
  }
}

/** @throws {BrainError} `bad-argument`. */
export function readRecall(scene: Scene, options: RecallOptions & Economy): Question {
  return {
    ...readMoment(scene, options.heldAt),
    budget: readBudget(options.budget ?? RECALL_BUDGET),
    where: {wing: options.wing, room: options.room},
    harness: 'plain',
    ledger: options.ledger ?? true,
    isRecall: true,
  }
}

function readMoment({clock, settings}: Scene, text: string | undefined): Moment {
  const now = clock.now()
  const heldAt = text === undefined ? now : readAsked(text, settings.zone)
  if (heldAt !== undefined) return {heldAt, now}
  throw new BrainError('bad-argument', {
    message: `\`${text}\` is not a day or an instant`,
    hint: 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
    data: {heldAt: text},
  })
}

/** @throws {BrainError} `bad-argument`. */
export function readBudget(budget: number): number {
  if (Number.isSafeInteger(budget) && 0 <= budget) return budget
  throw new BrainError('bad-argument', {
    message: `a budget of ${budget} is not a whole number of tokens`,
    hint: 'write a whole number from 0 up, such as 1500',
    data: {budget},
  })
}
