/** Writes the judged brain to a folder of its own, and asks it everything, in three ways. */

import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type {Brain, Hit, OpenOptions} from '../../../src/brain.js'
import type {Embedder} from '../../../src/embed/embedder.js'
import {builtInEmbedder} from '../../../src/embed/static-embedder.js'
import {instant} from '../../../src/ground/instant.js'
import {openBrain} from '../../../src/open.js'
import {CATEGORIES, type Category, QUESTIONS, type Question, UNANSWERED} from './questions.js'

/**
 * As anybody asks; without a model; what was found, ordered by its meaning alone; and the nearest in meaning of all
 * there is, found or not, which is what a search could bring.
 */
export const WAYS = ['search', 'words', 'meaning', 'nearest'] as const

export type Way = (typeof WAYS)[number]

export interface Judged {
  readonly category: Category
  readonly text: string
  /** As the question names them. */
  readonly answers: readonly string[]
  /** By way: the place of each answer, counted from 1, infinite where it was not found; and what stood first. */
  readonly places: Readonly<Record<Way, readonly number[]>>
  readonly first: string
}

/** What an answer is: a memory, or in a conversation the turn that stands on a line. */
interface Answer {
  readonly id: string
  readonly line?: number
}

const SOURCE = path.resolve(import.meta.dirname, '../../golden/recall/brain')
/** Monday noon in Vienna; the newest note is from Saturday. */
const NOW = Date.UTC(2026, 5, 15, 10)
const MODEL = path.join(import.meta.dirname, '../../../models/minilm-static-128.bin')
/** What is found after that many passages is not found. */
const LIMIT = 10
/** More than there are passages: what is nearest in meaning may stand last. */
const ALL = 500

type Brains = Readonly<Record<Exclude<Way, 'meaning'>, Brain>>

export interface Asked {
  readonly judged: readonly Judged[]
  /** What was found for its meaning alone though nothing answers: by question, in its order. */
  readonly strays: readonly (readonly [text: string, first: string])[]
}

/** Asks all questions, in their order. */
export async function askAll(): Promise<Asked> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-judged-'))
  const brains = await openAll(home)
  try {
    const judged: Judged[] = []
    for (const category of CATEGORIES) {
      for (const question of QUESTIONS[category])
        judged.push(await judge(brains, category, question))
    }
    return {judged, strays: await straysIn(brains.search)}
  } finally {
    await Promise.all(Object.values(brains).map((brain) => brain.close()))
    rmSync(home, {recursive: true})
  }
}

/** One folder for all: what the first has read and understood the others need not. */
async function openAll(home: string): Promise<Brains> {
  const root = path.join(home, 'brain')
  cpSync(SOURCE, root, {recursive: true})
  const open = (options: OpenOptions = {}) =>
    openBrain({root, env: {HOME: home}, clock: {now: () => instant(NOW)}, ...options})
  const search = await open()
  await search.index()
  const [words, nearest] = await Promise.all([
    open({embedder: false}),
    open({embedder: surer(builtInEmbedder(MODEL))}),
  ])
  return {search, words, nearest}
}

/** The same vectors, and a meaning of questions that weighs as much as it can: everything is near then. */
function surer(embedder: Embedder): Embedder {
  const {fingerprint, dimensions} = embedder
  return {
    ...{fingerprint, dimensions},
    async embed(texts, kind) {
      const embedded = await embedder.embed(texts, kind)
      if (kind === 'passage') return embedded
      return embedded.map(({vector, coverage}) => ({vector, coverage: 1e6 * coverage}))
    },
  }
}

async function judge(brains: Brains, category: Category, question: Question): Promise<Judged> {
  const [text, named, options = {}] = question
  const answers = named.split(' + ')
  const wanted = answers.map(answerOf)
  const byTurn = wanted.some(({line}) => line !== undefined)
  const ask = async (brain: Brain, limit = LIMIT) =>
    (await brain.search(text, {...options, limit})).hits
  const placesIn = (hits: readonly Hit[]) => {
    const distinct = byTurn ? hits : onceEach(hits)
    return wanted.map((answer) => placeOf(answer, distinct))
  }
  const found = await ask(brains.search, ALL)
  const places = {
    search: placesIn(found),
    words: placesIn(await ask(brains.words)),
    meaning: placesIn(byMeaning(found)),
    nearest: placesIn(byMeaning(await ask(brains.nearest))),
  }
  return {category, text, answers, places, first: nameOf(found[0], byTurn)}
}

async function straysIn(brain: Brain): Promise<Asked['strays']> {
  const strays: (readonly [string, string])[] = []
  for (const text of UNANSWERED) {
    const {hits} = await brain.search(text)
    const stray = hits.find(({match}) => match === 'semantic')
    if (stray !== undefined) strays.push([text, nameOf(stray, false)])
  }
  return strays
}

/** Where the model knows no word of a question it is left to the words, and this is empty. */
function byMeaning(hits: readonly Hit[]): readonly Hit[] {
  return hits
    .filter(({parts}) => 0 < parts.meaning)
    .sort((a, b) => b.parts.meaning - a.parts.meaning)
}

function placeOf({id, line}: Answer, hits: readonly Hit[]): number {
  const index = hits.findIndex(
    (hit) =>
      hit.id === id && (line === undefined || (hit.lines[0] <= line && line <= hit.lines[1])),
  )
  return index === -1 ? Number.POSITIVE_INFINITY : index + 1
}

/** Of each memory the best passage. */
function onceEach(hits: readonly Hit[]): readonly Hit[] {
  return hits.filter((hit, at) => hits.findIndex(({id}) => id === hit.id) === at)
}

function nameOf(hit: Hit | undefined, byTurn: boolean): string {
  if (hit === undefined) return 'nothing'
  const name = hit.id.replace(/^(?:.*\/|MEMORY\.md#)/, '').replace(/\.md$/, '')
  return byTurn ? `${name}, line ${hit.lines[0]}` : name
}

const paths = readdirSync(SOURCE, {recursive: true, encoding: 'utf8'})
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md'))

/** @throws {Error} where no note, or no one turn, is named so: a slip in the questions. */
function answerOf(named: string): Answer {
  if (named.startsWith('^')) {
    expectOne(named, linesWith('MEMORY.md', named))
    return {id: `MEMORY.md#${named}`}
  }
  const [name, words] = named.split(': ')
  const id = expectOne(
    named,
    paths.filter((file) => path.posix.basename(file, '.md') === name),
  )
  return words === undefined ? {id} : {id, line: expectOne(named, linesWith(id, words))}
}

function linesWith(file: string, words: string): number[] {
  const lines = readFileSync(path.join(SOURCE, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => (line.includes(words) ? [index + 1] : []))
}

function expectOne<T>(named: string, all: readonly T[]): T {
  if (all.length === 1) return all[0]!
  throw new Error(`${all.length} of the judged brain are called \`${named}\``)
}
