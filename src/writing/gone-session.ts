/**
 * What was kept of a session whose file is gone: its owner deleted it, or had it forgotten, and the harness goes on to hand in the
 * whole conversation. What is gone is not to come back; what is said from now on is new. Only Git knows.
 */

import type {Scene} from '../catalog/scene.js'
import type {NotePath} from '../ground/note-path.js'
import type {History} from '../history/history.js'
import {decode} from '../note/decode.js'
import {readFrontmatter} from '../note/frontmatter.js'
import {linesOf} from '../note/lines.js'
import {REMEMBERED, type SessionFiles} from '../note/session-file.js'
import {rememberedIn} from './new-turns.js'

/** The last turns that the files of the session held when Git last had them; none where it never had. */
export async function knownOfGone(
  scene: Scene,
  files: Pick<SessionFiles, 'path'>,
): Promise<readonly string[]> {
  const history = await scene.history()
  if (history.kind === 'none') return []
  let known: readonly string[] = []
  for (let number = 1; ; number++) {
    const text = await lastText(history, files.path(number)).catch(() => undefined)
    if (text === undefined) return known
    const {data} = readFrontmatter(files.path(number), text, linesOf(text))
    known = rememberedIn(data[REMEMBERED])
  }
}

async function lastText(history: History, path: NotePath): Promise<string | undefined> {
  // The newest may be the one that removed it.
  for (const {id} of await history.revisions({path, limit: 2})) {
    const bytes = await history.read(path, id)
    if (bytes !== undefined) return decode(bytes).text
  }
  return undefined
}
