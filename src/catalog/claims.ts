/**
 * Who replaces whom: the references that notes and facts make, followed to what they mean.
 *
 * A reference that leads nowhere, or could lead to several, closes nothing new and revives nothing:
 * `lineage.ts` is told that there is one. It is reported, after `renamed` had its chance to say
 * where a path of the past has gone.
 */

import path from 'node:path'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import type {Message} from '../ground/message.js'
import {folderOf, type NotePath, readNotePath, stemOf} from '../ground/note-path.js'
import type {Reference} from '../note/note.js'
import type {Resolve} from '../note/reference.js'
import type {Claim} from '../validity/lineage.js'
import type {ClaimId} from '../validity/validity.js'
import {keyOf, type Subject, supersededByOf, supersedesOf, writtenOf} from './subjects.js'

/** A reference that does not lead to one memory. */
export interface Unresolved {
  readonly subject: Subject
  readonly key: 'supersedes' | 'superseded_by'
  readonly reference: Reference
  /** What it could mean; empty where it leads nowhere. */
  readonly candidates: readonly ClaimId[]
}

export interface Links {
  /** Without `recorded`, which is Git's to say. */
  readonly claims: readonly Claim[]
  readonly unresolved: readonly Unresolved[]
}

/** Makes a claim of every subject, its references followed. */
export function linksOf(subjects: readonly Subject[], resolve: Resolve): Links {
  const unresolved: Unresolved[] = []
  const claims = subjects.map((subject): Claim => {
    const follow = (key: Unresolved['key'], reference: Reference): ClaimId | undefined => {
      const answer = resolve(reference.target, subject.note.path)
      if ('found' in answer) return answer.found
      const candidates = 'ambiguous' in answer ? answer.ambiguous : []
      unresolved.push({subject, key, reference, candidates})
      return undefined
    }
    const supersedes = supersedesOf(subject).map((reference) => follow('supersedes', reference))
    const supersededBy = supersededByOf(subject).map((reference) =>
      follow('superseded_by', reference),
    )
    const claim: {-readonly [Key in keyof Claim]: Claim[Key]} = {
      id: subject.id,
      written: writtenOf(subject),
      supersedes: supersedes.filter((id) => id !== undefined),
      supersededBy,
    }
    const key = keyOf(subject)
    if (key !== undefined) claim.key = key
    if (subject.partOf !== undefined) claim.partOf = subject.partOf.id
    return claim
  })
  return {claims, unresolved}
}

/**
 * What a lost reference may have meant when it was written, likeliest first: paths, and for one that
 * does not end in `.md` the name itself, which a note anywhere may have had.
 */
export function namesMeantBy({subject, reference}: Unresolved): string[] {
  const target = withoutAnchor(reference.target)
  const isPath = /\.md$/i.test(target)
  const paths = [target, path.posix.join(folderOf(subject.note.path), target)]
    .map((name) => readNotePath(isPath ? name : `${name}.md`))
    .filter((name) => name !== undefined)
  return isPath ? paths : [...paths, target]
}

/** A way to follow references that also knows where lost paths have gone. */
export function withRenames(
  resolve: Resolve,
  lost: readonly Unresolved[],
  renames: ReadonlyMap<string, NotePath>,
): Resolve {
  const moved = new Map<string, string>()
  for (const unresolved of lost) {
    const {target} = unresolved.reference
    const present = namesMeantBy(unresolved)
      .map((old) => renames.get(old))
      .find((found) => found !== undefined)
    const anchor = target.slice(withoutAnchor(target).length)
    if (present !== undefined) {
      moved.set(keyOfReference(target, unresolved.subject.note.path), `${present}${anchor}`)
    }
  }
  return (target, from) => resolve(moved.get(keyOfReference(target, from)) ?? target, from)
}

/** What to tell the authors of references that do not lead to one memory. */
export function complaintsOf(
  unresolved: readonly Unresolved[],
  paths: readonly NotePath[],
): Message[] {
  return unresolved.map(({subject, key, reference, candidates}): Message => {
    const {target, place} = reference
    const where = {severity: 'error', path: subject.note.path, place} as const
    if (candidates.length !== 0) {
      return {
        rule: 'ambiguous-reference',
        ...where,
        reason: `\`${key}\` names \`${target}\`, which could be ${listed(candidates)}`,
        hint: 'write the whole path',
      }
    }
    const stem = stemOf(withoutAnchor(target) as NotePath)
    const near = didYouMean(stem, paths.map(stemOf))
    return {
      rule: 'lost-reference',
      ...where,
      reason: `\`${key}\` names \`${target}\`, which is not in the brain`,
      hint: didYouMeanHint(near) ?? 'name a note by its path, or a fact by `MEMORY.md#^id`',
    }
  })
}

function withoutAnchor(target: string): string {
  const at = target.indexOf('#')
  return at === -1 ? target : target.slice(0, at)
}

function keyOfReference(target: string, from: NotePath): string {
  return `${from}\0${target}`
}

function listed(candidates: readonly ClaimId[]): string {
  const shown = candidates.slice(0, 4).map((id) => `\`${id}\``)
  const more = candidates.length - shown.length
  return `${shown.join(' or ')}${more === 0 ? '' : ` or ${more} more`}`
}
