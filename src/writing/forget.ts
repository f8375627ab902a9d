/**
 * Removes a memory on purpose: from the files, and from everything derived from them.
 *
 * What Git has recorded it keeps; taking that out would rewrite the history of every clone, which is
 * a person's to decide. So it is said where it still stands.
 */

import path from 'node:path'
import type {Author, Forgotten} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {forgetVectors} from '../embed/kept-embedder.js'
import {BrainError} from '../ground/brain-error.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {removeCacheDir} from '../ground/remove-cache-dir.js'
import {remotesOf} from '../history/remotes.js'
import type {Fact, Note} from '../note/note.js'
import {resolver} from '../note/reference.js'
import {type Desk, openDesk} from './desk.js'
import {Draft} from './draft.js'
import {factOf, factsIn} from './edit-memory.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {titleOfMemory} from './subject.js'

/**
 * Removes the note or the fact that `name` names, with all of `.brain/` and what is kept of slow models, and says what
 * Git still keeps.
 *
 * @throws {BrainError} `unknown-name`, `ambiguous-name`, `not-editable`.
 */
export async function forget(scene: Scene, name: string, author: Author = {}): Promise<Forgotten> {
  let forgotten: NotePath | undefined
  let keptBy: readonly string[] = []
  const written = await perform(scene, author, async () => {
    const desk = await openDesk(scene)
    const {path} = memoryNamed(desk.memories, name).note
    if (forgotten !== path) keptBy = await keepersOf(scene, path)
    forgotten = path
    return planForget(desk, name)
  })
  // Any of the caches may hold its words: the notes read, a boot context, counts of passages.
  await removeCacheDir(scene.cacheDir)
  // What it means, as a slow model told it, is kept beside what that told of other brains.
  await forgetVectors(path.join(scene.stateDir, 'cache'))
  return {...written, keptBy}
}

/** Plans the removal, and reports what names the memory. */
export function planForget(desk: Desk, name: string): Outcome {
  const memory = memoryNamed(desk.memories, name)
  const draft = new Draft(desk.read)
  if (memory.fact === undefined) draft.remove(memory.note.path)
  else removeFact(draft, memory, desk)
  return {
    draft,
    id: memory.id,
    subject: `forget: ${titleOfMemory(memory)}`,
    messages: orphans(memory, desk),
  }
}

/** Removes the lines of a fact; what else stands in the file must stand there afterwards. */
function removeFact(draft: Draft, memory: Memory, desk: Desk): void {
  const {path} = memory.note
  const before = factsIn(draft, path, desk.zone)
  const fact = factOf(draft, memory, desk.zone)
  const lines = draft.text(path).split(/(?<=\n)/)
  const {fromLine, toLine} = fact.span
  const isLonely = isBlank(lines[fromLine - 2]) && isBlank(lines[toLine])
  lines.splice(fromLine - 1, toLine - fromLine + (isLonely ? 2 : 1))
  draft.rewrite(path, lines.join(''))

  const kept = before.filter((each) => !isInside(each, fact)).map(({text}) => text)
  const left = factsIn(draft, path, desk.zone).map(({text}) => text)
  if (kept.length === left.length && kept.every((text, index) => text === left[index])) return
  throw new BrainError('not-editable', {
    message: `taking \`${memory.id}\` out of \`${path}\` would change what stands around it`,
    hint: 'take it out in an editor, then run `brain check`',
    data: {path, id: memory.id},
  })
}

/** What stands nested in a fact goes with it. */
function isInside(fact: Fact, outer: Fact): boolean {
  return outer.span.fromLine <= fact.span.fromLine && fact.span.toLine <= outer.span.toLine
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** Everything that names what is forgotten, at its place. */
function orphans(memory: Memory, desk: Desk): Message[] {
  const notes = [...new Set(desk.memories.map(({note}) => note))]
  const resolve = resolver(notes)
  return notes.flatMap((note) =>
    referencesIn(note, memory)
      .filter(({target}) => {
        const found = resolve(target, note.path)
        return 'found' in found && isForgotten(found.found, memory)
      })
      .map(
        ({target, place}): Message => ({
          rule: 'lost-reference',
          severity: 'warning',
          path: note.path,
          place,
          reason: `\`${target}\` leads to what was forgotten`,
          hint: 'take the reference out, or point it elsewhere',
        }),
      ),
  )
}

function referencesIn(note: Note, memory: Memory) {
  if (memory.fact === undefined && note.path === memory.note.path) return []
  const claims = [note, ...note.facts.filter((fact) => fact !== memory.fact)]
  const links = note.links.map(({target, anchor, place}) => ({
    target: anchor === undefined ? target : `${target}#${anchor}`,
    place,
  }))
  return [...links, ...claims.flatMap((claim) => [...claim.supersedes, ...claim.supersededBy])]
}

function isForgotten(id: string, memory: Memory): boolean {
  if (memory.fact !== undefined) return id === memory.id
  return id === memory.note.path || id.startsWith(`${memory.note.path}#`)
}

/** Who else has what is about to be forgotten. */
async function keepersOf(scene: Scene, path: NotePath): Promise<readonly string[]> {
  const history = await scene.history()
  const revisions = await history.revisions({path})
  if (revisions.length === 0) return []
  const count = revisions.length === 1 ? '1 commit' : `${revisions.length} commits`
  const kept = [`${count} of this repository (git log -- ${path})`]
  const commonDir = await history.commonDir()
  const remotes = commonDir === undefined ? [] : await remotesOf(commonDir)
  return [...kept, ...remotes.map((remote) => `the remote \`${remote}\`, where it was pushed`)]
}
