/**
 * Boots two brains under one budget: a person's own and the project's, each under its own heading.
 *
 * The personal one comes first. It changes least, and is the same in every project: a provider's
 * prompt cache keeps the longest beginning that stayed the same.
 *
 * The budget is divided before either is asked, and what one leaves is not moved to the other. So
 * each part hangs on its own brain alone: it is kept in that brain's `.brain/`, and is the same bytes
 * whatever the other one says. Both begin at the margin and end in a newline, as passages do, so that
 * their counts add up.
 */

import type {BootOptions} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import type {Message} from '../ground/message.js'
import {ENCODING} from '../ground/tokens.js'
import {type Amount, partOf} from './assemble.js'
import {boot} from './boot.js'
import type {BootContext} from './context.js'
import {limitOf} from './harness.js'
import {onOneLine} from './legible.js'
import {type Part, readBoot} from './question.js'

/** A person's own brain, as it is found beside a project's. */
export interface Personal {
  /** Absent where none is named, where none can be opened, and where it is the project's itself. */
  readonly brain?: {
    readonly scene: Scene
    /** The folder as a person would write it, `~/brain`. */
    readonly called: string
  }
  /** From 0 to 1: its part of the budget. */
  readonly share: number
  /** What is wrong with the user's settings, or with the folder that they name. */
  readonly messages: readonly Message[]
}

/**
 * The context of `project`, below that of the personal brain where there is one.
 *
 * @throws {BrainError} as `boot`; never because of the personal brain.
 */
export async function bootBoth(
  project: Scene,
  personal: Personal,
  {only, ...options}: BootOptions,
): Promise<BootContext> {
  // A brain that may not speak yet should not say either how much the other one may.
  const lead = only === 'personal' ? (personal.brain?.scene ?? project) : project
  const {budget, harness, heldAt, now} = readBoot(lead, options)
  const moment = {heldAt, now}
  const whole = {tokens: budget, characters: limitOf(harness).most}
  const share = partOf(whole, personal.share)

  const asked = {for: harness, budget: share.tokens}
  const first = await personalPart(personal, asked, {moment, characters: share.characters})
  if (only === 'personal') {
    return {...first, budget, tokenizer: ENCODING, heldAt: new Date(heldAt).toISOString()}
  }
  const rest = restOf(whole, share)
  const second =
    first.ledger.length === 0
      ? await boot(project, options)
      : await boot(
          project,
          {...options, budget: rest.tokens},
          {moment, characters: rest.characters, heading: '# Project brain\n'},
        )
  return {
    ...second,
    budget,
    tokens: first.tokens + second.tokens,
    text: first.text + second.text,
    layers: [...first.layers, ...second.layers],
    ledger: [...first.ledger, ...second.ledger],
    messages: [...first.messages, ...second.messages],
  }
}

type OnePart = Omit<BootContext, 'budget' | 'tokenizer' | 'heldAt'>

/** What the personal brain says. Nothing at all, not even a heading, where nothing is in it. */
async function personalPart(
  {brain, messages}: Personal,
  options: BootOptions,
  part: Omit<Part, 'heading'>,
): Promise<OnePart> {
  const nothing = {text: '', tokens: 0, layers: [], ledger: [], messages}
  if (brain === undefined) return nothing
  const {scene, called} = brain
  const heading = `# Personal brain (${onOneLine(called)})\n`
  try {
    const {text, tokens, layers, ledger, ...found} = await boot(scene, options, {
      ...part,
      heading,
      called,
    })
    const located = found.messages.map((one) => ({...one, path: `${called}/${one.path}`}))
    const told = {messages: [...messages, ...located]}
    if (ledger.length === 0) return {...nothing, ...told}
    return {text, tokens, layers: layers.map(itsOwn), ledger: ledger.map(itsOwn), ...told}
  } catch (error) {
    return {...nothing, messages: [...messages, notBooted(called, error)]}
  }
}

function itsOwn<Line extends object>(line: Line): Line & {readonly brain: 'personal'} {
  return {...line, brain: 'personal'}
}

function notBooted(called: string, error: unknown): Message {
  return {
    rule: 'unreadable-file',
    severity: 'error',
    path: called,
    reason: `could not be booted (${error instanceof Error ? error.message : String(error)})`,
    hint: `\`brain check --brain ${called}\` may say why`,
  }
}

/** Without a limit there is none for a part either. */
function restOf({tokens, characters}: Amount, part: Amount): Amount {
  return {
    tokens: tokens - part.tokens,
    characters: Number.isFinite(characters) ? characters - part.characters : characters,
  }
}
