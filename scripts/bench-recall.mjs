/**
 * `npm run bench:recall -- <folder>`: how well search finds what answers a question.
 *
 * End to end: each case of the folder (`bench/cases.mjs` says its shape) is written as a brain to disk,
 * opened as anybody opens one, and asked through the library's `search`. Beside it stand plain BM25
 * over the same documents, a search by words alone, what was found ordered by its meaning alone, the two of these
 * united by their ranks (reciprocal rank fusion with 60, Cormack, Clarke and Büttcher, 2009), and what search would give
 * without each part of its score. Options: `--set NAME`,
 * `--out FILE` for the results of every query as lines of JSON, `--keep FOLDER` to keep the brains.
 */

import {appendFileSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {docAt, writeBrain} from './bench/brain-of-case.mjs'
import {casesUnder} from './bench/cases.mjs'
import {meansOf, scoresOf} from './bench/metrics.mjs'
import {plainBm25} from './bench/plain-bm25.mjs'
import {setUp} from './set-up.mjs'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {set: {type: 'string'}, out: {type: 'string'}, keep: {type: 'string'}},
})
const folder = positionals[0]
if (folder === undefined) {
  console.error('usage: npm run bench:recall -- <folder of sets> [--set NAME] [--out FILE]')
  process.exit(2)
}

/**
 * Enough that what comes first when a part is taken off is among them, and that the tenth session is.
 * Each is shown with its passage, which is what takes the time here.
 */
const MANY = 300
const METRICS = [
  ...['recall_any@5', 'recall_all@5', 'recall_mean@5'],
  ...['recall_any@10', 'recall_all@10', 'recall_mean@10', 'ndcg@10'],
]
const PARTS = ['meaning', 'note', 'neighbours', 'exact']
/** The usual constant of reciprocal rank fusion. */
const RANKS = 60

await setUp()
const {openBrain} = await import('../dist/index.js')
const place = values.keep ?? mkdtempSync(path.join(os.tmpdir(), 'mdbrain-recall-'))
if (values.keep === undefined) {
  process.on('exit', () => rmSync(place, {recursive: true, force: true}))
}
if (values.out !== undefined) writeFileSync(values.out, '')

/** By set: rows of `{row, grain, type, scores}`, and seconds. */
const results = new Map()
for (const one of casesUnder(folder, values.set)) await measure(one)
if (results.size === 0) {
  console.error(`no case found under ${folder}`)
  process.exit(2)
}
for (const [set, result] of results) print(set, result)

async function measure(one) {
  process.stderr.write(`${one.set} ${one.case}: ${one.docs.length} documents …\n`)
  const root = path.join(place, one.set, String(one.case).replaceAll(/[^\w.-]/g, '_'))
  const places = writeBrain(root, one)
  const brain = await openBrain({root})
  const wordsOnly = await openBrain({root, embedder: false})
  const result = results.get(one.set) ?? {rows: [], queries: 0, indexing: 0, asking: 0, docs: 0}
  results.set(one.set, result)
  try {
    const begun = performance.now()
    await brain.index()
    result.indexing += performance.now() - begun
    // Who speaks is part of what is found, as it is in the note.
    const baseline = plainBm25(
      one.docs.map(({speaker, text}) => `${speaker ? `${speaker}: ` : ''}${text}`),
    )
    result.docs += one.docs.length
    for (const query of one.queries) {
      await ask(result, {brain, wordsOnly}, places, one, query, baseline)
    }
  } finally {
    await brain.close()
    await wordsOnly.close()
  }
}

async function ask(result, {brain, wordsOnly}, places, one, query, baseline) {
  const begun = performance.now()
  const {hits} = await brain.search(query.text, {limit: MANY})
  result.asking += performance.now() - begun
  result.queries++
  const placed = ({path: name, lines, score, parts}) => ({
    ...docAt(places, name, lines),
    score,
    parts,
  })
  const found = hits.map(placed)
  const byWords = (await wordsOnly.search(query.text, {limit: MANY})).hits.map(placed)
  const byMeaning = found
    .filter(({parts}) => 0 < parts.meaning)
    .sort((a, b) => b.parts.meaning - a.parts.meaning)
  const rankings = {
    search: found,
    'plain BM25': baseline(query.text).map((index) => ({
      doc: one.docs[index].id,
      session: one.docs[index].session,
    })),
  }
  rankings.words = byWords
  rankings.meaning = byMeaning
  for (const [grain, gold] of [
    ['doc', query.gold_docs],
    ['session', query.gold_sessions],
  ]) {
    const united = byRanks([distinct(byWords, grain), distinct(byMeaning, grain)])
    record(result, one, query, 'words and meaning by rank', grain, united, gold)
  }
  for (const part of PARTS) rankings[`without ${part}`] = without(found, part)
  for (const [row, ranking] of Object.entries(rankings)) {
    record(result, one, query, row, 'doc', distinct(ranking, 'doc'), query.gold_docs)
    record(result, one, query, row, 'session', distinct(ranking, 'session'), query.gold_sessions)
  }
}

function without(found, part) {
  return found
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

function distinct(ranking, key) {
  return [...new Set(ranking.map((hit) => hit[key]).filter((id) => id !== undefined))]
}

function record(result, one, query, row, grain, ranked, gold) {
  if (gold === undefined || gold.length === 0) return
  const scores = scoresOf(ranked, gold)
  result.rows.push({row, grain, type: query.type ?? '', scores})
  if (values.out === undefined || row.startsWith('without')) return
  const line = {
    set: one.set,
    case: one.case,
    query: query.id,
    type: query.type,
    row,
    grain,
    gold,
    top: ranked.slice(0, 10),
    scores,
  }
  appendFileSync(values.out, `${JSON.stringify(line)}\n`)
}

function print(set, {rows, queries, docs, indexing, asking}) {
  const each = (asking / queries).toFixed(1)
  console.log(
    `\n## ${set}: ${docs} documents, ${queries} queries; ` +
      `indexed in ${(indexing / 1000).toFixed(1)} s, ${each} ms a query, its look at the files included`,
  )
  const grains = [...new Set(rows.map(({grain}) => grain))]
  for (const grain of grains) {
    const ofGrain = rows.filter((row) => row.grain === grain)
    const types = [...new Set(ofGrain.map(({type}) => type))].sort()
    console.log(`\n| ${set}, by ${grain} | n | ${METRICS.join(' | ')} |`)
    console.log(`|---|---|${METRICS.map(() => '---').join('|')}|`)
    for (const row of new Set(ofGrain.map((one) => one.row))) {
      line(
        row,
        ofGrain.filter((one) => one.row === row),
      )
    }
    for (const type of types.length < 2 ? [] : types) {
      for (const row of ['search', 'words', 'meaning', 'plain BM25']) {
        line(
          `${row}, ${type}`,
          ofGrain.filter((one) => one.row === row && one.type === type),
        )
      }
    }
  }
}

function line(name, rows) {
  const means = meansOf(rows.map(({scores}) => scores))
  const cells = METRICS.map((metric) => means[metric].toFixed(1))
  console.log(`| ${name} | ${rows.length} | ${cells.join(' | ')} |`)
}
