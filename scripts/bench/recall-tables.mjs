/** Prints what `bench:recall` measured: a table a set and grain, all questions first, then each category. */

import {meansOf} from './metrics.mjs'

const METRICS = [
  ...['recall_any@5', 'recall_all@5', 'recall_mean@5'],
  ...['recall_any@10', 'recall_all@10', 'recall_mean@10', 'ndcg@10'],
]

/**
 * `rows` are `{row, grain, type, scores}`; `asking` and `indexing` have milliseconds by row. Categories have the
 * rows that were asked for by themselves, and those of meaning alone.
 */
export function printSet(set, {rows, queries, docs, indexing, asking}) {
  console.log(`\n## ${set}: ${docs} documents, ${queries} queries`)
  for (const [row, ms] of indexing) {
    console.log(`${row}: indexed in ${(ms / 1000).toFixed(1)} s`)
  }
  for (const grain of new Set(rows.map((one) => one.grain))) {
    const ofGrain = rows.filter((one) => one.grain === grain)
    console.log(`\n| ${set}, by ${grain} | n | ${METRICS.join(' | ')} | seconds |`)
    console.log(`|---|---|${METRICS.map(() => '---').join('|')}|---|`)
    const names = [...new Set(ofGrain.map(({row}) => row))]
    for (const name of names) printRow(name, ofGrain, asking.get(name))
    const types = [...new Set(ofGrain.map(({type}) => type))].sort()
    for (const type of types.length < 2 ? [] : types) {
      const ofType = ofGrain.filter((one) => one.type === type)
      const shown = names.filter((name) => asking.has(name) || name.startsWith('meaning'))
      for (const name of shown) printRow(name, ofType, undefined, type)
    }
  }
}

function printRow(name, rows, ms, type) {
  const own = rows.filter(({row}) => row === name)
  const means = meansOf(own.map(({scores}) => scores))
  const cells = METRICS.map((metric) => means[metric].toFixed(1))
  const seconds = ms === undefined ? '–' : (ms / 1000).toFixed(1)
  const title = type === undefined ? name : `${name}, ${type}`
  console.log(`| ${title} | ${own.length} | ${cells.join(' | ')} | ${seconds} |`)
}
