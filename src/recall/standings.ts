/**
 * How memories stand, as searching needs it: whom to hide, whom to doubt, and what to say of a hit.
 *
 * Only what is out of the ordinary is listed: what is not is current and trusted. Names are those that
 * the index has for notes and facts, `path` and `path#3`.
 */

import type {Stood} from '../catalog/standings.js'
import {subjectsOf} from '../catalog/subjects.js'
import type {NotePath} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {ClaimId, Standing} from '../validity/validity.js'

/** How a memory stands at the instant asked. */
export interface Stands {
  readonly standing: Standing
  readonly stale: boolean
  readonly unreadable: boolean
}

export interface Standings {
  /** What is not as `ORDINARY`, by the index's name for it. */
  readonly odd: ReadonlyMap<string, Stands>
  /** The ids of the facts of each note that has some, in their order. */
  readonly facts: ReadonlyMap<string, readonly ClaimId[]>
}

/** What of `Standings` a question is asked with. */
export interface Sight {
  readonly hidden: ReadonlySet<string>
  readonly doubted: ReadonlySet<string>
}

const ORDINARY: Stands = {standing: 'current', stale: false, unreadable: false}

/**
 * Makes standings of what is out of the ordinary, and of the notes that have facts, whose ids tell their
 * order.
 */
export function standingsFrom(stood: Iterable<Stood>, withFacts: readonly Note[]): Standings {
  const odd = new Map<string, Stands>()
  for (const {path, fact, standing, stale, unreadable} of stood) {
    odd.set(fact === undefined ? path : factName(path, fact), {standing, stale, unreadable})
  }
  const facts = withFacts.map((note) => {
    const [, ...own] = subjectsOf([note])
    return [note.path, own.map(({id}) => id)] as const
  })
  return {odd, facts: new Map(facts)}
}

/** How a note, or the fact of this number in it, stands. */
export function standsOf({odd}: Standings, path: NotePath, fact: number | undefined): Stands {
  return odd.get(fact === undefined ? path : factName(path, fact)) ?? ORDINARY
}

/** The name by which any verb knows a note, or the fact of this number in it. */
export function idOf({facts}: Standings, path: NotePath, fact: number | undefined): string {
  if (fact === undefined) return path
  return facts.get(path)?.[fact - 1] ?? factName(path, fact)
}

/**
 * Whom to hide and whom to doubt.
 *
 * @param asked.standing only what stands so; else only what is current, unless `asked.includePast`.
 * @param paths every note there is.
 */
export function sightOf(
  standings: Standings,
  asked: {readonly standing?: Standing | undefined; readonly includePast?: boolean | undefined},
  paths: Iterable<NotePath>,
): Sight {
  const isHidden = ({standing}: Stands) =>
    asked.standing === undefined
      ? asked.includePast !== true && standing !== 'current'
      : standing !== asked.standing
  // Where the ordinary is hidden, all that is must be named.
  const names = isHidden(ORDINARY) ? paths : notesAmong(standings.odd.keys())
  const named = new Set<string>([...names, ...standings.facts.keys()])
  return {
    hidden: namesOf(standings, named, isHidden),
    doubted: namesOf(standings, named, isDoubtful),
  }
}

function isDoubtful({standing, stale, unreadable}: Stands): boolean {
  return standing !== 'current' || stale || unreadable
}

/** Of a note with facts the facts, since to name the note is to name all of them. */
function namesOf(
  {odd, facts}: Standings,
  paths: Iterable<string>,
  isMeant: (stands: Stands) => boolean,
): Set<string> {
  const names = new Set<string>()
  for (const path of paths) {
    const own = facts.get(path)?.map((_, index) => factName(path, index + 1)) ?? []
    const meant = own.filter((name) => isMeant(odd.get(name) ?? ORDINARY))
    const isNoteMeant = isMeant(odd.get(path) ?? ORDINARY)
    if (isNoteMeant && meant.length === own.length) names.add(path)
    else for (const name of meant) names.add(name)
  }
  return names
}

function* notesAmong(names: Iterable<string>): Iterable<string> {
  for (const name of names) yield name.replace(/#\d+$/, '')
}

function factName(path: string, number: number): string {
  return `${path}#${number}`
}
