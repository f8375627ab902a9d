/**
 * What hands did to the brain's files since the last commit: what may be committed as it is, and what has
 * to wait for them, with the reason and the place.
 *
 * One file never holds up the others. Whatever somebody has staged is meant for a commit of their own, and
 * stays theirs unless it is named.
 */

import {lstatSync, readlinkSync, realpathSync, type Stats} from 'node:fs'
import path from 'node:path'
import {type Catalog, lookAtFiles} from '../catalog/catalog.js'
import {isNotePath, isOwnPath} from '../catalog/own-paths.js'
import type {Scene} from '../catalog/scene.js'
import {findNewSecrets} from '../edit/secrets.js'
import {BrainError} from '../ground/brain-error.js'
import type {Message} from '../ground/message.js'
import {type NotePath, notePath} from '../ground/note-path.js'
import type {History, PendingChange, RevisionId} from '../history/history.js'
import {decode} from '../note/decode.js'
import {parse} from '../note/parse.js'
import type {LeftOut} from './committed.js'
import {readerOf} from './draft.js'

/** A change that may be committed, with the bytes at HEAD and on disk. */
export interface HandEdit {
  readonly path: NotePath
  /** What it was called at HEAD, where that was something else. */
  readonly from?: NotePath
  readonly before: Uint8Array | undefined
  /** Of a link: where it leads, which is what Git keeps. */
  readonly after: Uint8Array | undefined
  readonly isLink: boolean
}

export interface Gathered {
  readonly edits: readonly HandEdit[]
  readonly left: readonly LeftOut[]
  /** Notes that HEAD knows, as far as they are in reach: those that are there, and those that are gone. */
  readonly known: number
}

/**
 * Gathers what waits, under `names` where any are given.
 *
 * @throws {BrainError} `unknown-name` where one of `names` is nothing, `path-outside-brain`, `git-failed`.
 */
export async function gather(scene: Scene, names?: readonly string[]): Promise<Gathered> {
  const history = await scene.history()
  const pending = await history.pending()
  const wanted = names === undefined ? pending.filter(isOwn) : named(scene.root, pending, names)
  const catalog = await lookAtFiles(scene)
  const sight = {scene, history, catalog, present: new Set(catalog.files.map(pathOf))}
  const edits: HandEdit[] = []
  const left: LeftOut[] = []
  for (const change of wanted) {
    const found = objection(sight, change, names !== undefined) ?? (await read(sight, change))
    if ('why' in found) left.push(found)
    else edits.push(found)
  }
  const notes = pending.filter((change) => isNotePath(change.path))
  const count = (kind: PendingChange['kind']) =>
    notes.filter((change) => change.kind === kind).length
  return {edits, left, known: catalog.files.length - count('new') + count('removed')}
}

/** What a file of the brain holds now: of a link, where it leads. `undefined` where there is none. */
export function contentOf(root: string, file: NotePath): Uint8Array | undefined {
  const isLink = statOf(root, file)?.isSymbolicLink() === true
  return isLink ? Buffer.from(readlinkSync(path.join(root, file))) : readerOf(root)(file)
}

interface Sight {
  readonly scene: Scene
  readonly history: History
  readonly catalog: Catalog
  /** The notes that the brain sees. */
  readonly present: ReadonlySet<NotePath>
}

function isOwn(change: PendingChange): boolean {
  return isOwnPath(change.path)
}

function pathOf(file: {readonly path: NotePath}): NotePath {
  return file.path
}

function named(
  root: string,
  pending: readonly PendingChange[],
  names: readonly string[],
): readonly PendingChange[] {
  const found = new Set<PendingChange>()
  for (const name of names) {
    const tidy = name.replace(/[/\\]+$/, '')
    const wanted = tidy === '.' ? '' : notePath(tidy)
    const under = pending.filter(
      (change) => wanted === '' || change.path === wanted || change.path.startsWith(`${wanted}/`),
    )
    if (under.length === 0 && statOf(root, wanted) === undefined) throw unknown(name)
    // Of a folder the brain's own; a file that is named is answered for, whatever it is.
    for (const change of under) if (isOwn(change) || change.path === wanted) found.add(change)
  }
  return pending.filter((change) => found.has(change))
}

function unknown(name: string): BrainError {
  return new BrainError('unknown-name', {
    message: `\`${name}\` is neither in the brain nor gone from it`,
    hint: '`brain commit --dry-run` lists what waits; paths begin at the root of the brain',
    data: {name},
  })
}

/** Why the change may not go, as far as its name and its stat tell. */
function objection(sight: Sight, change: PendingChange, isNamed: boolean): LeftOut | undefined {
  const {path: file, kind, staged, partly} = change
  const left = (why: LeftOut['why'], detail: string) => ({path: file, why, detail})
  if (kind === 'conflicted') return left('conflicted', 'Git has it in conflict: settle it first')
  if (partly === true)
    return left('partly-staged', 'another version of it is staged: commit that, or take it back')
  if (staged && !isNamed)
    return left('staged', 'it is staged for a commit of your own; named, it goes')
  if (!isOwnPath(file)) return left('not-a-note', 'it is no note: `git commit` takes it')
  const stats = statOf(sight.scene.root, file)
  if (stats === undefined) return undefined
  if (stats.isSymbolicLink()) return linkObjection(sight.scene.root, file)
  if (!stats.isFile()) return left('not-a-note', 'it is not a regular file')
  return isNotePath(file) ? unseen(sight, file) : undefined
}

/** Git keeps of a link where it leads; outside of the brain that means something on this machine alone. */
function linkObjection(root: string, file: NotePath): LeftOut | undefined {
  try {
    const inside = path.relative(root, realpathSync(path.join(root, file)))
    if (!path.isAbsolute(inside) && inside.split(path.sep)[0] !== '..') return undefined
    return {path: file, why: 'not-a-note', detail: 'it is a link that leads out of the brain'}
  } catch {
    return {path: file, why: 'not-a-note', detail: 'it is a link that leads nowhere'}
  }
}

/** A file that is called as a note is, and that the brain does not see. */
function unseen({catalog, present}: Sight, file: NotePath): LeftOut | undefined {
  if (present.has(file)) return undefined
  const message = catalog.messages.find((each) => each.path === file)
  if (message === undefined) {
    return {path: file, why: 'ignored', detail: 'it is ignored by .gitignore, though Git knows it'}
  }
  const why = message.rule === 'unreadable-file' ? 'unreadable' : 'not-a-note'
  return {path: file, why, detail: message.reason}
}

async function read(sight: Sight, change: PendingChange): Promise<HandEdit | LeftOut> {
  const {root} = sight.scene
  const file = change.path
  try {
    const after = contentOf(root, file)
    const before = change.kind === 'new' ? undefined : await atHead(sight.history, file)
    const isLink = statOf(root, file)?.isSymbolicLink() === true
    return {path: file, before, after, isLink}
  } catch (error) {
    if (!(error instanceof BrainError) || error.code !== 'not-editable') throw error
    return {path: file, why: 'unreadable', detail: error.message}
  }
}

/** The bytes at HEAD; `undefined` where there is no commit yet. */
async function atHead(history: History, file: NotePath): Promise<Uint8Array | undefined> {
  return history.read(file, 'HEAD' as RevisionId).catch((error: unknown) => {
    if (error instanceof BrainError && error.code === 'unknown-revision') return undefined
    throw error
  })
}

/** Why the text of an edit may not become a part of history: a merge left unfinished, a new secret. */
export async function textObjection(scene: Scene, edit: HandEdit): Promise<LeftOut | undefined> {
  const {path: file, after, isLink} = edit
  if (after === undefined || isLink) return undefined
  const {text} = decode(after)
  const found = (await secretIn(edit, text)) ?? conflictIn(scene, file, text)
  if (found === undefined) return undefined
  const why = found.rule === 'secret' ? 'secret' : 'conflict-marker'
  const place = found.place === undefined ? {} : {line: found.place.line}
  return {path: file, ...place, why, detail: found.reason}
}

/** A secret that HEAD has not, in the text or in a name that is new. */
async function secretIn(edit: HandEdit, text: string): Promise<Message | undefined> {
  const {path: file, from, before} = edit
  const old = before === undefined ? '' : `${decode(before).text}\n${from ?? file}`
  const [secret] = await findNewSecrets(file, old, `${text}\n${file}`)
  const isName = secret?.place !== undefined && text.split('\n').length < secret.place.line
  if (secret === undefined || !isName) return secret
  const {place: _, ...whole} = secret
  return {...whole, reason: `its name ${whole.reason.replace('what stands here ', '')}`}
}

/** Looked for closely only where there is something that looks like one. */
function conflictIn({settings}: Scene, file: NotePath, text: string) {
  if (!/^(?:<{7}|>{7}) /m.test(text)) return undefined
  return parse(file, text, settings.zone).messages.find(({rule}) => rule === 'conflict-marker')
}

function statOf(root: string, file: string): Stats | undefined {
  try {
    return lstatSync(path.join(root, file), {throwIfNoEntry: false})
  } catch {
    return undefined
  }
}
