/**
 * What is known about a text, for an agent's every turn: few passages, each with its place and its score, or nothing.
 */

import type {About, AboutHit, AboutOptions} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {digest} from '../ground/digest.js'
import {openTokenizer} from '../ground/tokens.js'
import type {Hit} from '../recall/hit.js'
import {passagesOf} from './passage.js'
import {readMoment} from './question.js'
import {FRAME_END, FRAME_START} from './render.js'
import {searchForTask} from './task.js'

/** What is known about `text`; nothing where nothing is surely about it. */
export async function about(scene: Scene, text: string, options: AboutOptions): Promise<About> {
  const {most = 5, budget = 500, not = []} = options
  const {hits: found, messages} = await searchForTask(
    scene,
    text,
    readMoment(scene, options.heldAt),
  )
  const {count} = openTokenizer()
  const hits: AboutHit[] = []
  const parts: string[] = [FRAME_START, FRAME_END]
  for (const hit of found) {
    const name = nameOf(hit)
    const part = passageOf(hit)
    if (hits.length === most || not.includes(name) || part === undefined) continue
    const longer = parts.toSpliced(-1, 0, part)
    if (budget < count(longer.join(''))) break
    parts.splice(0, parts.length, ...longer)
    const {id, path, lines, title, score} = hit
    hits.push({name, id, path, lines, title, score})
  }
  const written = hits.length === 0 ? '' : parts.join('')
  return {hits, text: written, tokens: count(written), messages}
}

function nameOf({id, snippet}: Hit): string {
  return digest(`${id}\n${snippet}`)
}

function passageOf({path, lines: [line], snippet}: Hit): string | undefined {
  const stretch = {path, line, text: snippet, under: [], order: []}
  return passagesOf(stretch, 'quoted')[0]?.text
}
