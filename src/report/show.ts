/**
 * One memory whole: its text, how it stands, what is the matter with it, and what Git knows of it.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import type {AskedAt, Shown} from '../brain.js'
import {findMemory} from '../catalog/find.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {compareMessages, type Message} from '../ground/message.js'
import {decode} from '../note/decode.js'
import {factLines} from './fact-lines.js'
import {listedOf} from './listed.js'
import {survey} from './survey.js'

/** As many revisions as a person reads; `git log` has the rest. */
const REVISIONS = 20

/**
 * Shows the memory that `name` means.
 *
 * @throws {BrainError} `unknown-name` or `ambiguous-name`; `bad-argument` for a bad date.
 */
export async function show(scene: Scene, name: string, asked: AskedAt): Promise<Shown> {
  const {memories, messages} = await survey(scene, asked)
  const memory = findMemory(memories, name)
  const history = await scene.history()
  return {
    ...listedOf(memory),
    text: textOf(scene.root, memory),
    messages: messages.filter((message) => isAbout(message, memory)).sort(compareMessages),
    revisions: await history.revisions({path: memory.note.path, limit: REVISIONS}),
  }
}

function isAbout({path: file, place}: Message, {note, fact}: Memory): boolean {
  if (file !== note.path) return false
  if (fact === undefined || place === undefined) return true
  return fact.span.fromLine <= place.line && place.line <= fact.span.toLine
}

function textOf(root: string, {note, fact}: Memory): string {
  try {
    const {text} = decode(readFileSync(path.join(root, note.path)))
    return fact === undefined ? text : factLines(text, fact)
  } catch (cause) {
    throw new BrainError('unknown-name', {
      message: `\`${note.path}\` went away while it was read`,
      hint: 'ask again',
      data: {name: note.path},
      cause,
    })
  }
}
