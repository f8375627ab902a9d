/**
 * What is the matter with how memories replace and date one another, in words. What one memory says of
 * itself is reported where it is parsed.
 */

import type {Message} from '../ground/message.js'
import type {LineageTrouble} from '../validity/lineage.js'
import type {ClaimId} from '../validity/validity.js'
import type {Memory} from './memory.js'
import {placeOfField, type Subject} from './subjects.js'

export interface Judged {
  readonly memory: Memory
  readonly subject: Subject
}

/** Words a trouble of the lineage; `undefined` where it makes no difference at the instant asked. */
export function complaintOf(
  {rule, claim, others}: LineageTrouble,
  byId: ReadonlyMap<ClaimId, Judged>,
): Message | undefined {
  const judged = byId.get(claim)
  if (judged === undefined) return undefined
  const {subject} = judged
  const path = subject.note.path
  switch (rule) {
    case 'two-current': {
      const rivals = others.filter((id) => byId.get(id)?.memory.standing === 'current')
      if (judged.memory.standing !== 'current' || rivals.length === 0) return undefined
      const place = placeOfField(subject, 'key')
      const reason = `has the same key as ${listed(rivals)}, and nothing tells which is newer`
      const hint = `\`brain supersede ${rivals[0]} --by ${claim}\`, or give one a \`valid_from\``
      return {rule, severity: 'error', path, place, reason, hint}
    }
    case 'supersedes-loop': {
      const reason =
        others.length === 0 ? 'replaces itself' : `replaces itself by way of ${listed(others)}`
      const hint = 'take out the `supersedes` or `superseded_by` that is wrong'
      return {rule, severity: 'error', path, place: placeOfLink(subject), reason, hint}
    }
    case 'unreadable-successor': {
      const reason = `replaces ${listed(others)}, but has a date that cannot be read; neither is carried`
      const hint = 'write the date as a day (`2026-03-31`)'
      return {rule, severity: 'warning', path, place: placeOfLink(subject), reason, hint}
    }
  }
}

/** The message for a ttl that has nothing to run from; only where it would else be carried. */
export function missingClock(memory: Memory, subject: Subject): Message | undefined {
  if (memory.standing !== 'current' || memory.unreadable) return undefined
  return {
    rule: 'missing-clock',
    severity: 'warning',
    path: subject.note.path,
    place: placeOfField(subject, 'ttl'),
    reason: 'has a ttl, but nothing tells when somebody last looked, so it counts as stale',
    hint: `if it is still so: \`brain review ${shellWord(memory.id)}\``,
  }
}

function placeOfLink(subject: Subject) {
  if (subject.fact !== undefined) return placeOfField(subject, 'key')
  const reference = subject.note.supersedes[0] ?? subject.note.supersededBy[0]
  return reference?.place ?? placeOfField(subject, 'key')
}

function listed(ids: readonly ClaimId[]): string {
  const shown = ids.slice(0, 4).map((id) => `\`${id}\``)
  const more = ids.length - shown.length
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

/** A name as a shell takes it: in quotes where it has more than letters, digits and a few signs. */
function shellWord(name: string): string {
  return /^[\p{L}\p{N}._/^-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
