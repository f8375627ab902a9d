/**
 * Commits what hands did to the brain's files: all of it that may go as one commit, which says in words what
 * happened.
 *
 * Files are compared with what was read of them before Git is asked, and once more afterwards: Git takes what is
 * on disk, and the answer says no more than what it took. What changed meanwhile waits for the next time.
 */

import {acceptDisappearance} from '../catalog/catalog.js'
import {forgetAccepted} from '../catalog/disappearance.js'
import {isNotePath} from '../catalog/own-paths.js'
import type {Scene} from '../catalog/scene.js'
import {type Landing, settle} from '../edit/land.js'
import {lockDirOf} from '../edit/lock.js'
import {sameBytes} from '../edit/same-bytes.js'
import type {Message} from '../ground/message.js'
import type {History, Recorded, RevisionId} from '../history/history.js'
import {announce} from './announce.js'
import type {CommitRequest, Committed, LeftOut, WhyNone} from './committed.js'
import {bodyOf, MOST_LINES, subjectOf} from './edit-message.js'
import {type Told, tell} from './edit-words.js'
import {contentOf, gather, type HandEdit, textObjection} from './hand-edits.js'
import {inTurn} from './in-turn.js'
import {massDeletion} from './mass-deletion.js'
import {withRenames} from './renames.js'

/** Who saves file after file while this is going on is waited for by the next commit. */
const TRIES = 3
const CHANGING = 'files changed while they were read: try again'

/**
 * Commits the hand edits that wait.
 *
 * @throws {BrainError} `unknown-name` and `path-outside-brain` for the paths asked for, `lock-held`, `git-failed`.
 */
export async function commit(scene: Scene, request: CommitRequest = {}): Promise<Committed> {
  const history = await scene.history()
  const lockDir = await lockDirOf(history, scene.stateDir)
  if (request.dryRun === true || history.kind === 'none') return once(scene, request, history)
  const {agent, session} = request
  const authorship = {
    ...(agent === undefined ? {} : {agent}),
    ...(session === undefined ? {} : {session}),
    byHand: true,
  }
  const landing = () => ({root: scene.root, history, now: scene.clock.now(), authorship, lockDir})
  return inTurn(scene.root, lockDir, async () => {
    const found = await settle(landing())
    if (request.acceptDeletions === true) await acceptDisappearance(scene)
    for (let tried = 1; ; tried++) {
      const answer = await once(scene, request, history, landing())
      if (answer !== 'changed') return {...answer, messages: [...found, ...answer.messages]}
      if (TRIES <= tried) return {...none('failed', CHANGING), messages: found}
    }
  })
}

async function once(
  scene: Scene,
  request: CommitRequest,
  history: History,
  landing: Landing,
): Promise<Committed | 'changed'>
async function once(scene: Scene, request: CommitRequest, history: History): Promise<Committed>
async function once(
  scene: Scene,
  request: CommitRequest,
  history: History,
  landing?: Landing,
): Promise<Committed | 'changed'> {
  const obstacle = await obstacleTo(history)
  if (obstacle !== undefined) return obstacle
  const {edits, left, known} = await choose(scene, request.paths)
  if (edits.length === 0) return nothing(left)
  const gone = edits.filter(({path, after}) => after === undefined && isNotePath(path))
  const paths = gone.map((edit) => edit.path)
  const mass = request.acceptDeletions ? undefined : await massDeletion(scene, paths, known)
  if (mass !== undefined) return none('mass-deletion', mass, left)

  const {zone} = scene.settings
  const told = edits.map((edit, at) => tell(edit, zone, at < MOST_LINES))
  const answer = {subject: subjectOf(told), edits: told.map(edited), left, messages: []}
  if (landing === undefined) return {committed: false, ...answer}
  if (!edits.every((edit) => isAsRead(scene, edit))) return 'changed'
  const recorded = await record(landing, edits, told)
  if (recorded.committed === false) {
    if (recorded.why === 'partly-staged') return 'changed'
    return {...none(recorded.why, recorded.detail, left), subject: answer.subject}
  }
  forgetAccepted(scene.cacheDir)
  return finished(scene, {...answer, ...recorded}, edits, landing)
}

/** Why nothing is committed now, whatever waits. */
async function obstacleTo(history: History): Promise<Committed | undefined> {
  const refused = await history.obstacle([])
  if (refused !== undefined) return none(refused.why, refused.detail)
  if ((await history.branch()) !== undefined) return undefined
  return none(
    'detached',
    'HEAD is on no branch, so that the next checkout would leave the commit behind: `git switch -c NAME` makes one',
  )
}

/** What may go, and what is left out with the reason; of a renamed file both names, or neither. */
async function choose(scene: Scene, paths: readonly string[] | undefined) {
  const {edits, left, known} = await gather(scene, paths)
  const going: HandEdit[] = []
  const staying: LeftOut[] = [...left]
  for (const edit of withRenames(edits)) {
    const objection = await textObjection(scene, edit)
    if (objection === undefined) going.push(edit)
    else {
      staying.push(objection)
      if (edit.from !== undefined) staying.push(withItsNewName(edit.from, edit.path))
    }
  }
  const byPath = <Each extends {readonly path: string}>(a: Each, b: Each) =>
    a.path < b.path ? -1 : 1
  return {edits: going.sort(byPath), left: staying.sort(byPath), known}
}

function withItsNewName(from: HandEdit['path'], to: string): LeftOut {
  return {path: from, why: 'renamed', detail: `it is \`${to}\` now, which is left out`}
}

function isAsRead(scene: Scene, {path, from, after}: HandEdit): boolean {
  if (from !== undefined && contentOf(scene.root, from) !== undefined) return false
  return sameBytes(contentOf(scene.root, path), after)
}

async function record(
  {history, now, authorship}: Landing,
  edits: readonly HandEdit[],
  told: readonly Told[],
): Promise<Recorded> {
  const paths = edits.flatMap(({path, from}) => (from === undefined ? [path] : [from, path]))
  return history.record(paths, subjectOf(told), now, authorship, bodyOf(told))
}

function edited({title: _, ...edit}: Told) {
  return edit
}

/** What is true of the commit that was made. */
async function finished(
  scene: Scene,
  answer: Committed & {readonly committed: RevisionId | false},
  edits: readonly HandEdit[],
  {history, lockDir}: Landing,
): Promise<Committed> {
  const id = answer.committed as RevisionId
  const messages: Message[] = [...(await announce(scene, edits[0]!.path, lockDir))]
  const taken = [...answer.edits]
  for (const [at, edit] of edits.entries()) {
    if (isAsRead(scene, edit)) continue
    const after = await history.read(edit.path, id)
    const other = {...edit, after}
    taken[at] = edited(tell(other, scene.settings.zone))
    const objection = await textObjection(scene, other)
    if (objection !== undefined) messages.push(cameIn(objection, id))
  }
  return {...answer, edits: taken, messages}
}

/** Saved in the moment between the last look and Git's: it is told, since it cannot be helped any more. */
function cameIn({path, line, why, detail}: LeftOut, id: RevisionId): Message {
  return {
    rule: why === 'secret' ? 'secret' : 'conflict-marker',
    severity: 'error',
    path,
    ...(line === undefined ? {} : {place: {line, column: 1}}),
    reason: `${detail}; it was saved while the commit was made, and is in it`,
    hint: `before anything is pushed: \`git reset --soft ${id.slice(0, 10)}~1\`, mend the file, \`brain commit\``,
  }
}

function nothing(left: readonly LeftOut[]): Committed {
  if (left.length === 0) {
    const detail = 'nothing waits to be committed'
    return {committed: false, detail, edits: [], left: [], messages: []}
  }
  return none('left-out', 'nothing of what waits can go', left)
}

function none(why: WhyNone, detail: string, left: readonly LeftOut[] = []): Committed {
  return {committed: false, why, detail, edits: [], left, messages: []}
}
