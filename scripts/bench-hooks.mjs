/**
 * `npm run bench:hooks`: what an agent waits for, at the beginning of a session, at each prompt and at the end
 * of each turn; and what then goes on behind it.
 *
 * Whole processes, each paired with a bare `node -e 0`, in brains of several sizes, without a watcher and with
 * one. The process that keeps what was said is measured too, though nobody waits for it: each time with one
 * turn more. Options: `--runs N` (15), `--sizes 0,60,10000`, `--only TEXT`, `--json FILE`.
 */

import {execFileSync, spawn} from 'node:child_process'
import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import {parseArgs} from 'node:util'
import {bench, cli, printProcesses, wholeNumber, writeJson} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    runs: {type: 'string', default: '15'},
    sizes: {type: 'string', default: '0,60,10000'},
    only: {type: 'string', default: ''},
    json: {type: 'string'},
  },
})
const runs = wholeNumber(values, 'runs')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-hooks-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const own = bench(place)
const transcript = path.join(place, 't.jsonl')
let turns = 0

const results = []
for (const size of values.sizes.split(',').map(Number)) {
  const brain = makeBrain(size)
  measureAll(`${size} notes`, brain)
  const watcher = await watched(brain)
  measureAll(`${size} notes, watched`, brain)
  await watcher.end()
}
printProcesses(results)
if (values.json !== undefined) writeJson(values.json, {runs, results})

function measureAll(called, brain) {
  const said = {cwd: brain, transcript_path: transcript}
  const input = JSON.stringify({...said, prompt: 'what is the latency of the queue?'})
  const run = (event) => ['hook', 'run', 'claude-code', ...event]
  // Without a session nothing is done behind the keep that is measured.
  const cases = [
    {name: `begin, ${called}`, args: run([]), input},
    {name: `turn, ${called}`, args: run(['turn']), input},
    {name: `keep, ${called}`, args: run(['keep']), input},
    {
      name: `behind it, ${called}`,
      args: ['hook', 'keep', 'claude-code'],
      input: JSON.stringify({session: 's1', cwd: brain, transcript}),
      prepare: saySomething,
    },
  ]
  for (const one of cases.filter(({name}) => name.includes(values.only))) {
    results.push(own.measure({...one, runs}))
  }
}

function saySomething() {
  const message = {role: 'user', content: `Number ${turns} is about the queue, and its latency.`}
  appendFileSync(transcript, `${JSON.stringify({type: 'user', uuid: `u${turns++}`, message})}\n`)
}

function makeBrain(size) {
  const brain = path.join(place, `of-${size}`)
  if (size === 0) {
    mkdirSync(brain)
    writeFileSync(path.join(brain, 'brain.yaml'), '')
    execFileSync('git', ['init', '--quiet'], {cwd: brain, env: own.env})
  } else {
    process.stderr.write(`making a brain of ${size} notes …\n`)
    const script = path.join(root, 'scripts/generate-brain.mjs')
    execFileSync(process.execPath, [script, brain, String(size), '--git'], {env: own.env})
  }
  const identity = [
    ['user.name', 'Bench'],
    ['user.email', 'bench@example.org'],
  ]
  for (const one of identity) execFileSync('git', ['config', ...one], {cwd: brain, env: own.env})
  for (const command of ['trust', 'index']) own.output([command, '--brain', brain])
  rmSync(transcript, {force: true})
  saySomething()
  return brain
}

/** A watcher of the brain, once it is in step. */
async function watched(brain) {
  const child = spawn(process.execPath, [cli, 'watch', '--brain', brain, '--json'], {
    env: own.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  for await (const line of readline.createInterface({input: child.stdout})) {
    if (line.includes('in-step')) break
  }
  return {
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
