/**
 * Every memory of the brain with how it stands: what had to be asked, then `judge`.
 *
 * Git is asked only for what the files do not tell: where a lost path has gone, and the age of words
 * that a ttl or a successor without dates goes by. A brain that dates its memories never starts it.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import type {Instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {Ages, Unit} from '../history/history.js'
import {wordsOf} from '../history/words.js'
import {decode} from '../note/decode.js'
import {type Resolve, resolver} from '../note/reference.js'
import type {ClaimId} from '../validity/validity.js'
import type {Catalog} from './catalog.js'
import {complaintsOf, type Links, linksOf, namesMeantBy, withRenames} from './claims.js'
import {unclocked} from './clocks.js'
import {judge, type Steady} from './judge.js'
import type {Memory} from './memory.js'
import type {Scene} from './scene.js'
import {type Subject, subjectsOf} from './subjects.js'

export interface Recollection {
  /** By path; the facts of a note after it, in the order of the file. */
  readonly memories: readonly Memory[]
  /** Of parsing, of references, and of how memories stand. The walk's are the catalog's own. */
  readonly messages: readonly Message[]
  readonly steady: Steady
  /** Whether words that are not yet committed were taken to be as old as now. */
  readonly hangsOnNow: boolean
}

/**
 * The two instants of one question. Whoever asks about the present reads the clock once: words that are
 * not yet committed are of `now`, and a moment later they would be from the future.
 */
export interface Moment {
  readonly heldAt: Instant
  readonly now: Instant
}

/** Recalls all memories as they stand at `heldAt`. */
export async function recollect(
  scene: Scene,
  catalog: Catalog,
  {heldAt, now}: Moment,
): Promise<Recollection> {
  const {settings} = scene
  const {notes, messages} = await catalog.notes()
  const subjects = subjectsOf(notes)
  const {claims, unresolved} = await followed(scene, subjects)
  const asked = unclocked(subjects, claims, settings, heldAt)
  const ages = await agesOf(scene, subjects, asked)
  const judgement = judge({subjects, claims, ages, settings, heldAt, now})
  const paths = notes.map((note) => note.path)
  return {
    memories: judgement.memories,
    messages: [...messages, ...complaintsOf(unresolved, paths), ...judgement.messages],
    steady: judgement.steady,
    hangsOnNow: [...ages.values()].some(({committed}) => !committed),
  }
}

/** Follows all references; those that lead nowhere are followed to where Git saw their path go. */
async function followed(scene: Scene, subjects: readonly Subject[]): Promise<Links> {
  const notes = subjects.filter(({fact}) => fact === undefined).map(({note}) => note)
  // Prepared when the first reference is met: most brains have few, and many have none.
  let prepared: Resolve | undefined
  const resolve: Resolve = (target, from) => {
    prepared ??= resolver(notes)
    return prepared(target, from)
  }
  const links = linksOf(subjects, resolve)
  const lost = links.unresolved.filter(({candidates}) => candidates.length === 0)
  if (lost.length === 0) return links
  const history = await scene.history()
  const renames = await history.renames([...new Set(lost.flatMap(namesMeantBy))])
  return renames.size === 0 ? links : linksOf(subjects, withRenames(resolve, lost, renames))
}

async function agesOf(
  scene: Scene,
  subjects: readonly Subject[],
  asked: ReadonlySet<ClaimId>,
): Promise<ReadonlyMap<ClaimId, Ages>> {
  if (asked.size === 0) return new Map()
  const units = new Map<ClaimId, Unit>()
  for (const subject of subjects) {
    if (asked.has(subject.id)) units.set(subject.id, unitOf(scene, subject))
  }
  const history = await scene.history()
  const ages = await history.ages([...units.values()])
  return new Map([...units.keys()].map((id, index) => [id, ages[index]!]))
}

function unitOf({root}: Scene, {note, fact}: Subject): Unit {
  if (fact === undefined)
    return {path: note.path, words: wordsOf(textOf(root, note.path)), whole: true}
  const lines = fact.text.split('\n').map(wordsOf)
  return {path: note.path, words: wordsOf(fact.text), whole: false, lines: lines.filter(Boolean)}
}

/** A file that has gone since it was listed has no words, and so no age. */
function textOf(root: string, file: string): string {
  try {
    return decode(readFileSync(path.join(root, file))).text
  } catch {
    return ''
  }
}
