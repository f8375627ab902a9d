/**
 * Renames a note, and every reference to it.
 *
 * The law: whatever a reference led to before, it leads to after, in the note that moves, in those
 * that name it, and in those whose short names a new neighbour would make ambiguous. A reference that
 * still leads there is not touched.
 */

import {posix} from 'node:path'
import type {Author, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import type {Message} from '../ground/message.js'
import {
  baseOf,
  folderOf,
  type NotePath,
  notePath,
  readNotePath,
  stemOf,
} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import {resolver} from '../note/reference.js'
import {rewriteReferences} from '../note/rewrite.js'
import {type Desk, openDesk} from './desk.js'
import {Draft, type ReadFile} from './draft.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {renamer} from './renaming.js'

/**
 * Moves the note that `from` names to the path `to`; `.md` is added, and a `to` that ends in `/` keeps the name.
 *
 * @throws {BrainError} `file-exists`, `path-outside-brain`, `bad-argument` where `from` is one fact,
 * `unknown-name`, `ambiguous-name`, `not-editable`.
 */
export async function move(
  scene: Scene,
  from: string,
  to: string,
  author: Author = {},
): Promise<Written> {
  return perform(scene, author, async () => {
    const outcome = planMove(await openDesk(scene), from, to)
    const {also} = scene.settings.boot
    const moved = outcome.draft.changes().find(({after}) => after === undefined)?.path
    if (moved === undefined || !also.includes(moved)) return outcome
    return {...outcome, messages: [...(outcome.messages ?? []), namedInSettings(moved, outcome.id)]}
  })
}

/** Plans the renaming and the new references. */
export function planMove(desk: Desk, from: string, to: string): Outcome {
  const {note, fact} = memoryNamed(desk.memories, from)
  if (fact !== undefined) {
    throw new BrainError('bad-argument', {
      message: `\`${from}\` is one fact: only notes are moved`,
      hint: 'move its line in an editor; its `^id` goes with it',
      data: {from},
    })
  }
  const target = targetOf(to, note.path)
  const draft = new Draft(desk.read)
  const outcome = {draft, id: target, subject: `move: ${note.path} → ${target}`}
  if (target === note.path) return outcome

  refuseTaken(target, note.path, desk, draft)
  draft.move(note.path, target)
  const left = attachmentsLeft(draft.text(target), note.path, target, desk.read)
  const messages = [...left, ...rewriteAll(draft, desk, note, target)]
  return {...outcome, messages}
}

/** Where it goes: a path inside the brain that the brain will read. */
function targetOf(to: string, from: NotePath): NotePath {
  const named = /[/\\]$/.test(to) ? `${to}${baseOf(from)}` : to
  const path = notePath(
    /\.md$/i.test(named) ? named.normalize('NFC') : `${named.normalize('NFC')}.md`,
  )
  if (path.split('/').some((segment) => segment.startsWith('.'))) {
    throw new BrainError('path-outside-brain', {
      message: `\`${path}\` begins with a dot somewhere: the brain does not read such folders`,
      hint: 'choose a name without a leading dot',
      data: {path},
    })
  }
  return path
}

/**
 * Also where only case or composition differs: on many a disk those two are one file. So what stands
 * at such a twin of the note's own path may be the note itself.
 */
function refuseTaken(target: NotePath, from: NotePath, desk: Desk, draft: Draft): void {
  const folded = (path: string) => path.normalize('NFC').toLowerCase()
  const twin = desk.paths.find((path) => path !== from && folded(path) === folded(target))
  const isTwinOfOwn = folded(from) === folded(target)
  if (twin === undefined && (isTwinOfOwn || !draft.has(target))) return
  throw new BrainError('file-exists', {
    message: `there is \`${twin ?? target}\` already; nothing was moved`,
    hint: 'choose another name, or move that one first',
    data: {path: twin ?? target},
  })
}

/** Rewrites what no longer leads where it led; says what it had to leave. */
function rewriteAll(draft: Draft, desk: Desk, moved: Note, target: NotePath): Message[] {
  const notes = [...new Set(desk.memories.map(({note}) => note))]
  const title = moved.title === stemOf(moved.path) ? stemOf(target) : moved.title
  const after = notes.map((note) => (note === moved ? {...note, path: target, title} : note))
  const resolvers = {before: resolver(notes), after: resolver(after)}
  const messages: Message[] = []

  for (const note of notes) {
    const path = note === moved ? target : note.path
    const rename = renamer(resolvers, {from: moved.path, to: target}, {was: note.path, is: path})
    if (!referencesOf(note).some((reference) => rename(reference) !== undefined)) continue
    const message = rewriteOne(draft, path, rename)
    if (message !== undefined) messages.push(message)
  }
  return messages
}

function rewriteOne(
  draft: Draft,
  path: NotePath,
  rename: (target: string) => string | undefined,
): Message | undefined {
  const left = (why: string): Message => ({
    rule: 'lost-reference',
    severity: 'warning',
    path,
    reason: `a reference to the moved note could not be rewritten: ${why}`,
    hint: 'correct it in an editor',
  })
  try {
    const result = rewriteReferences(draft.text(path), rename)
    if (!result.ok) return left(result.why)
    draft.rewrite(path, result.text)
    return undefined
  } catch (error) {
    if (error instanceof BrainError && error.code === 'not-editable') return left(error.message)
    throw error
  }
}

/** Everything in a note that names another. */
function referencesOf(note: Note): string[] {
  const claims = [note, ...note.facts]
  return [
    ...note.links.map(({target}) => target),
    ...claims
      .flatMap((claim) => [...claim.supersedes, ...claim.supersededBy])
      .map(({target}) => target),
  ]
}

/** Pictures and other files that the note names from the folder it leaves: they are no notes, and stay. */
function attachmentsLeft(text: string, from: NotePath, to: NotePath, read: ReadFile): Message[] {
  if (folderOf(from) === folderOf(to)) return []
  const named = [...text.matchAll(/\]\(<?([^\s()<>#?:]{1,500})/g)].map((match) => match[1]!)
  return [...new Set(named)].flatMap((name): Message[] => {
    const file = readNotePath(posix.join(folderOf(from), name))
    if (/\.md$/i.test(name) || file === undefined || !isFile(read, file)) return []
    const reason = `it names \`${name}\` from the folder it has left`
    const hint = `write \`${posix.relative(folderOf(to), file)}\`, or move the file too`
    return [{rule: 'lost-reference', severity: 'warning', path: to, reason, hint}]
  })
}

function isFile(read: ReadFile, file: NotePath): boolean {
  try {
    return read(file) !== undefined
  } catch {
    return false
  }
}

function namedInSettings(path: NotePath, to: string): Message {
  return {
    rule: 'invalid-setting',
    severity: 'warning',
    path: 'brain.yaml',
    reason: `\`boot.also\` still names \`${path}\``,
    hint: `write \`${to}\` there`,
  }
}
