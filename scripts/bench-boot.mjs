/**
 * `npm run bench:boot`: what a start of the command costs, from key press to last byte.
 *
 * Whole processes are measured, since that is what a session waits for, and each is paired with a bare
 * `node -e 0` right before or after it: machines differ and are shared, so that the ratio is what can
 * be compared. Options: `--runs N` (15), `--drawers N` (10,000), `--only TEXT`, `--json FILE`.
 */

import {spawnSync} from 'node:child_process'
import {appendFileSync, cpSync, mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {bench, check, printProcesses, wholeNumber, writeJson} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    runs: {type: 'string', default: '15'},
    drawers: {type: 'string', default: '10000'},
    only: {type: 'string', default: ''},
    json: {type: 'string'},
  },
})
const runs = wholeNumber(values, 'runs')
const drawers = wholeNumber(values, 'drawers')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-bench-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))

const {env, measure} = bench(place)
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

const results = cases.map(({most = runs, ...one}) => measure({...one, runs: Math.min(runs, most)}))
printProcesses(results)
if (values.json !== undefined) writeJson(values.json, {runs, drawers, results})

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
