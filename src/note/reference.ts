/**
 * Finds out whom a reference means: `drawers/a/b.md`, `b`, `../b`, an alias, a title, or one fact,
 * `MEMORY.md#^k3f`.
 *
 * What ends in `.md` is a path, from the root or from the folder of the note it stands in, and is
 * never looked for elsewhere. Only what there is now: where a note went that was renamed by hand,
 * Git knows (`history/`). One way of naming is tried after the other, and of equals none is chosen:
 * nothing is retired by guess.
 */

import {folderOf, type NotePath, stemOf} from '../ground/note-path.js'
import type {ClaimId} from '../validity/validity.js'
import type {Note} from './note.js'

export type Resolved =
  | {readonly found: ClaimId}
  | {readonly ambiguous: readonly ClaimId[]}
  | {readonly lost: true}

/**
 * What a reference can mean: all that is asked of a note. Facts are asked for only where a reference names one
 * of them.
 */
export type Nameable = Pick<Note, 'path' | 'title' | 'aliases' | 'role' | 'facts'>

/** What finds out whom `target` means in the note at `from`. */
export type Resolve = (target: string, from: NotePath) => Resolved

/** Prepares to resolve references among `notes`. */
export function resolver(notes: readonly Nameable[]): Resolve {
  const byPath = new Map(notes.map((note) => [note.path.normalize('NFC'), note]))
  const byFoldedPath = grouped(notes, ({path}) => [path])
  const ways = [
    grouped(notes, tailsOf),
    grouped(notes, ({path}) => [stemOf(path)]),
    grouped(notes, ({aliases}) => aliases),
    grouped(notes, ({title}) => [title]),
  ]
  const atPath = (path: string): readonly Nameable[] => {
    for (const candidate of [path, `${path}.md`]) {
      const exact = byPath.get(candidate)
      if (exact !== undefined) return [exact]
    }
    return byFoldedPath(path) ?? byFoldedPath(`${path}.md`) ?? []
  }
  const named = (name: string, from: NotePath): readonly Nameable[] => {
    const path = name.replaceAll('\\', '/').replace(/^\//, '')
    const relative = joined(folderOf(from), path)
    for (const candidate of [joined('', path), relative]) {
      const found = candidate === undefined ? [] : atPath(candidate)
      if (found.length !== 0) return found
    }
    for (const way of ways) {
      const found = way(name)
      if (found !== undefined) return found
    }
    return []
  }
  return (target, from) => {
    const [name, anchor] = parted(target.normalize('NFC').trim())
    const found = name === '' ? atPath(from) : named(name, from)
    if (found.length === 0) return {lost: true}
    if (found.length === 1) return partOf(found[0]!, anchor)
    return {ambiguous: found.map(({path}) => path as unknown as ClaimId)}
  }
}

function parted(target: string): [name: string, anchor: string | undefined] {
  const hash = target.indexOf('#')
  if (hash === -1) return [target, undefined]
  return [target.slice(0, hash).trim(), target.slice(hash + 1).trim()]
}

/** A note, or one fact of it. A heading stands for the whole note. */
function partOf(note: Nameable, anchor: string | undefined): Resolved {
  if (anchor?.startsWith('^')) {
    const block = anchor.slice(1)
    const facts = note.role === 'facts' ? note.facts : []
    const fact = facts.find((one) => one.block === block)
    return fact === undefined ? {lost: true} : {found: `${note.path}#^${block}` as ClaimId}
  }
  if (anchor !== undefined && note.role === 'facts' && /^\d{1,6}$/.test(anchor)) {
    const fact = note.facts[Number(anchor) - 1]
    if (fact === undefined) return {lost: true}
    const name = fact.block === undefined ? anchor : `^${fact.block}`
    return {found: `${note.path}#${name}` as ClaimId}
  }
  return {found: note.path as unknown as ClaimId}
}

/** `a/b/c.md` is also called `b/c`; its stem alone is another way of naming. */
function tailsOf({path}: Nameable): string[] {
  const segments = path.replace(/\.md$/i, '').split('/')
  return segments.slice(1, -1).map((_, index) => segments.slice(index + 1).join('/'))
}

function joined(folder: string, path: string): string | undefined {
  const segments: string[] = folder === '' ? [] : folder.split('/')
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.length === 0 ? undefined : segments.join('/')
}

/** Finds notes by what `namesOf` calls them. Grouped when first asked: most references are whole paths. */
function grouped(
  notes: readonly Nameable[],
  namesOf: (note: Nameable) => readonly string[],
): (name: string) => readonly Nameable[] | undefined {
  let groups: ReadonlyMap<string, readonly Nameable[]> | undefined
  return (name) => {
    groups ??= groupsOf(notes, namesOf)
    return groups.get(fold(name))
  }
}

function groupsOf(
  notes: readonly Nameable[],
  namesOf: (note: Nameable) => readonly string[],
): ReadonlyMap<string, readonly Nameable[]> {
  const groups = new Map<string, Nameable[]>()
  for (const note of notes) {
    for (const name of new Set(namesOf(note).map(fold))) {
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [note])
      else group.push(note)
    }
  }
  return groups
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
