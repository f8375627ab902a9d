/**
 * What a brain's history tells of its notes: how old words are, where notes went, and which there are
 * at HEAD.
 */

import type {NotePath} from '../ground/note-path.js'
import {type AgeSources, agesFrom} from './age-book.js'
import type {CatFile} from './cat-file.js'
import {followRenames} from './descent.js'
import type {Git} from './git.js'
import {type Head, shallowBoundary, shallowMark} from './head.js'
import type {Ages, RevisionId, Unit} from './history.js'
import {type Walk, walkTo} from './kept-walk.js'
import {movesOnDisk} from './moves.js'
import {AGELESS} from './no-history.js'
import type {Repository} from './repository.js'
import type {Step} from './walk.js'

/** Where the answers come from. */
export interface NoteHistory {
  readonly git: Git
  readonly objects: CatFile
  readonly repository: Repository
  readonly cacheDir: string
  readonly head: () => Promise<Head>
  /** Told where Git failed, and the answer is that of a folder without it. */
  readonly onFailure: () => void
}

const UNCOMMITTED: Ages = {changed: [], selective: [], committed: false}

/** Names HEAD: its commit, and where the history of a shallow clone ends. */
export async function headName({head, repository}: NoteHistory): Promise<string> {
  const {id, branch} = await head()
  return `${id ?? `unborn:${branch}`}${await shallowMark(repository.commonDir)}`
}

/** The ages of `units`, in the order asked; as without a history where Git fails. */
export async function ages(notes: NoteHistory, units: readonly Unit[]): Promise<readonly Ages[]> {
  const {objects, repository, cacheDir} = notes
  try {
    const {id} = await notes.head()
    if (id === undefined) return units.map(() => UNCOMMITTED)
    if (units.length === 0) return []
    const sources = {
      cacheDir,
      prefix: repository.prefix,
      head: await headName(notes),
      walk: () => walkFor(notes, id),
      tree: () => treeOf(notes, id),
      read: async (blob: string) => (await objects.read(blob))?.bytes,
    }
    const answers = await agesFrom(sources, units)
    return await withMoved(notes, sources, units, answers)
  } catch (error) {
    assertGitFailed(error)
    notes.onFailure()
    return units.map(() => AGELESS)
  }
}

/** Where `lost` paths and names went, as far as Git found renames that end at a note of HEAD. */
export async function renames(
  notes: NoteHistory,
  lost: readonly string[],
): Promise<ReadonlyMap<string, NotePath>> {
  if (lost.length === 0) return new Map()
  try {
    const {id} = await notes.head()
    if (id === undefined) return new Map()
    const {commits} = await walkFor(notes, id)
    const present = await treeOf(notes, id)
    const moves = await movesOnDisk(notes, async () => present)
    const moved = new Set(moves.values())
    const isPresent = (path: string) => moved.has(path) || (present.has(path) && !moves.has(path))
    const found = followRenames([{steps: stepsOf(moves)}, ...commits], lost, isPresent)
    return found as ReadonlyMap<string, NotePath>
  } catch (error) {
    assertGitFailed(error)
    notes.onFailure()
    return new Map()
  }
}

/** Which of `paths` are at HEAD; `undefined` before the first commit, and where Git fails. */
export async function inHead(
  notes: NoteHistory,
  paths: readonly NotePath[],
): Promise<ReadonlySet<NotePath> | undefined> {
  try {
    const {id} = await notes.head()
    if (id === undefined) return undefined
    const tree = await treeOf(notes, id)
    // macOS tells a name of the disk in another composition than Git keeps it in.
    const composed = new Set([...tree.keys()].map((path) => path.normalize('NFC')))
    return new Set(paths.filter((path) => composed.has(path.normalize('NFC'))))
  } catch (error) {
    assertGitFailed(error)
    notes.onFailure()
    return undefined
  }
}

/** Asks again for whole notes that only seem to be new, by the name under which HEAD has them. */
async function withMoved(
  notes: NoteHistory,
  sources: AgeSources,
  units: readonly Unit[],
  answers: readonly Ages[],
): Promise<readonly Ages[]> {
  const seemsNew = (unit: Unit, {committed, changed}: Ages) =>
    unit.whole && !committed && changed.length === 0
  if (!units.some((unit, index) => seemsNew(unit, answers[index]!))) return answers
  const moves = await movesOnDisk(notes, sources.tree)
  if (moves.size === 0) return answers
  const origins = new Map([...moves].map(([from, to]) => [to, from as NotePath]))
  const moved = units.flatMap((unit, index) => {
    const path = seemsNew(unit, answers[index]!) ? origins.get(unit.path) : undefined
    return path === undefined ? [] : [{index, unit: {...unit, path}}]
  })
  if (moved.length === 0) return answers
  const found = await agesFrom(
    sources,
    moved.map(({unit}) => unit),
  )
  const places = new Map(moved.map(({index}, place) => [index, place]))
  return answers.map((answer, index) => found[places.get(index) ?? -1] ?? answer)
}

/** Moves as steps of a commit that is still to come. */
function stepsOf(moves: ReadonlyMap<string, string>): Step[] {
  return [...moves].map(([from, to]) => {
    return {to: {path: to, blob: ''}, from: [{path: from, blob: ''}]}
  })
}

function assertGitFailed(error: unknown): void {
  if ((error as {code?: unknown}).code !== 'git-failed') throw error
}

async function walkFor(notes: NoteHistory, id: RevisionId): Promise<Walk> {
  const {git, repository, cacheDir} = notes
  return walkTo({
    git,
    cacheDir,
    id,
    prefix: repository.prefix,
    head: await headName(notes),
    boundary: await shallowBoundary(repository.commonDir),
  })
}

/** Blobs of the brain's files at a commit, by brain-relative path. */
async function treeOf(
  {git, repository: {prefix}}: NoteHistory,
  id: RevisionId,
): Promise<ReadonlyMap<string, string>> {
  const within = prefix === '' ? [] : ['--', prefix]
  const output = await git.run(['ls-tree', '-r', '-z', id, ...within])
  const blobs = new Map<string, string>()
  for (const line of output.split('\0')) {
    const [, blob, path] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
    if (blob !== undefined && path !== undefined) blobs.set(path.slice(prefix.length), blob)
  }
  return blobs
}
