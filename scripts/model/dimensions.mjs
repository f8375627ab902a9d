/**
 * How many dimensions meaning needs: what a search finds, against how long 100,000 vectors take to look at.
 *
 * `node scripts/model/dimensions.mjs <files and folders> [--table FILE] [--dimensions 32,64,…]`, with what
 * `npm run bench:recall` reads. Fewer dimensions are the first columns of a table (`cut-table.mjs`). For more than
 * the package's table has, give one that was made with so many (`--table`, any number of times; the
 * narrowest that has enough is cut). Recall is that of whole searches, words and all.
 */

import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {pathToFileURL} from 'node:url'
import {parseArgs} from 'node:util'
import {build} from 'esbuild'
import {docAt, writeBrain} from '../bench/brain-of-case.mjs'
import {casesIn} from '../bench/cases.mjs'
import {meansOf, scoresOf} from '../bench/metrics.mjs'
import {percentile, printColumns} from '../bench/processes.mjs'
import {root, setUp} from '../set-up.mjs'
import {readTable, writeCut} from './cut-table.mjs'

/** As deep as recall is measured. */
const DEPTH = 10
const PASSAGES = 100_000
/** Looks at all passages, of which the half that is slower says more of the machine than of the scan. */
const SCANS = 41

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    table: {type: 'string', multiple: true, default: []},
    dimensions: {type: 'string', default: '32,64,96,128,192,256,384'},
  },
})
if (positionals.length === 0) {
  console.error(
    'usage: node scripts/model/dimensions.mjs <files and folders> [--table FILE] [--dimensions 32,64]',
  )
  process.exit(2)
}

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-dimensions-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const {openBrain} = await import('../../dist/index.js')
const {builtInEmbedder, DotProducts} = await loadInside()

const tables = [path.join(root, 'models/minilm-static-128.bin'), ...values.table]
  .map(readTable)
  .sort((a, b) => a.header.dimensions - b.header.dimensions)
const wanted = values.dimensions.split(',').map(Number)
const embedders = wanted.flatMap((dimensions) => {
  const table = tables.find(({header}) => dimensions <= header.dimensions)
  if (table !== undefined) return [{name: String(dimensions), dimensions, table}]
  process.stderr.write(`${dimensions}: no table has so many; give one with --table\n`)
  return []
})
for (const one of embedders) {
  const file = path.join(place, `${one.dimensions}.bin`)
  writeCut(one.table, one.dimensions, `${one.table.header.name}, the first ${one.dimensions}`, file)
  one.embedder = builtInEmbedder(file)
}
const ways = [{name: 'words alone', embedder: false}, ...embedders]

/** By set and way: scores of every question. */
const found = new Map()
for (const one of casesIn(positionals)) {
  process.stderr.write(`${one.set} ${one.case} …\n`)
  await measure(one)
}
const scans = scanTimes(embedders.map(({dimensions}) => dimensions))
printColumns([
  ['', ...found.keys(), 'scan, half', 'scan, best'],
  ...ways.map(({name, dimensions}) => [name, ...recalls(name), ...scanned(dimensions)]),
])

async function measure(one) {
  const folder = path.join(place, 'brain')
  const places = writeBrain(folder, one)
  // One folder for all ways: words are indexed once, and only vectors are made anew.
  for (const {name, embedder} of ways) {
    const env = {...process.env, XDG_CONFIG_HOME: place}
    const brain = await openBrain({root: folder, embedder, env})
    try {
      await brain.index()
      for (const query of one.queries) keep(one.set, name, await scored(brain, places, query))
    } finally {
      await brain.close()
    }
  }
  rmSync(folder, {recursive: true})
}

async function scored(brain, places, {text, gold_docs, gold_sessions}) {
  const [grain, gold] = gold_docs.length === 0 ? ['session', gold_sessions] : ['doc', gold_docs]
  // Several passages may be of one document.
  for (let limit = 2 * DEPTH; ; limit *= 2) {
    const {hits} = await brain.search(text, {limit})
    const ids = hits.map((hit) => docAt(places, hit.path, hit.lines)?.[grain])
    const ranked = [...new Set(ids.filter((id) => id !== undefined))]
    if (DEPTH <= ranked.length || hits.length < limit) return scoresOf(ranked, gold)
  }
}

function keep(set, name, scores) {
  const ofSet = found.get(set) ?? new Map()
  found.set(set, ofSet.set(name, [...(ofSet.get(name) ?? []), scores]))
}

function recalls(name) {
  return [...found.values()].map((ofSet) => meansOf(ofSet.get(name))['recall_mean@10'].toFixed(1))
}

function scanned(dimensions) {
  const times = scans.get(dimensions)
  return [0.5, 0].map((share) => (times ? `${percentile(times, share).toFixed(1)} ms` : '–'))
}

/** Milliseconds of each look, by dimensions; in turns, so that what else the machine does meets all alike. */
function scanTimes(all) {
  const ready = all.map((dimensions) => {
    const products = new DotProducts(dimensions)
    products.resize(PASSAGES)
    products.write(0, noise(PASSAGES * dimensions))
    return {dimensions, products, question: noise(dimensions), times: []}
  })
  for (let scan = -5; scan < SCANS; scan++) {
    for (const {products, question, times} of ready) {
      const begun = performance.now()
      products.with(question)
      // The first few are not counted: the code is made fast while they run.
      if (0 <= scan) times.push(performance.now() - begun)
    }
  }
  return new Map(ready.map(({dimensions, times}) => [dimensions, times]))
}

/** Numbers of which none matters: a scan takes as long for any. */
function noise(length) {
  return Int8Array.from({length}, (_, at) => (at * 31 + (at >> 7)) % 127)
}

async function loadInside() {
  const outfile = path.join(place, 'inside.mjs')
  await build({
    stdin: {
      contents: `export {builtInEmbedder} from './embed/static-embedder.js'
        export {DotProducts} from './rank/dot-products.js'`,
      resolveDir: path.join(root, 'src'),
      loader: 'ts',
    },
    ...{outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20.19'},
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}
