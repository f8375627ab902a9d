/**
 * `npm run test:watcher`: a watcher is killed again and again while others write and ask.
 *
 * Two processes' worth of writers remember, and each looks at once for what it has just been told is remembered; an editor
 * saves notes by hand. The watcher is killed (SIGKILL) at a moment that chance picks, and started again. Every answer must
 * be right, nothing may be lost, and a second after each kill `status` must know that nobody watches. Options: `--kills N`
 * (100), `--seed N`.
 */

import {execFileSync, spawn} from 'node:child_process'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import {parseArgs} from 'node:util'
import {cli, measuredEnvironment, wholeNumber} from '../bench/processes.mjs'
import {root, setUp} from '../set-up.mjs'

const {values} = parseArgs({
  options: {kills: {type: 'string', default: '100'}, seed: {type: 'string', default: '1'}},
})
const kills = wholeNumber(values, 'kills')
/** In milliseconds, a second of which a process needs to begin. */
const LONGEST_LIFE = 2500
const STATUS_WITHIN = 1000

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-kills-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const brain = path.join(place, 'brain')
execFileSync(process.execPath, [
  path.join(root, 'scripts/generate-brain.mjs'),
  brain,
  '200',
  '--git',
])
const env = measuredEnvironment(place)
const {openBrain} = await import('../../dist/index.js')

const chance = chanceFrom(wholeNumber(values, 'seed'))
const wrong = []
const counts = {kills: 0, written: 0, saved: 0, asked: 0, byWatcher: 0}
const remembered = []
let isOver = false
let statusWorst = 0

const begun = performance.now()
await Promise.all([killAgainAndAgain(), write('one'), write('two'), saveByHand()])
await lookAtTheEnd()
console.log(
  `${counts.kills} kills, ${counts.written} memories, ${counts.saved} saves by hand, ${counts.asked} questions ` +
    `(${counts.byWatcher} watchers were killed that watched already) in ${((performance.now() - begun) / 1000).toFixed(0)} s; ` +
    `a status asked ${statusWorst.toFixed(0)} ms after a kill, or later, says that nobody watches`,
)
for (const line of wrong) console.log(`wrong: ${line}`)
process.exitCode = wrong.length === 0 ? 0 : 1

async function killAgainAndAgain() {
  const asking = await openBrain({root: brain, env})
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [cli, 'watch', '--json', '--brain', brain], {
      ...{env, stdio: ['ignore', 'pipe', 'pipe']},
    })
    let isWatching = false
    let errors = ''
    child.stderr.on('data', (bytes) => {
      errors += bytes
    })
    readline.createInterface({input: child.stdout}).on('line', (line) => {
      isWatching ||= JSON.parse(line).what === 'watching'
    })
    const exited = new Promise((done) => child.once('exit', done))
    await Promise.race([exited, sleep(chance() * LONGEST_LIFE)])
    if (child.exitCode !== null) wrong.push(`a watcher ended with ${child.exitCode}: ${errors}`)
    if (isWatching) counts.byWatcher++
    child.kill('SIGKILL')
    await exited
    counts.kills++
    const killed = performance.now()
    // How long a look at the brain takes is another matter: when it began is what counts.
    for (;;) {
      const asked = performance.now() - killed
      if ((await asking.status()).watcher === undefined) {
        statusWorst = Math.max(statusWorst, asked)
        break
      }
      if (STATUS_WITHIN < asked) {
        wrong.push('status says that somebody watches, a second after the kill')
        break
      }
    }
  }
  isOver = true
  await asking.close()
}

async function write(name) {
  const own = await openBrain({root: brain, env})
  for (let i = 0; !isOver; i++) {
    const word = `kept${name}${i}`
    const written = await own.remember({
      text: `The ${word} stands on the quay.`,
      room: name,
      wing: 'kills',
    })
    if (written.committed === false) wrong.push(`${word}: not committed, ${written.detail}`)
    remembered.push({word, id: written.id})
    counts.written++
    await expectFound(own, word, written.id)
    // Also something older, which nobody touched since.
    const older = remembered[Math.floor(chance() * remembered.length)]
    await expectFound(own, older.word, older.id)
  }
  await own.close()
}

async function saveByHand() {
  const own = await openBrain({root: brain, env})
  for (let i = 0; !isOver; i++) {
    const name = `editor-${i % 7}.md`
    writeFileSync(path.join(brain, name), `The byhand${i} was saved.\n`)
    counts.saved++
    await expectFound(own, `byhand${i}`, name)
    if (7 <= i) await expectFound(own, `byhand${i - 7}`)
    await sleep(chance() * 300)
  }
  await own.close()
}

async function expectFound(own, word, ...ids) {
  counts.asked++
  const {hits, instead} = await own.search(word)
  // What is there in the place of a word is no answer here.
  const isThere = Object.keys(instead).length === 0
  const found = isThere ? hits.filter(({match}) => match !== 'semantic').map(({id}) => id) : []
  if (found.join() !== ids.join()) wrong.push(`${word}: found [${found}], not [${ids}]`)
}

async function lookAtTheEnd() {
  const own = await openBrain({root: brain, env})
  for (const {word, id} of remembered) await expectFound(own, word, id)
  const {well, findings} = await own.doctor()
  if (!well || findings.length !== 0) wrong.push(`doctor: ${JSON.stringify(findings)}`)
  await own.close()
  const git = (...args) => String(execFileSync('git', args, {cwd: brain, env}))
  git('fsck', '--strict')
  const left = git('status', '--porcelain', '--', 'drawers')
  if (left !== '') wrong.push(`not committed: ${left}`)
}

function sleep(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds))
}

/** The same numbers for the same seed, from 0 to 1. */
function chanceFrom(seed) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
