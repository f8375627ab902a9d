/**
 * `npm run bench:write`: what a memory costs that is written as a command, beside what Git alone takes for one file.
 *
 * A brain of `generate-brain.mjs` with a history of commits. In turns, so that what else the machine does meets both
 * alike: `brain remember`, the same in a process that keeps the brain open, and `git add` with `git commit` of one new file. Options: `--drawers N` (10000), `--commits N`
 * (2000), `--runs N` (15), `--json FILE`.
 */

import {execFileSync, spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {
  cli,
  committingEnvironment,
  percentile,
  printColumns,
  wholeNumber,
  writeJson,
} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    drawers: {type: 'string', default: '10000'},
    commits: {type: 'string', default: '2000'},
    runs: {type: 'string', default: '15'},
    json: {type: 'string'},
  },
})
const runs = wholeNumber(values, 'runs')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-write-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const brain = path.join(place, 'brain')
const env = committingEnvironment(place)
const git = (args, input) => run('git', args, input)
makeBrain()

const {openBrain} = await import('../dist/index.js')
const opened = await openBrain({root: brain, env})
// From the third look on a brain that stays open listens.
for (let look = 0; look < 3; look++) await opened.search('memory')
const times = {
  'node -e 0': [],
  'git add and git commit': [],
  'brain remember': [],
  'the same, of a brain that is open': [],
}
// The first time of each finds cold caches.
for (let at = -1; at < runs; at++) {
  const bare = timed(() => run(process.execPath, ['-e', '0']))
  const plain = timed(() => {
    const name = `plain-${at + 1}.md`
    writeFileSync(path.join(brain, name), `A memory of some words, number ${at}.\n`)
    git(['add', '--', name])
    git(['commit', '--quiet', '--message', `plain ${at}`])
  })
  const text = `A memory of some words, written ${at} times.`
  const own = timed(() => run(process.execPath, [cli, 'remember', text, '--brain', brain]))
  const begun = performance.now()
  await opened.remember({text: `A memory of some words, from inside, ${at} times.`})
  const inside = performance.now() - begun
  if (at === -1) continue
  times['the same, of a brain that is open'].push(inside)
  times['node -e 0'].push(bare)
  times['git add and git commit'].push(plain)
  times['brain remember'].push(own)
}
await opened.close()
const plain = times['git add and git commit']
const ratioOf = (own) =>
  percentile(
    own.map((ms, at) => ms / plain[at]),
    0.5,
  )
printColumns([
  ['', 'p50', 'best', 'beside git'],
  ...Object.entries(times).map(([name, all]) => [
    name,
    ...[0.5, 0].map((share) => `${percentile(all, share).toFixed(0)} ms`),
    `${ratioOf(all).toFixed(2)} ×`,
  ]),
])
console.log(`\n${values.drawers} drawers, ${values.commits} commits`)
if (values.json !== undefined) writeJson(values.json, {times})

function makeBrain() {
  process.stderr.write(`making ${values.drawers} notes and ${values.commits} commits …\n`)
  const script = path.join(root, 'scripts/generate-brain.mjs')
  execFileSync(process.execPath, [script, brain, values.drawers, '--git'])
  const branch = git(['symbolic-ref', 'HEAD']).trim()
  const commits = Array.from({length: wholeNumber(values, 'commits')}, (_, at) => {
    const text = `Entry ${at}\n`
    const from = at === 0 ? `from ${branch}^0\n` : ''
    return (
      `commit ${branch}\ncommitter bench <bench@localhost> ${1_700_000_000 + at} +0000\n` +
      `data 6\nentry\n${from}M 100644 inline log-${at % 50}.md\ndata ${text.length}\n${text}`
    )
  })
  git(['fast-import', '--quiet'], commits.join(''))
  git(['reset', '--quiet', '--hard'])
  run(process.execPath, [cli, 'index', '--brain', brain])
}

function run(command, args, input) {
  const options = {cwd: brain, env, input: input ?? '', encoding: 'utf8', maxBuffer: 1e9}
  const {status, stdout, stderr} = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

function timed(work) {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
