/**
 * Renames that are on disk and not yet committed: a note that HEAD has and the disk has not, and a new one
 * with the same words.
 *
 * Git sees a rename once it is committed. Until then the words would count as written just now, and a
 * reference to the old name as lost; a rename by hand would freshen a memory, or bring back what was
 * replaced, for as long as nobody commits. Where it is not plain which note went where, none did.
 */

import {readFile} from 'node:fs/promises'
import path from 'node:path'
import type {CatFile} from './cat-file.js'
import type {Git} from './git.js'
import type {Repository} from './repository.js'
import {pendingOf, statusOf} from './status.js'
import {squeezed, wordsOf} from './words.js'

export interface MoveSources {
  readonly git: Git
  readonly objects: CatFile
  readonly repository: Repository
}

/**
 * Where notes of HEAD have gone on disk: old path → new path, both brain-relative.
 *
 * @param readTree gives the blobs at HEAD, by brain-relative path; asked only where something is gone.
 */
export async function movesOnDisk(
  {git, objects, repository: {top, prefix}}: MoveSources,
  readTree: () => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const entries = await statusOf(git, prefix === '' ? [] : [prefix], false)
  const pending = pendingOf(entries, prefix).filter((change) => /\.md$/i.test(change.path))
  const pathsOf = (kind: string) =>
    pending.filter((change) => change.kind === kind).map((change) => change.path as string)
  const [removed, added] = [pathsOf('removed'), pathsOf('new')]
  if (removed.length === 0 || added.length === 0) return new Map()
  const tree = await readTree()
  const gone = removed.filter((name) => tree.has(name))

  const before = await byWords(gone, async (name) => (await objects.read(tree.get(name)!))?.bytes)
  const after = await byWords(added, (name) => readFile(path.join(top, prefix, name)))
  const moves = new Map<string, string>()
  for (const [words, [from, ...twins]] of before) {
    const [to, ...others] = after.get(words) ?? []
    const isPlain = twins.length === 0 && others.length === 0
    if (isPlain && from !== undefined && to !== undefined) moves.set(from, to)
  }
  return moves
}

/** Names by the words of what they name; without those that cannot be read, or say nothing. */
async function byWords(
  names: readonly string[],
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const bytes = await read(name).catch(() => undefined)
    const words = bytes === undefined ? '' : squeezed(wordsOf(new TextDecoder().decode(bytes)))
    if (words !== '') groups.set(words, [...(groups.get(words) ?? []), name])
  }
  return groups
}
