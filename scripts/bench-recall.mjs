/**
 * `npm run bench:recall -- <files and folders>`: how well search finds what answers a question.
 *
 * End to end: each case (`bench/cases.mjs` says what is read) is written as a brain to disk, opened as anybody
 * opens one, and asked through the library's `search`. `bench/rankings.mjs` says what stands beside it. Options:
 *
 * - `--set NAME`: of folders only that set. `--cases FILE`: only the cases that the file names, one a line.
 * - `--ranking NAME`, any number of times: rows of the same search in another order. Then every session has its day,
 *   and questions are asked on the day that they have, else on the day after the last session.
 * - `--config FOLDER`, any number of times: rows with the models that FOLDER/mdbrain/config.yaml names, under the
 *   folder's name. No other settings of yours count.
 * - `--out FILE`: every row of every query, as lines of JSON. `--keep FOLDER`: where the brains stay.
 */

import {appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {casesIn} from './bench/cases.mjs'
import {scoresOf} from './bench/metrics.mjs'
import {openRankings} from './bench/rankings.mjs'
import {printSet} from './bench/recall-tables.mjs'
import {setUp} from './set-up.mjs'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    set: {type: 'string'},
    cases: {type: 'string'},
    ranking: {type: 'string', multiple: true, default: []},
    config: {type: 'string', multiple: true, default: []},
    out: {type: 'string'},
    keep: {type: 'string'},
  },
})
if (positionals.length === 0) {
  console.error(
    'usage: npm run bench:recall -- <files and folders> [--set NAME] [--cases FILE] [--ranking NAME] [--config FOLDER] [--out FILE]',
  )
  process.exit(2)
}

await setUp()
const {openBrain} = await import('../dist/index.js')
const place = values.keep ?? mkdtempSync(path.join(os.tmpdir(), 'mdbrain-recall-'))
if (values.keep === undefined) {
  process.on('exit', () => rmSync(place, {recursive: true, force: true}))
}
if (values.out !== undefined) writeFileSync(values.out, '')
/** The names of the cases that are wanted, where not all are. */
const wanted = values.cases && new Set(readFileSync(values.cases, 'utf8').split(/\s+/))
const tell = (sentence) => process.stderr.write(`${sentence}\n`)

/** By set: `rows` of `{row, grain, type, scores}`, milliseconds by row, and how much there was. */
const results = new Map()
for (const one of casesIn(positionals, {set: values.set, tell})) {
  if (!wanted || wanted.has(one.case)) await measure(one)
}
if (results.size === 0) {
  console.error(`no case found in ${positionals.join(', ')}`)
  process.exit(2)
}
for (const [set, result] of results) printSet(set, result)

async function measure(one) {
  tell(`${one.set} ${one.case}: ${one.docs.length} documents …`)
  const folder = path.join(place, one.set, String(one.case).replaceAll(/[^\w.-]/g, '_'))
  const result = resultOf(one.set)
  result.docs += one.docs.length
  const {ranking: orders, config: configs} = values
  const asked = {openBrain, place: folder, one, orders, configs}
  const rankings = await openRankings(asked, result.indexing)
  try {
    for (const query of one.queries) {
      result.queries++
      for (const found of await rankings.of(query)) record(result, one, query, found)
    }
  } finally {
    await rankings.close()
    if (values.keep === undefined) rmSync(folder, {recursive: true, force: true})
  }
}

function resultOf(set) {
  const result = results.get(set) ?? {
    ...{rows: [], queries: 0, docs: 0},
    ...{indexing: new Map(), asking: new Map()},
  }
  results.set(set, result)
  return result
}

function record(result, one, query, {row, ms, docs, sessions}) {
  if (ms !== undefined) result.asking.set(row, (result.asking.get(row) ?? 0) + ms)
  for (const [grain, ranked, gold = []] of [
    ['doc', docs, query.gold_docs],
    ['session', sessions, query.gold_sessions],
  ]) {
    if (gold.length === 0) continue
    const scores = scoresOf(ranked, gold)
    const type = query.type ?? ''
    result.rows.push({row, grain, type, scores})
    if (values.out === undefined) continue
    const about = {set: one.set, case: one.case, query: query.id, type, row, grain}
    const line = {...about, gold, top: ranked.slice(0, 10), scores, ms}
    appendFileSync(values.out, `${JSON.stringify(line)}\n`)
  }
}
