/**
 * Appends what was said in a session to its file: each turn once, however often and by however many it is handed in.
 *
 * A harness tells of every stop, sometimes twice, and dies in between; so a request may hold all that was said from the
 * beginning, and what is new in it is found out here, under the lock (`new-turns.ts`). It lands as one edit. What stands in
 * the file is never changed, whoever wrote it; only the line of the frontmatter that remembers the last turns is. Nothing is
 * ever deleted: how long conversations are kept is for their owner to say.
 */

import type {Written} from '../brain.js'
import {lookAtFiles} from '../catalog/catalog.js'
import type {Scene} from '../catalog/scene.js'
import {formatInstant, readInstant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {
  keptUnderOtherNames,
  type SessionFiles,
  sessionFiles,
  sessionNames,
} from '../note/session-file.js'
import {checkLine, refuse} from './argument.js'
import {Draft, readerOf} from './draft.js'
import {knownOfGone} from './gone-session.js'
import {afterKnown, notIn} from './new-turns.js'
import {type Outcome, perform} from './perform.js'
import {addTurns, lastPage, type ReadyTurn} from './session-page.js'
import {type KeepTurnsRequest, keepable, type SpokenTurn} from './spoken-turn.js'
import {cut, titleOf} from './title.js'
import {turnMarkdown} from './turn-markdown.js'

/**
 * Keeps the turns of `request` that the session's file does not hold yet. Nothing, where there are none or where
 * `sessions.keep` is off.
 *
 * @throws {BrainError} `bad-argument` and `path-outside-brain` for what cannot be a session or a turn, `not-editable` for a file whose
 *   frontmatter cannot be changed, and as `perform`.
 */
export async function keepTurns(scene: Scene, request: KeepTurnsRequest): Promise<Written> {
  const wish = checkRequest(request)
  const {session, agent} = wish
  if (scene.settings.sessions.keep === 'off') return nothingKept(scene, session)
  return perform(scene, {session, ...(agent === undefined ? {} : {agent})}, () =>
    planTurns(scene, wish),
  )
}

function nothingKept({root}: Scene, session: string): Written {
  return {
    id: sessionFiles(session, sessionNames(root)).path(1),
    closed: [],
    changed: false,
    paths: [],
    committed: false,
    detail: '`sessions.keep` is off in brain.yaml, so that nothing that is said is kept',
    messages: [],
  }
}

function checkRequest(request: KeepTurnsRequest): KeepTurnsRequest {
  const {agent, title, turns} = request
  for (const {id, role, text} of turns) {
    if (typeof id !== 'string' || id === '') {
      refuse('id', id, 'which names no turn', 'give every turn the id that the harness gives it')
    }
    if (role !== 'user' && role !== 'assistant') {
      refuse('role', role, 'who is no speaker', 'keep what `user` and `assistant` said')
    }
    if (typeof text !== 'string') refuse('text', text, 'which is no text', 'give what was said')
  }
  return {
    session: checkLine('session', request.session),
    turns,
    ...(agent === undefined ? {} : {agent: checkLine('agent', agent)}),
    ...(title === undefined ? {} : {title: checkLine('title', title)}),
  }
}

async function planTurns(scene: Scene, request: KeepTurnsRequest): Promise<Outcome> {
  const files = await filesOf(scene, request.session)
  const draft = new Draft(readerOf(scene.root))
  const page = lastPage(draft, files)
  const known = page?.known ?? (await knownOfGone(scene, files))
  const fresh = await freshOf(said(request.turns), draft, files, known)
  const [first] = fresh
  if (first === undefined) {
    return {draft, id: page?.path ?? files.path(1), subject: 'session: nothing new'}
  }
  const title = page?.title ?? (await titleFor(request, fresh))
  const id = addTurns(draft, files, {page, known}, fresh, {
    title,
    type: 'conversation',
    session: request.session,
    agent: request.agent,
    created: formatInstant(readInstant(first.at ?? '') ?? scene.clock.now()),
  })
  const turns = fresh.length === 1 ? '1 turn' : `${fresh.length} turns`
  return {
    draft,
    id,
    enters: true,
    subject: `session: ${turns} of ${cut(title, 60)}`,
    messages: fresh.flatMap(({removed}) => removed).map((name) => secretRemoved(id, name)),
  }
}

/** A file that was given another name by its owner is known by its frontmatter. */
async function filesOf(scene: Scene, session: string): Promise<SessionFiles> {
  const files = sessionFiles(session, sessionNames(scene.root))
  if (files.parts.length !== 0) return files
  const {entries} = await (await lookAtFiles(scene)).entries()
  const notes = entries.flatMap((entry) => entry.note() ?? [])
  return {...files, parts: keptUnderOtherNames(session, notes)}
}

/** What says something, each turn once. */
function said(turns: readonly SpokenTurn[]): readonly SpokenTurn[] {
  const byId = new Map<string, SpokenTurn>()
  for (const turn of turns) if (!byId.has(turn.id)) byId.set(turn.id, turn)
  return [...byId.values()].filter(({text}) => text.trim() !== '')
}

async function freshOf(
  turns: readonly SpokenTurn[],
  draft: Draft,
  {parts}: SessionFiles,
  known: readonly string[],
): Promise<readonly ReadyTurn[]> {
  const after = afterKnown(turns, known)
  if (after !== undefined) return ready(after)
  const files = parts.map((part) => draft.text(part))
  return notIn(files, await ready(turns))
}

async function ready(turns: readonly SpokenTurn[]): Promise<ReadyTurn[]> {
  const made: ReadyTurn[] = []
  for (const turn of turns) {
    const {text, removed} = await keepable(turn.text)
    made.push({...turn, text, removed, markdown: turnMarkdown(turn.role, text)})
  }
  return made
}

/** The first words of the user; where he says nothing, of the model. */
async function titleFor({title}: KeepTurnsRequest, fresh: readonly ReadyTurn[]): Promise<string> {
  if (title !== undefined) return (await keepable(title)).text
  const first = fresh.find(({role}) => role === 'user') ?? fresh[0]
  return titleOf(first?.text ?? '')
}

function secretRemoved(path: NotePath, name: string): Message {
  return {
    rule: 'secret-removed',
    severity: 'warning',
    path,
    reason: `what looks like ${name} was said, and was left out`,
    hint: 'the transcript of the harness still holds it; a key that was shared should be revoked',
  }
}
