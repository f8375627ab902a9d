/**
 * What has to be asked before memories can be judged: whom references mean, and, of Git, what the files
 * do not tell: where a lost path has gone, and the age of words that a ttl or a successor without dates
 * goes by. A brain that dates its memories never starts it.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import type {Ages, Unit} from '../history/history.js'
import {wordsOf} from '../history/words.js'
import {decode} from '../note/decode.js'
import {type Nameable, type Resolve, resolver} from '../note/reference.js'
import type {ClaimId} from '../validity/validity.js'
import {type Links, linksOf, namesMeantBy, withRenames} from './claims.js'
import type {Scene} from './scene.js'
import type {Subject} from './subjects.js'

/**
 * Follows the references of `subjects` to what they mean among `notes`; those that lead nowhere are
 * followed to where Git saw their path go.
 */
export async function followed(
  scene: Scene,
  subjects: readonly Subject[],
  notes: readonly Nameable[],
): Promise<Links> {
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

/** The ages of the words of those subjects that are `asked` for, by id. */
export async function agesOf(
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
