/**
 * `npm run bench:boot`: what a start of the command costs, from key press to last byte.
 *
 * Whole processes are measured, since that is what a session waits for, and each is paired with a bare
 * `node -e 0` right before or after it: machines differ and are shared, so that the ratio is what can
 * be compared. Options: `--runs N` (15), `--drawers N` (10,000), `--only TEXT`, `--json FILE`.
 */

import {spawnSync} from 'node:child_process'
import {appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    runs: {type: 'string', default: '15'},
    drawers: {type: 'string', default: '10000'},
    only: {type: 'string', default: ''},
    json: {type: 'string'},
  },
})
const runs = wholeNumber('runs')
const drawers = wholeNumber('drawers')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-bench-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))

const env = measuredEnvironment()
const cli = path.join(root, 'dist/cli.js')
const example = path.join(place, 'example')
const large = path.join(place, 'large')
let edited
let edits = 0

/** `prepare` is done before each run and not measured. Slow ones are run less often. */
const cases = [
  {name: '--version', args: ['--version']},
  {name: 'completion', args: ['__complete', 'boo']},
  {name: 'example, warm', args: boot(example)},
  {name: 'example, first time', args: boot(example), prepare: () => forget(example)},
  {
    name: `${drawers} drawers, first time`,
    args: boot(large),
    prepare: () => forget(large),
    most: 3,
  },
  {name: `${drawers} drawers, warm`, args: boot(large)},
  {name: `${drawers} drawers, one edit`, args: boot(large), prepare: edit},
].filter(({name}) => name.includes(values.only))

makeExample()
if (cases.some(({args}) => args.includes(large))) makeLarge()

const results = cases.map(measure)
printTable(results)
if (process.env.NODE_EXTRA_CA_CERTS !== undefined) {
  // Certificates are read at every start, ours and the bare one's: the ratio is the smaller for it.
  process.stdout.write(
    'NODE_EXTRA_CA_CERTS is set; without it every start is quicker by a constant.\n',
  )
}
if (values.json !== undefined) {
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: os.cpus()[0]?.model,
    cores: os.cpus().length,
  }
  writeFileSync(values.json, `${JSON.stringify({machine, runs, drawers, results}, null, 2)}\n`)
}

/** The environment as it is, which is what a session starts in, but for what would lead to the user's own files. */
function measuredEnvironment() {
  const own = /^(?:GIT_|MDBRAIN_|XDG_)/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  return {...Object.fromEntries(kept), HOME: path.join(place, 'home'), TZ: 'UTC', LANG: 'C.UTF-8'}
}

/** At an instant, as a session asks: now is one. A day would load the time zones first. */
function boot(brain) {
  return ['boot', '--brain', brain, '--held-at', '2026-11-29T21:00:00Z']
}

function makeExample() {
  cpSync(path.join(root, 'brain-example'), example, {
    recursive: true,
    filter: (file) => path.basename(file) !== '.brain',
  })
  git(['init', '--quiet'])
  git(['add', '.'])
  git(['commit', '--quiet', '-m', 'the brain of an example'])
}

function git(args) {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org']
  check(spawnSync('git', [...identity, ...args], {cwd: example, env}), 'git')
}

function makeLarge() {
  process.stderr.write(`making a brain of ${drawers} drawers …\n`)
  const script = path.join(root, 'scripts/generate-brain.mjs')
  check(spawnSync(process.execPath, [script, large, String(drawers), '--git'], {env}), script)
}

function forget(brain) {
  rmSync(path.join(brain, '.brain'), {recursive: true, force: true})
}

/** Changes one of the drawers that Git knows, another each time. */
function edit() {
  edited ??= spawnSync('git', ['ls-files', 'drawers'], {cwd: large, env, encoding: 'utf8'})
    .stdout.trim()
    .split('\n')
  const file = path.join(large, edited[(edits * 7919) % edited.length])
  edits++
  appendFileSync(file, `\nMeasured again, after ${edits} edits.\n`)
}

function measure({name, args, prepare, most = runs}) {
  process.stderr.write(`${name} …\n`)
  // Warm is what comes second.
  prepare?.()
  timed([cli, ...args])
  const bare = []
  const own = []
  for (let run = 0; run < Math.min(runs, most); run++) {
    prepare?.()
    // In turns, so that neither always profits from what the other left in a cache.
    if (run % 2 === 0) bare.push(timed(['-e', '0']))
    own.push(timed([cli, ...args]))
    if (run % 2 === 1) bare.push(timed(['-e', '0']))
  }
  prepare?.()
  return {
    name,
    runs: own.length,
    bareMs: median(bare),
    medianMs: median(own),
    bestMs: Math.min(...own),
    ratio: median(own.map((milliseconds, run) => milliseconds / bare[run])),
    peakMb: peakOf(args),
  }
}

function timed(args) {
  const start = performance.now()
  const result = spawnSync(process.execPath, args, {
    cwd: place,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const milliseconds = performance.now() - start
  check(result, args.join(' '))
  return milliseconds
}

/** The most memory the process held, as it says itself when it ends. Git's own is not counted. */
function peakOf(args) {
  const told = path.join(place, 'peak')
  const hook =
    "import {writeFileSync} from 'node:fs';" +
    "process.on('exit',()=>writeFileSync(process.env.PEAK,String(process.resourceUsage().maxRSS)))"
  const importing = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  const result = spawnSync(process.execPath, [...importing, cli, ...args], {
    cwd: place,
    env: {...env, PEAK: told},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  check(result, args.join(' '))
  return Number(readFileSync(told, 'utf8')) / 1024
}

function check({status, stderr, error}, what) {
  if (status === 0) return
  throw new Error(`${what} ended with ${status}: ${error ?? stderr}`)
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function printTable(rows) {
  const head = ['', 'runs', 'node -e 0', 'median', 'best', 'ratio', 'peak']
  const lines = rows.map(({name, runs, bareMs, medianMs, bestMs, ratio, peakMb}) => [
    name,
    String(runs),
    `${bareMs.toFixed(0)} ms`,
    `${medianMs.toFixed(0)} ms`,
    `${bestMs.toFixed(0)} ms`,
    `${ratio.toFixed(2)} ×`,
    `${peakMb.toFixed(0)} MB`,
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column].length)),
  )
  for (const line of [head, ...lines]) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    )
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

function wholeNumber(name) {
  const number = Number(values[name])
  if (Number.isInteger(number) && 0 < number) return number
  process.stderr.write(`error: \`--${name}\` is \`${values[name]}\`, which is no number above 0\n`)
  process.exit(2)
}
