/**
 * Judges those notes that time has anything to do with, and those they name; all others are current,
 * fresh and readable, and need no judging.
 *
 * In most brains these are few. That nothing is lost by leaving out the rest: who replaces whom is told
 * by a key or a reference, and whoever has one is among them; a reference's other end is too; and a
 * ttl, a span or a date that cannot be read is a note's own, or that of what it stands in.
 */

import {posix} from 'node:path'
import type {Note, Reference} from '../note/note.js'
import type {Nameable} from '../note/reference.js'
import type {Claim} from '../validity/lineage.js'
import {agesOf, followed} from './asking.js'
import {linksOf, type Unresolved} from './claims.js'
import {unclocked} from './clocks.js'
import {type Judgement, judge} from './judge.js'
import type {Moment} from './memory.js'
import type {Scene} from './scene.js'
import {type Subject, subjectsOf, supersededByOf, supersedesOf} from './subjects.js'

/** Notes, of which some are judged. */
export interface Docket<Named extends Nameable> {
  /** Those that time has to do with, by path. */
  readonly timely: readonly Note[]
  /** All that a reference can mean, those too. */
  readonly all: readonly Named[]
  /** Gives the note of one of them. */
  readonly noteOf: (named: Named) => Note | undefined
}

export interface JudgedTimely extends Judgement {
  /** References that do not lead to one memory. */
  readonly unresolved: readonly Unresolved[]
  /** What references name, whether or not they lead anywhere: see `callingNames`. */
  readonly named: ReadonlySet<string>
  /** Whether words that are not yet committed were taken to be as old as now. */
  readonly hangsOnNow: boolean
}

/** Judges what can be out of the ordinary: the timely notes in their order, then those they name. */
export async function judgeTimely<Named extends Nameable>(
  scene: Scene,
  {timely, all, noteOf}: Docket<Named>,
  {heldAt, now}: Moment,
): Promise<JudgedTimely> {
  const {settings} = scene
  const own = subjectsOf(timely)
  const links = await followed(scene, own, all)
  // What they name has no references of its own: else it would be among them.
  const named = namesIn(links.claims)
  for (const {path} of timely) named.delete(path)
  const others = all.filter(({path}) => named.has(path)).map(noteOf)
  const beside = subjectsOf(others.filter((note) => note !== undefined))
  const subjects = [...own, ...beside]
  const claims = [...links.claims, ...linksOf(beside, () => ({lost: true})).claims]
  const ages = await agesOf(scene, subjects, unclocked(subjects, claims, settings, heldAt))
  return {
    ...judge({subjects, claims, ages, settings, heldAt, now}),
    unresolved: links.unresolved,
    named: new Set(own.flatMap(referencesOf).map(({target}) => callingName(target))),
    hangsOnNow: [...ages.values()].some(({committed}) => !committed),
  }
}

/** Those that lead out of the note they stand in. */
function referencesOf(subject: Subject): Reference[] {
  const all = [...supersedesOf(subject), ...supersededByOf(subject)]
  return all.filter(({target}) => !target.trim().startsWith('#'))
}

/**
 * The last part of whatever names a note: its path, a part of that, its title or an alias. A reference can only mean a
 * note one of whose names has the same.
 */
export function callingName(name: string): string {
  const path = posix.normalize(name.replace(/#.*$/s, '').trim().replaceAll('\\', '/'))
  const [last = ''] = /[^/]*$/.exec(path.replace(/\/+$/, '').replace(/\.md$/i, '')) ?? []
  return last === '.' || last === '' ? UPWARDS : last.normalize('NFC').toLowerCase()
}

/** The calling name of what leads to a folder, which may be called anything. */
export const UPWARDS = '..'

/** The paths that claims name, and a few that nothing has: a path may have a `#` in it, as a fact's name has. */
function namesIn(claims: readonly Claim[]): Set<string> {
  const named = new Set<string>()
  for (const {supersedes, supersededBy} of claims) {
    for (const id of [...supersedes, ...supersededBy]) {
      if (id !== undefined) named.add(id).add(id.replace(/#[^#]*$/, ''))
    }
  }
  return named
}
