/**
 * `npm run bench:clients`: many clients of one process that keeps a brain open, as several agents are.
 *
 * Each client asks, waits for the answer and asks again; beside them a memory is written every second. Two rounds:
 * in one every question is asked for the first time (words that stand together somewhere in the brain), in the
 * other fifty questions go round. The brain is made by `generate-brain.mjs` in a repository of its own, or of the notes of a
 * vault as often as it takes. Options: `--drawers N` (100000), `--vault FOLDER`, `--clients N` (30), `--seconds N` (60),
 * `--brain FOLDER` to use or keep the brain there, `--json FILE`.
 */

import {execFileSync, spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {multiplyVault, notesUnder} from './bench/corpora.mjs'
import {cli, percentile, printColumns, wholeNumber, writeJson} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    drawers: {type: 'string', default: '100000'},
    vault: {type: 'string'},
    clients: {type: 'string', default: '30'},
    seconds: {type: 'string', default: '60'},
    brain: {type: 'string'},
    json: {type: 'string'},
    // Of the process that is measured.
    inside: {type: 'string'},
  },
})
const clients = wholeNumber(values, 'clients')
const seconds = wholeNumber(values, 'seconds')
const ROUNDS = {'each question once': Number.POSITIVE_INFINITY, 'fifty questions in turn': 50}
const WRITE_EVERY = 1000
/** The first questions of a process open the index and begin to listen for changes. */
const WARM = 5

if (values.inside === undefined) await measureAll()
else console.log(JSON.stringify(await measure(values.brain, ROUNDS[values.inside])))

async function measureAll() {
  await setUp()
  const brain = values.brain ?? mkdtempSync(path.join(os.tmpdir(), 'mdbrain-clients-'))
  if (values.brain === undefined) {
    process.on('exit', () => rmSync(brain, {recursive: true, force: true}))
  }
  if (!existsSync(brain) || readdirSync(brain).length === 0) makeBrain(brain)
  process.stderr.write('indexing …\n')
  const index = JSON.parse(
    execFileSync(process.execPath, [cli, 'index', '--brain', brain, '--json']),
  )
  const rows = Object.keys(ROUNDS).map((round) => {
    process.stderr.write(`${round} …\n`)
    const script = fileURLToPath(import.meta.url)
    const options = ['--clients', values.clients, '--seconds', values.seconds]
    const args = [script, '--inside', round, '--brain', brain, ...options]
    const {stdout, stderr, status} = spawnSync(process.execPath, args, {encoding: 'utf8'})
    if (status !== 0) throw new Error(stderr)
    return {round, ...JSON.parse(stdout)}
  })
  const ms = (value) => `${value.toFixed(1)} ms`
  console.log(
    `${index.notes} notes, ${index.chunks} passages; ${clients} clients, ${seconds} s, a write every second; ` +
      `${os.availableParallelism()} cores, Node ${process.versions.node}\n`,
  )
  printColumns([
    ['', 'answers', 'mean', 'p50', 'p95', 'worst', 'writes', 'write p50', 'memory'],
    ...rows.map((row) => [
      row.round,
      String(row.answers),
      ...[row.mean, row.p50, row.p95, row.worst].map(ms),
      String(row.writes),
      ms(row.writeP50),
      `${(row.peak / 1e6).toFixed(0)} MB`,
    ]),
  ])
  if (values.json !== undefined) writeJson(values.json, {clients, seconds, index, rows})
}

function makeBrain(brain) {
  process.stderr.write(`making ${values.drawers} notes …\n`)
  if (values.vault === undefined) {
    const script = path.join(root, 'scripts/generate-brain.mjs')
    execFileSync(process.execPath, [script, brain, values.drawers, '--git'])
    return
  }
  multiplyVault(values.vault, brain, Number(values.drawers))
  const git = (...args) => execFileSync('git', args, {cwd: brain, maxBuffer: 1e9})
  git('init', '--quiet')
  git('add', '--all')
  git(
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@localhost',
    'commit',
    '--quiet',
    '-m',
    'notes',
  )
}

async function measure(brain, howMany) {
  const {openBrain} = await import('../dist/index.js')
  const opened = await openBrain({root: brain})
  const question = questionsOf(brain, howMany)
  for (let time = 0; time < WARM; time++) await opened.search(question())
  const times = []
  const writes = []
  let peak = 0
  const end = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await opened.search(question())
      times.push(performance.now() - begun)
    }
  }
  const writer = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      const text = `Written while others asked: ${question()}`
      await opened.remember({text, wing: 'bench', room: `day-${writes.length % 3}`})
      writes.push(performance.now() - begun)
      await new Promise((done) => setTimeout(done, Math.max(0, WRITE_EVERY - writes.at(-1))))
    }
  }
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 100)
  await Promise.all([writer(), ...Array.from({length: clients}, client)])
  clearInterval(watch)
  await opened.close()
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return {
    answers: times.length,
    mean,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    worst: Math.max(...times),
    writes: writes.length,
    writeP50: percentile(writes, 0.5),
    peak,
  }
}

/** Gives three to eight words that stand together in some note, `howMany` different ones in turn. */
function questionsOf(brain, howMany) {
  const notes = notesUnder(brain)
  const made = []
  let asked = 0
  return () => {
    const at = asked++
    if (howMany <= made.length) return made[at % made.length]
    const text = readFileSync(path.join(brain, notes[(at * 7919) % notes.length]), 'utf8')
    const words = text.replace(/^---\n[\s\S]*?\n---\n/, '').match(/[\p{L}\p{N}]+/gu) ?? ['nothing']
    const length = 3 + (at % 6)
    const from = (at * 31) % Math.max(1, words.length - length)
    made.push(words.slice(from, from + length).join(' '))
    return made.at(-1)
  }
}
