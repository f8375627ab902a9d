/**
 * `npm run bench:watch`: what a watcher costs, and what it spares.
 *
 * A brain of `generate-brain.mjs` beside a folder `node_modules` full of files. How soon it is watched, with and without an
 * index; how many watches, open files and bytes that takes; how long after a file was written its words are found, and
 * the index is in step; and a search as a new process with and without a watcher, each beside a bare `node -e 0`. Options:
 * `--drawers N` (15000), `--ignored N` (30000), `--edits N` (30), `--runs N` (15), `--json FILE`.
 */

import {execFileSync, spawn} from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import {parseArgs} from 'node:util'
import {
  bench,
  cli,
  percentile,
  printColumns,
  printProcesses,
  wholeNumber,
  writeJson,
} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    drawers: {type: 'string', default: '15000'},
    ignored: {type: 'string', default: '30000'},
    edits: {type: 'string', default: '30'},
    runs: {type: 'string', default: '15'},
    json: {type: 'string'},
  },
})
const edits = wholeNumber(values, 'edits')
const runs = wholeNumber(values, 'runs')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-watch-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const brain = path.join(place, 'brain')
makeBrain()
const own = bench(place)

const first = await watched()
await first.told('in-step')
await first.end()
const second = await watched()
const facts = await second.facts()
const times = await timeEdits(second)
const search = ['search', 'latency of the queue', '--brain', brain]
const rows = [own.measure({name: 'search, with a watcher', args: search, runs})]
await second.end()
rows.push(own.measure({name: 'search, without', args: search, runs}))

printColumns([
  [
    'files',
    'in node_modules',
    'watching after',
    'with an index',
    'watches',
    'open files',
    'memory',
  ],
  [
    values.drawers,
    values.ignored,
    ...[first.ready, second.ready].map((ms) => `${ms.toFixed(0)} ms`),
    ...[facts.watches, facts.files].map(String),
    `${(facts.rss / 1e6).toFixed(0)} MB`,
  ],
])
console.log(`watched under node_modules: ${facts.under}\n`)
printColumns([
  ['from a file written', 'p50', 'p95', 'worst'],
  ...Object.entries(times).map(([name, all]) => [
    name,
    ...[0.5, 0.95, 1].map((share) => `${percentile(all, share).toFixed(0)} ms`),
  ]),
])
console.log()
printProcesses(rows)
if (values.json !== undefined) {
  writeJson(values.json, {ready: [first.ready, second.ready], facts, times, rows})
}

function makeBrain() {
  process.stderr.write(`making ${values.drawers} notes and ${values.ignored} other files …\n`)
  const script = path.join(root, 'scripts/generate-brain.mjs')
  execFileSync(process.execPath, [script, brain, values.drawers, '--git'])
  writeFileSync(path.join(brain, '.gitignore'), 'node_modules/\n')
  for (let i = 0; i < Number(values.ignored); i++) {
    const folder = path.join(brain, 'node_modules', `package-${i % 500}`, `part-${i % 3}`)
    if (i < 1500) mkdirSync(folder, {recursive: true})
    writeFileSync(path.join(folder, `${i}.md`), '# A text of somebody else\n')
  }
}

/** A watcher that listens, and how long that took from its start. */
async function watched() {
  process.stderr.write('watching …\n')
  const begun = performance.now()
  const child = spawn(process.execPath, [cli, 'watch', '--json', '--brain', brain], {
    ...{env: own.env, stdio: ['ignore', 'pipe', 'inherit']},
  })
  const events = []
  const waiting = new Set()
  readline.createInterface({input: child.stdout}).on('line', (line) => {
    events.push({...JSON.parse(line), came: performance.now()})
    for (const look of waiting) look()
  })
  const told = (what, after = 0) =>
    new Promise((resolve) => {
      const look = () => {
        const event = events.find((each) => each.what === what && after <= each.came)
        if (event === undefined) return
        waiting.delete(look)
        resolve(event)
      }
      waiting.add(look)
      look()
    })
  const ready = (await told('watching')).came - begun
  const end = async () => {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
  const facts = async () => {
    // Until it is in step, so that its memory is what it has while it waits.
    await new Promise((done) => setTimeout(done, 3000))
    return factsOf(child.pid)
  }
  return {ready, told, end, facts}
}

/** Of a process of Linux; what cannot be told elsewhere is NaN. */
function factsOf(pid) {
  try {
    const files = readdirSync(`/proc/${pid}/fd`)
    const links = files.map((name) => readlinkSync(`/proc/${pid}/fd/${name}`))
    const watches = files.flatMap((name) =>
      readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('inotify ')),
    )
    const inodes = new Set(ignoredFolders())
    const under = watches.filter((line) =>
      inodes.has(Number.parseInt(/ino:([0-9a-f]+)/.exec(line)[1], 16)),
    )
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
    return {watches: watches.length, files: links.length, under: under.length, rss}
  } catch {
    return {watches: Number.NaN, files: Number.NaN, under: Number.NaN, rss: Number.NaN}
  }
}

function ignoredFolders() {
  const list = execFileSync('find', [
    path.join(brain, 'node_modules'),
    '-type',
    'd',
    '-printf',
    '%i\n',
  ])
  return String(list).trim().split('\n').map(Number)
}

async function timeEdits(watcher) {
  const {openBrain} = await import('../dist/index.js')
  const opened = await openBrain({root: brain, env: own.env})
  const times = {'found by a search': [], 'the index in step': []}
  for (let edit = 0; edit < edits; edit++) {
    const begun = performance.now()
    writeFileSync(
      path.join(brain, `written-${edit}.md`),
      `The wordunheard${edit} is written here.\n`,
    )
    const {hits} = await opened.search(`wordunheard${edit}`)
    if (hits.length !== 1) throw new Error(`what was written is not found: ${hits.length} hits`)
    times['found by a search'].push(performance.now() - begun)
    const silent = performance.now()
    writeFileSync(path.join(brain, `silent-${edit}.md`), `The wordsilent${edit} is written here.\n`)
    times['the index in step'].push((await watcher.told('in-step', silent)).came - silent)
  }
  await opened.close()
  return times
}
