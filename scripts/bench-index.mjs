/**
 * `npm run bench:index -- <vault>`: what the index costs in time, memory and bytes.
 *
 * On the vault itself (copied; nothing is written into it): the first index, a second one with nothing
 * changed, a search as a new process. Then brains of about 1,000, 20,000 and 100,000 chunks made of the same notes: the
 * fixed queries of `bench/queries.txt` asked of an open index, a search as a new process, and one edit.
 * Options: `--runs N` (15), `--sizes 1000,20000,100000`, `--json FILE`, `--keep FOLDER`.
 */

import {appendFileSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {copyVault, multiplyVault, notesUnder} from './bench/corpora.mjs'
import {askAll, editOnce, loadInside, openIndex} from './bench/inside.mjs'
import {
  bench,
  percentile,
  printColumns,
  printProcesses,
  wholeNumber,
  writeJson,
} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    runs: {type: 'string', default: '15'},
    sizes: {type: 'string', default: '1000,20000,100000'},
    json: {type: 'string'},
    keep: {type: 'string'},
  },
})
const [vault] = positionals
if (vault === undefined) {
  console.error(
    'usage: npm run bench:index -- <vault> [--runs N] [--sizes 1000,20000,100000] [--json FILE]',
  )
  process.exit(2)
}
const runs = wholeNumber(values, 'runs')
const sizes = values.sizes.split(',').map(Number)
const queries = readFileSync(path.join(root, 'scripts/bench/queries.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
const tenWords = queries.filter((query) => 9 <= query.split(' ').length)
/** Each query so often; the first round warms up and is not counted. */
const ROUNDS = 6
const EDITS = 30

await setUp()
const inside = await loadInside()
const place = values.keep ?? mkdtempSync(path.join(os.tmpdir(), 'mdbrain-bench-'))
if (values.keep === undefined)
  process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const {measure, output} = bench(place)

const processes = []
const vaultBrain = path.join(place, 'vault')
const vaultBytes = copyVault(vault, vaultBrain)
const indexing = (brain) => ['index', '--brain', brain]
processes.push(
  measure({
    name: 'vault: first index',
    args: indexing(vaultBrain),
    runs: Math.min(runs, 3),
    prepare: () => forget(vaultBrain),
  }),
  measure({name: 'vault: index, nothing changed', args: indexing(vaultBrain), runs}),
  measure({name: 'vault: search', args: searching(vaultBrain), runs}),
)
const vaultIndex = {...JSON.parse(output([...indexing(vaultBrain), '--json'])), text: vaultBytes}
const perNote = vaultIndex.chunks / notesUnder(vault).length

const indexes = [{name: 'vault', ...vaultIndex}]
const insides = []
for (const size of sizes) await measureSize(size)

printProcesses(processes)
console.log()
printColumns([
  ['', 'notes', 'chunks', 'text', 'index', 'index / text'],
  ...indexes.map(({name, notes, chunks, text, bytes}) => [
    name,
    String(notes),
    String(chunks),
    megabytes(text),
    megabytes(bytes),
    (bytes / text).toFixed(2),
  ]),
])
console.log()
printColumns([
  [
    'open index',
    'queries p50',
    'p95',
    'worst',
    'ten words p50',
    'p95',
    'edit p50',
    'p95',
    'edit bytes',
  ],
  ...insides.map((one) => [
    `${one.chunks} chunks`,
    ...[one.all.p50, one.all.p95, one.all.worst, one.ten.p50, one.ten.p95].map(milliseconds),
    ...[one.edit.p50, one.edit.p95].map(milliseconds),
    String(one.edit.bytes),
  ]),
])
console.log(`${queries.length} queries (scripts/bench/queries.txt), ${ROUNDS - 1} rounds`)
if (values.json !== undefined) writeJson(values.json, {runs, processes, indexes, insides})

async function measureSize(size) {
  const brain = path.join(place, `chunks-${size}`)
  const text = multiplyVault(vault, brain, Math.ceil(size / perNote))
  process.stderr.write(`indexing about ${size} chunks …\n`)
  const index = JSON.parse(output([...indexing(brain), '--json']))
  indexes.push({name: `about ${size} chunks`, ...index, text})
  processes.push(
    measure({name: `${index.chunks} chunks: search`, args: searching(brain), runs}),
    measure({
      name: `${index.chunks} chunks: search after an edit`,
      args: searching(brain),
      runs: Math.min(runs, 5),
      prepare: () => edit(brain),
    }),
  )
  const opened = await openIndex(inside, brain)
  const times = []
  const ten = []
  for (let round = 0; round < ROUNDS; round++) {
    const found = await askAll(opened, queries)
    if (round === 0) continue
    times.push(...found)
    ten.push(...found.filter((_, at) => tenWords.includes(queries[at])))
  }
  const notes = notesUnder(brain)
  const edits = []
  for (let at = 0; at < EDITS; at++) {
    const note = notes[(at * 7919) % notes.length]
    const edited = await editOnce(inside, opened, brain, note)
    // The first ones warm up.
    if (5 <= at) edits.push(edited)
  }
  insides.push({
    chunks: index.chunks,
    all: spread(times),
    ten: spread(ten),
    edit: {
      ...spread(edits.map((one) => one.milliseconds)),
      bytes: percentile(
        edits.map((one) => one.bytes),
        0.5,
      ),
    },
  })
}

function searching(brain) {
  return (run) => ['search', '--brain', brain, '--json', '--', queries[run % queries.length]]
}

function forget(brain) {
  rmSync(path.join(brain, '.brain'), {recursive: true, force: true})
}

function edit(brain) {
  const notes = notesUnder(brain)
  appendFileSync(path.join(brain, notes[Math.floor(notes.length / 2)]), '\nMeasured again.\n')
}

function spread(times) {
  return {p50: percentile(times, 0.5), p95: percentile(times, 0.95), worst: Math.max(...times)}
}

function milliseconds(time) {
  return `${time.toFixed(1)} ms`
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
