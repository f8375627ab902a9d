/**
 * Boots: from the brain on disk to the text that an agent starts with.
 *
 * Each step is a file: the catalog knows the notes, memories have their standing, layers rank them,
 * `assemble` chooses, `render` writes. What is here is their order, and that an answer that still
 * holds is given again before any of it is begun.
 */

import type {BootOptions, RecallOptions} from '../brain.js'
import {type Catalog, lookAtFiles} from '../catalog/catalog.js'
import {recollect} from '../catalog/memories.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {dayAt, firstInstantOf, type Zone} from '../ground/day.js'
import {earlier, type Instant, later} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {openCounts} from '../ground/token-counts.js'
import {openTokenizer} from '../ground/tokens.js'
import {amountOf, assemble, fits, minus, NOTHING, plus} from './assemble.js'
import type {BootContext, BootLayer} from './context.js'
import {limitOf, loadedByHarness} from './harness.js'
import {layersOf} from './layers.js'
import {dayOf} from './logs.js'
import {type Answer, nameOf, readMemo, type Steady, writeMemo} from './memo.js'
import {quotedName, type Retry} from './notice.js'
import {projectLayer} from './project.js'
import {type Economy, type Part, type Question, readBoot, readRecall} from './question.js'
import {RESERVE, render} from './render.js'
import {partsOf} from './shares.js'
import {type FoundForTask, searchForTask} from './task.js'
import {withUnreadFiles} from './unread-files.js'

/**
 * The context an agent starts with.
 *
 * @param part what holds where it is one part of a context.
 * @throws {BrainError} `bad-argument` for a budget or an instant that is none, `unknown-name` where
 *   the brain has no such wing or room.
 */
export async function boot(
  scene: Scene,
  options: BootOptions & Economy = {},
  part?: Part,
): Promise<BootContext> {
  return answer(scene, readBoot(scene, options, part))
}

/**
 * The project layer alone, for an agent in the middle of its work.
 *
 * @throws {BrainError} as `boot`.
 */
export async function recall(scene: Scene, options: RecallOptions & Economy): Promise<BootContext> {
  return answer(scene, readRecall(scene, options))
}

async function answer(scene: Scene, question: Question): Promise<BootContext> {
  const {heldAt, now, ledger, ...asked} = question
  const catalog = await lookAtFiles(scene)
  // A harness works in the project's folder: of another brain it loads nothing.
  const isHere = question.called === undefined
  const loaded = loadedByHarness(isHere ? question.harness : 'plain', scene.root)
  const name = nameOf([asked, [...loaded]])
  const head = async () => (await scene.history()).head()
  // What a search finds hangs on more than the files, and is asked for once.
  const kept =
    question.task === undefined
      ? await readMemo(scene.cacheDir, catalog, name, question, head)
      : undefined
  const found = kept ?? (await makeAnswer(scene, catalog, question, loaded, name))
  return {...found, ledger: ledger ? found.ledger : [], heldAt: isoOf(heldAt)}
}

async function makeAnswer(
  scene: Scene,
  catalog: Catalog,
  question: Question,
  loaded: ReadonlySet<NotePath>,
  name: string,
): Promise<Answer> {
  const {heldAt, now} = question
  const recollection = await recollect(scene, catalog, question)
  const {memories, messages, steady, hangsOnNow, head, hasty} = recollection
  const {zone} = scene.settings
  const {task} = question
  const forTask = task === undefined ? undefined : await searchForTask(scene, task, question)
  const said = [...catalog.messages, ...messages]
  const readable = readLayers(scene, question, memories, loaded, forTask)
  const layers = withUnreadFiles(readable, said, {...question, also: scene.settings.boot.also})
  const errors = [...said.filter(isError), ...(forTask?.messages ?? []).filter(isBesideFiles)]
  const answer = compose(scene, question, layers, errors)
  const ground = {
    steady: untilNextLog(steady, memories, heldAt, zone),
    // Whether a mass disappearance is held is for HEAD to say too, and the catalog asked first.
    head: catalog.held?.head ?? head,
    hangsOnNow,
  }
  // What was made in haste is tried again: such an answer is not for keeping.
  // As is one about another instant in which something is as old as now: a moment later it is older.
  const isPassing = hasty || (hangsOnNow && heldAt !== now) || task !== undefined
  if (!isPassing) writeMemo(scene.cacheDir, catalog.signature, name, answer, ground)
  return answer
}

function readLayers(
  {settings}: Scene,
  {heldAt, where, session, isRecall}: Question,
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
  found: FoundForTask | undefined,
): BootLayer[] {
  if (isRecall) return [projectLayer(memories, where ?? {}, loaded, settings.boot.halfLife)]
  const today = dayAt(heldAt, settings.zone)
  return layersOf(memories, {where, session, found, today, loaded}, settings.boot)
}

function compose(
  {cacheDir, settings}: Scene,
  question: Question,
  layers: readonly BootLayer[],
  messages: readonly Message[],
): Answer {
  const tokenizer = openTokenizer()
  const counts = openCounts(cacheDir, tokenizer)
  const {most, lengthOf} = limitOf(question.harness)
  const {heading = '', characters = most} = question
  const headed = heading === '' ? NOTHING : amountOf(heading, counts.count, lengthOf)
  const budget = minus({tokens: question.budget, characters}, headed)
  const isEnough = fits(RESERVE, budget)
  const parts = partsOf(
    layers.map((layer) => layer.name),
    settings.boot.shares,
  )
  const shares = layers.map((layer) => ({layer, part: parts.get(layer.name) ?? 0}))
  const usable = isEnough ? minus(budget, RESERVE) : NOTHING
  const filled = assemble(shares, usable, counts.count, lengthOf)
  const {text, spent} = isEnough
    ? render(filled, budget, retryOf(question), counts.count, lengthOf)
    : {text: '', spent: NOTHING}
  counts.save()
  return {
    budget: question.budget,
    tokens: text === '' ? 0 : plus(headed, spent).tokens,
    tokenizer: tokenizer.name,
    text: text === '' ? '' : heading + text,
    layers: filled.map((layer) => ({
      name: layer.name,
      allowance: layer.allowance.tokens,
      tokens: layer.spent.tokens,
    })),
    ledger: filled.flatMap(({lines}) => lines),
    messages,
  }
}

/** What to run to see what was left out. */
function retryOf({isRecall, where, called}: Question): Retry {
  const show = called === undefined ? {} : {show: `brain show --brain ${quotedName(called)}`}
  if (!isRecall) return {command: 'brain boot --explain', ...show}
  const asked = Object.entries(where ?? {}).flatMap(([flag, name]) =>
    name === undefined ? [] : [`--${flag} ${quotedName(name)}`],
  )
  return {command: ['brain recall', ...asked, '--explain'].join(' ')}
}

/** A daily log begins to be carried with its day, so that an answer holds only within a day that has a next. */
function untilNextLog(
  steady: Steady,
  memories: readonly Memory[],
  heldAt: Instant,
  zone: Zone,
): Steady {
  const today = dayAt(heldAt, zone)
  let {from, until} = steady
  for (const {note} of memories) {
    const day = dayOf(note)
    if (day === undefined) continue
    if (day <= today) from = later(from, firstInstantOf(day, zone))
    else until = earlier(until, firstInstantOf(day, zone))
  }
  return {from, until}
}

/** Of a search what is not said of the files anyway. */
function isBesideFiles({rule}: Message): boolean {
  return rule === 'words-only'
}

function isError({severity}: Message): boolean {
  return severity === 'error'
}

function isoOf(at: Instant): string {
  return new Date(at).toISOString()
}
