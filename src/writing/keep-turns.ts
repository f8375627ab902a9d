/**
 * Appends what was said to the file of a session, each turn once.
 */

import type {KeepTurnsRequest, SpokenTurn, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {formatInstant} from '../ground/instant.js'
import {notePath} from '../ground/note-path.js'
import {rewriteFields} from '../note/rewrite.js'
import {composeNote} from '../note/write.js'
import {Draft, readerOf} from './draft.js'
import {type Outcome, perform} from './perform.js'
import {segmentOf} from './segment.js'
import {cut, titleOf} from './title.js'

/**
 * Keeps the turns of `request` that the session's file does not hold yet.
 *
 * @throws {BrainError} `bad-argument`, `not-editable`.
 */
export async function keepTurns(scene: Scene, request: KeepTurnsRequest): Promise<Written> {
  return perform(scene, request, async () => planTurns(scene, request))
}

function planTurns(scene: Scene, {session, agent, turns, title}: KeepTurnsRequest): Outcome {
  const path = notePath(`sessions/${segmentOf('session', session)}.md`)
  const draft = new Draft(readerOf(scene.root))
  const called = title ?? titleOf(turns.find(({role}) => role === 'user')?.text ?? session)
  const held = draft.has(path)
  const last = held ? draft.note(path, scene.settings.zone).fields.last_message : undefined
  const known = turns.findIndex(({id}) => id === last)
  const said = turns.slice(known + 1).filter(({text}) => text.trim() !== '')
  const subject = `session: ${said.length} turns of ${cut(called, 60)}`
  if (said.length === 0) return {draft, id: path, subject}

  const edits = [{key: 'last_message', value: said.at(-1)!.id}]
  const body = said.map(written).join('\n')
  if (!held) {
    const created = formatInstant(scene.clock.now())
    const fields = {title: called, type: 'conversation', session, agent, created}
    const known = Object.entries(fields).map(([key, value]) => ({key, value}))
    draft.create(path, composeNote([...known, ...edits], body))
  } else {
    const changed = rewriteFields(draft.text(path), edits)
    if (!changed.ok) {
      throw new BrainError('not-editable', {message: `\`${path}\`: ${changed.why}`, data: {path}})
    }
    draft.rewrite(path, `${changed.text}\n${body}`)
  }
  return {draft, id: path, enters: true, subject}
}

function written({role, text}: SpokenTurn): string {
  return `**${role}:** ${text.trim()}\n`
}
