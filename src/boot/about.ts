/**
 * What is known about a text, for an agent's every turn: few passages, each with its place and its score, or nothing.
 *
 * It is asked at every turn, mostly in vain: so nothing is counted where nothing was found, and a watcher is asked where
 * there is one. What may be carried is what a boot would: what is current, not stale, and can be read.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import type {About, AboutHit, AboutOptions} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'
import {openCounts} from '../ground/token-counts.js'
import {openTokenizer} from '../ground/tokens.js'
import {conflictsIn} from '../note/conflict.js'
import {leavesOf} from '../note/piece.js'
import {scan} from '../note/scan.js'
import {partsOfSession, sessionNames} from '../note/session-file.js'
import type {Hit} from '../recall/hit.js'
import {asData} from './as-data.js'
import {readBudget} from './question.js'
import {type Search, searchSurely, sureness} from './sure-hits.js'

const MOST = 5
const BUDGET = 500

/** In UTF-16 units. What is longer was pasted, and says at its beginning and its end what it is about. */
const LONGEST_TEXT = 8000

/** So many more are looked at, where what comes first may be a session's own, or given already. */
const MORE = 30
const MOST_LOOKED_AT = 200

/**
 * What is known about `text`; nothing where nothing is surely about it.
 *
 * @param search of this brain.
 * @throws {BrainError} `bad-argument` for a budget, a number or an instant that is none.
 */
export async function about(
  scene: Scene,
  search: Search,
  text: string,
  options: AboutOptions,
): Promise<About> {
  const most = readMost(options.most ?? MOST)
  const budget = readBudget(options.budget ?? BUDGET)
  if (text.trim() === '' || most === 0) return {hits: [], text: '', tokens: 0, messages: []}
  const {not = [], session, heldAt} = options
  const more = not.length + (session === undefined ? 0 : MORE)
  const {hits, messages} = await searchSurely(search, shortened(text), {
    limit: Math.min(MOST_LOOKED_AT, 3 * most + more),
    ...(heldAt === undefined ? {} : {heldAt}),
  })
  const chosen = choose(scene.root, hits, {not, session}).slice(0, most)
  return {...fitted(scene.cacheDir, chosen, budget), messages}
}

function readMost(most: number): number {
  if (Number.isSafeInteger(most) && 0 <= most) return most
  throw new BrainError('bad-argument', {
    message: `${most} is not a number of passages`,
    hint: 'write a whole number from 0 up, such as 5',
    data: {most},
  })
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  const half = LONGEST_TEXT / 2
  return `${text.slice(0, half)}\n${text.slice(-half)}`
}

interface Named {
  readonly name: string
  readonly hit: Hit
}

/** What may be given, each passage once. */
function choose(
  root: string,
  hits: readonly Hit[],
  {not, session}: {readonly not: readonly string[]; readonly session: string | undefined},
): Named[] {
  const own = session === undefined ? [] : partsOfSession(session, sessionNames(root))
  const given = new Set(not)
  const chosen: Named[] = []
  for (const hit of hits) {
    if (!isTrusted(hit) || own.includes(hit.path)) continue
    const text = textOf(root, hit)
    const name = nameOf(hit, text)
    if (given.has(name) || isConflicted(text)) continue
    given.add(name)
    chosen.push({name, hit})
  }
  return chosen
}

function isTrusted({standing, stale, unreadable}: Hit): boolean {
  return standing === 'current' && !stale && !unreadable
}

/** As it is on disk; empty where it is gone by now. */
function textOf(root: string, {path: file}: Hit): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}

/** By what the passage says: one that only moved is the same, and one that was changed another. */
function nameOf({path: file, lines: [from, to]}: Hit, text: string): string {
  const lines = text.split('\n').slice(from - 1, to)
  return digest(`${file}\n${lines.join('\n')}`)
}

function isConflicted(text: string): boolean {
  return /^[<>]{7} /m.test(text) && conflictsIn(text, leavesOf(scan(text, 0))).length !== 0
}

/** The first of `chosen` that fit into `budget`, written out. */
function fitted(
  cacheDir: string,
  chosen: readonly Named[],
  budget: number,
): Pick<About, 'hits' | 'text' | 'tokens'> {
  const counts = openCounts(cacheDir, openTokenizer())
  for (let most = chosen.length; 0 < most; most--) {
    const carried = chosen.slice(0, most)
    const text = asData(carried.map(({hit}) => ({label: labelOf(hit), text: hit.snippet})))
    const tokens = counts.count(text)
    if (budget < tokens) continue
    counts.save()
    return {hits: carried.map(reported), text, tokens}
  }
  return {hits: [], text: '', tokens: 0}
}

function labelOf(hit: Hit): string {
  const {path, lines} = hit
  return `${path}:${lines[0]} (${sureness(hit).toFixed(2)})`
}

function reported({name, hit}: Named): AboutHit {
  const {id, path, lines, title} = hit
  return {name, id, path, lines, title, score: sureness(hit)}
}
