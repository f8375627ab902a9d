/**
 * Everything the brain has to say of its files: of their names, their text, their dates and their
 * links, and of its settings. Changes nothing.
 */

import type {AskedAt, CheckReport} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {compareMessages, type Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {survey} from './survey.js'

/** Checks the brain. Messages are sorted by path and place. */
export async function check(scene: Scene, asked: AskedAt): Promise<CheckReport> {
  const {catalog, memories, messages} = await survey(scene, asked)
  const all = [
    ...scene.settingMessages,
    ...catalog.messages,
    ...messages,
    ...twinsAmong(catalog.files.map((file) => file.path)),
  ].sort(compareMessages)
  const notes = memories.filter(({fact}) => fact === undefined).length
  return {notes, ...countsOf(all), messages: all}
}

/** How many of the messages are errors, and how many warnings. */
export function countsOf(messages: readonly Message[]): {errors: number; warnings: number} {
  const count = (severity: Message['severity']) =>
    messages.filter((message) => message.severity === severity).length
  return {errors: count('error'), warnings: count('warning')}
}

/**
 * Names that only a careful eye tells apart. All of them live; but on a disk that folds case, or in a
 * wikilink, one may stand for another.
 */
function twinsAmong(paths: readonly NotePath[]): Message[] {
  const groups = new Map<string, NotePath[]>()
  for (const path of paths) {
    const name = folded(path)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [path])
    else group.push(path)
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((path): Message => {
      const reason = `has nearly the same name as \`${first}\``
      return {rule: 'path-twin', severity: 'info', path, reason}
    }),
  )
}

/** Case, spaces, underscores, dashes and the two ways to write an accent make no difference. */
function folded(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}
