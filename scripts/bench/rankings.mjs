/**
 * Every order in which `bench:recall` puts the documents of a case for a question.
 *
 * `search` is what anybody gets; `words` a search without a model; `meaning` what was found, ordered by its meaning
 * alone; then these two united by their ranks (reciprocal rank fusion with 60, Cormack, Clarke and Büttcher, 2009),
 * plain BM25 over the same documents, and what search would give without each part of its score. Other orders and
 * models come where they are asked for, `search, NAME` and `meaning, NAME`.
 */

import {mkdirSync} from 'node:fs'
import path from 'node:path'
import {dayOf, docAt, writeBrain} from './brain-of-case.mjs'
import {plainBm25} from './plain-bm25.mjs'

/**
 * Enough that what comes first when a part is taken off is among them, and that the tenth session is.
 * Each is shown with its passage, which is what takes the time here.
 */
const MANY = 300
const PARTS = ['meaning', 'note', 'neighbours', 'exact']
/** The usual constant of reciprocal rank fusion. */
const RANKS = 60
const DAY = 86_400_000

/**
 * Writes the case as a brain below `place`, once a model, and indexes it; milliseconds are added to `indexing`, by
 * row. `of(query)` gives `{row, ms, docs, sessions}` for each row, ids best first; rows that are made of another
 * one's hits have no time of their own.
 */
export async function openRankings({openBrain, place, one, orders, configs}, indexing) {
  const dated = 0 < orders.length
  const none = path.join(place, 'no-settings')
  mkdirSync(none, {recursive: true})
  const opened = []
  const open = async (name, config, more = {}) => {
    const root = path.join(place, name)
    const places = writeBrain(root, one, {dated})
    const brain = await openBrain({root, env: {...process.env, XDG_CONFIG_HOME: config}, ...more})
    opened.push(brain)
    return {brain, places}
  }
  const close = () => Promise.all(opened.map((brain) => brain.close()))
  try {
    const search = await open('brain', none)
    await index(search, 'search', indexing)
    const words = await open('brain', none, {embedder: false})
    const models = []
    for (const config of configs) {
      const name = path.basename(path.resolve(config))
      models.push({name, model: await open(`brain-${name}`, path.resolve(config))})
      await index(models.at(-1).model, `search, ${name}`, indexing)
    }
    const brains = {search, words, models}
    const baseline = baselineOf(one)
    const of = (query) => rowsOf(brains, baseline, orders, query.text, asOf(one, query, dated))
    return {of, close}
  } catch (error) {
    await close()
    throw error
  }
}

async function index({brain}, row, indexing) {
  const begun = performance.now()
  const {messages} = await brain.index()
  // A model that cannot be asked leaves all to the words, which would be measured in its name.
  const [trouble] = messages.filter(({severity}) => severity !== 'info')
  if (trouble !== undefined) throw new Error(`${row}: ${trouble.reason}`)
  indexing.set(row, (indexing.get(row) ?? 0) + performance.now() - begun)
}

/** Who speaks is part of what is found, as it is in the note. */
function baselineOf({docs}) {
  const ranked = plainBm25(docs.map(({speaker, text}) => `${speaker ? `${speaker}: ` : ''}${text}`))
  return (text) => ranked(text).map((at) => ({doc: docs[at].id, session: docs[at].session}))
}

/** Where sessions have their days: the day of the question, else the one after the last session. */
function asOf({docs}, query, dated) {
  if (!dated) return {}
  const last = docs
    .flatMap(({date}) => dayOf(date) ?? [])
    .sort()
    .at(-1)
  const day =
    dayOf(query.date) ?? (last && new Date(Date.parse(last) + DAY).toISOString().slice(0, 10))
  return day === undefined ? {} : {heldAt: day}
}

async function rowsOf({search, words, models}, baseline, orders, text, options) {
  const found = await ask(search, text, options)
  const byWords = await ask(words, text, options)
  const meant = byMeaning(found.hits)
  const plain = timed(() => baseline(text))
  const rows = [
    row('search', found.hits, found.ms),
    row('plain BM25', plain.hits, plain.ms),
    row('words', byWords.hits, byWords.ms),
    row('meaning', meant),
    united('words and meaning by rank', byWords.hits, meant),
    ...PARTS.map((part) => row(`without ${part}`, without(found.hits, part))),
  ]
  for (const ranking of orders) {
    const {hits, ms} = await ask(search, text, {...options, ranking})
    rows.push(row(`search, ${ranking}`, hits, ms))
  }
  for (const {name, model} of models) {
    const {hits, ms} = await ask(model, text, options)
    rows.push(row(`search, ${name}`, hits, ms), row(`meaning, ${name}`, byMeaning(hits)))
  }
  return rows
}

async function ask({brain, places}, text, options) {
  const begun = performance.now()
  const {hits} = await brain.search(text, {...options, limit: MANY})
  const ms = performance.now() - begun
  const placed = ({path: name, lines, score, parts}) => ({
    ...docAt(places, name, lines),
    score,
    parts,
  })
  return {hits: hits.map(placed), ms}
}

function timed(work) {
  const begun = performance.now()
  const hits = work()
  return {hits, ms: performance.now() - begun}
}

function row(name, hits, ms) {
  return {row: name, ms, docs: distinct(hits, 'doc'), sessions: distinct(hits, 'session')}
}

function united(name, byWords, meant) {
  const of = (grain) => byRanks([distinct(byWords, grain), distinct(meant, grain)])
  return {row: name, docs: of('doc'), sessions: of('session')}
}

function byMeaning(hits) {
  return hits
    .filter(({parts}) => 0 < parts.meaning)
    .sort((a, b) => b.parts.meaning - a.parts.meaning)
}

function without(hits, part) {
  return hits
    .map((hit) => ({...hit, score: hit.score - hit.parts[part]}))
    .sort((a, b) => b.score - a.score)
}

function byRanks(rankings) {
  const scores = new Map()
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANKS + rank + 1))
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}

function distinct(hits, grain) {
  return [...new Set(hits.map((hit) => hit[grain]).filter((id) => id !== undefined))]
}
