/**
 * Searches: brings the index in step, asks it, and says of each hit where it stands and how.
 *
 * Nothing is written but that the index catches up. What was found is shown from the files as they are
 * now; of a note whose disappearance is held, from what is known of it.
 */

import type {SearchOptions} from '../brain.js'
import {type Catalog, lookAtFiles} from '../catalog/catalog.js'
import type {Entries} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import {dayAt} from '../ground/day.js'
import {formatInstant, instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {Place} from '../note/note.js'
import type {Found, FoundChunk, Question} from '../rank/question.js'
import type {IndexStore} from '../store/index-store.js'
import {type Asked, readSearch} from './asked.js'
import {facetsAsked} from './facets.js'
import {slowFilling} from './fill-vectors.js'
import type {Hit, SearchReport} from './hit.js'
import type {Step} from './in-step.js'
import {indexTroubles} from './index-troubles.js'
import type {KeptSnippets} from './kept-snippets.js'
import {assertKnown} from './known-places.js'
import type {LiveIndex, Lost} from './live-index.js'
import type {Model} from './model.js'
import {passages} from './passages.js'
import type {LookedAt} from './second-look.js'
import {idOf, type Sight, type Standings, standsOf} from './standings.js'

/** In milliseconds: so long a search catches up with the files before it answers from what it has. */
const PATIENCE = 10_000
/** Of that, how long files are read that nobody has read yet, so that some of them get into the index. */
const READING_PATIENCE = 5000

/**
 * Finds the passages that answer `query`.
 *
 * @throws {BrainError} `bad-argument` for an empty query or a bad date or number, `unknown-name` for a
 *   wing or room that there is none of.
 */
export async function search(
  scene: Scene,
  live: LiveIndex,
  query: string,
  options: SearchOptions,
): Promise<SearchReport> {
  return live.inTurn(async () => {
    const asked = readSearch(scene, query, options)
    const catalog = await lookAtFiles(scene)
    const read = await catalog.entries({patience: READING_PATIENCE})
    const until = instant(asked.now + PATIENCE)
    const step = await live.bringInStep(read, {until, files: catalog.files})
    const lost = live.takeLost()
    const model = await live.model()
    const standings = await live.view.standings(scene, catalog, read, asked)
    const store = await live.open()

    const known = live.answers.on([read, standings, store, store.revision, model.trouble])
    const name = JSON.stringify([query, options, dayAt(asked.heldAt, scene.settings.zone)])
    const kept = known.find(name)
    if (kept !== undefined) return {...kept, heldAt: formatInstant(asked.heldAt)}

    const meaning = await model.meaningOf(query)
    const page = await live.secondLook.pageFor(asked)
    const sight = live.view.sight(standings, options, read)
    const question = questionOf({...asked, ...page}, options, sight)
    const found = store.search(meaning === undefined ? question : {...question, meaning})
    const shown = await live.secondLook.look(query, found, asked)
    const isPlaced = options.wing !== undefined || options.room !== undefined
    if (found.total === 0 && isPlaced) assertKnown(placesOf(read), options)
    const {snippets} = live
    const answer = {catalog, read, step, lost, model, store, standings, found, shown, snippets}
    const report = reportOf(scene, asked, answer)
    if (model.isSlow && model.trouble === undefined && store.withoutVector(1).length !== 0) {
      live.afterwards(slowFilling(scene, read))
    }
    // What is told once is not told again.
    const {trouble} = live.secondLook
    if (trouble !== undefined) return {...report, messages: [...report.messages, trouble]}
    if (step.behind === 0 && step.kept && lost === undefined) known.keep(name, report)
    return report
  })
}

function placesOf({entries}: Entries): Place[] {
  return entries.map((entry) => entry.note()?.place ?? {})
}

function questionOf(asked: Asked, options: SearchOptions, sight: Sight): Question {
  const {query, since, until, minScore, freshness, ranking, offset, limit} = asked
  return {
    text: query,
    where: facetsAsked(options),
    ...(since === undefined ? {} : {since}),
    ...(until === undefined ? {} : {until}),
    ...(minScore === undefined ? {} : {minScore}),
    ...sight,
    ...{freshness, ranking},
    offset,
    limit,
  }
}

interface Answer {
  readonly catalog: Catalog
  readonly read: Entries
  readonly step: Step
  readonly lost: Lost | undefined
  readonly model: Model
  readonly store: IndexStore
  readonly standings: Standings
  readonly found: Found
  readonly shown: LookedAt
  readonly snippets: KeptSnippets
}

function reportOf(scene: Scene, asked: Asked, answer: Answer): SearchReport {
  const {catalog, read, step, lost, model, store, standings, found, shown, snippets} = answer
  const held = new Map(
    read.held === 0
      ? []
      : read.entries.filter((entry) => entry.held).map((entry) => [entry.path, entry] as const),
  )
  const passageOf = passages(scene.root, asked.query, found, held, snippets)
  return {
    query: asked.query,
    heldAt: formatInstant(asked.heldAt),
    total: found.total,
    offset: asked.offset,
    limit: asked.limit,
    staleIndex: 0 < step.behind,
    behind: step.behind,
    words: found.words,
    instead: found.instead,
    hits: shown.hits.map((chunk) => {
      const reranked = shown.given.get(chunk)
      const hit = hitOf(chunk, standings, passageOf, held.has(chunk.path))
      return reranked === undefined ? hit : {...hit, reranked}
    }),
    messages: [
      ...[...catalog.messages, ...read.messages].filter(isError),
      ...indexTroubles(lost, step.kept, model, store),
    ],
  }
}

function isError({severity}: Message): boolean {
  return severity === 'error'
}

function hitOf(
  chunk: FoundChunk,
  standings: Standings,
  passageOf: ReturnType<typeof passages>,
  missing: boolean,
): Hit {
  const {path, title, fromLine, toLine, fact, match, score, parts, matched} = chunk
  const {text, marks} = passageOf(chunk)
  return {
    id: idOf(standings, path, fact),
    path,
    lines: [fromLine, toLine],
    title,
    snippet: text,
    marks,
    match,
    score,
    parts,
    matched,
    ...standsOf(standings, path, fact),
    missing,
  }
}
