/**
 * `npm run test:storm`: many processes write to one brain while its owner commits and edits beside them.
 *
 * Eight processes make fifty writes each, half of them through the library and half through the command. Beside them a
 * person commits another file, keeps one staged, and puts lines at the end of the day's log; a watcher keeps the index, and
 * `brain commit` commits what was edited by hand. Afterwards everything must be there, found and committed, and the person's things as they were. `--processes N`, `--writes N`;
 * `--seconds N` (900) ends the writing then; `--json` prints the figures for programs. Ends with 1 where something
 * does not hold.
 */

import {fork} from 'node:child_process'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {percentile, wholeNumber} from '../bench/processes.mjs'
import {setUp} from '../set-up.mjs'
import {appending, committing, committingEdits, watching} from './storm/beside.mjs'
import {Place} from './storm/place.mjs'
import {verdict} from './storm/verdict.mjs'

const {values} = parseArgs({
  options: {
    processes: {type: 'string', default: '8'},
    writes: {type: 'string', default: '50'},
    seconds: {type: 'string', default: '900'},
    json: {type: 'boolean', default: false},
  },
})
const processes = wholeNumber(values, 'processes')
const writes = wholeNumber(values, 'writes')
const seconds = wholeNumber(values, 'seconds')

await setUp()
const place = new Place()
try {
  await place.begin()
  print(await storm())
} finally {
  place.remove()
}

async function storm() {
  const staged = await place.git('diff', '--cached')
  const begun = performance.now()
  const until = Date.now() + seconds * 1000
  let isOver = false
  const watcher = watching(place)
  const beside = [committing, appending, committingEdits].map((work) => work(place, () => isOver))
  const wrote = await Promise.all(
    Array.from({length: processes}, (_, number) => writer(number, until)),
  )
  isOver = true
  const [{commits, busy}, appended, handCommits] = await Promise.all(beside)
  const took = performance.now() - begun
  const {exit, said} = await watcher.end()
  // What a hand put in after the last entry is committed with the next.
  if (0 < appended.length) await closeLog()

  const answers = wrote.flat().filter(({failed}) => failed === undefined)
  const failures = wrote.flat().filter(({failed}) => failed !== undefined)
  const {counts, findings} = await verdict(place, {answers, appended, commits, staged})
  const failed = failures.map(({verb, word, failed}) => `${verb} ${word} failed: ${failed.trim()}`)
  if (exit !== 0) failed.push(`the watcher ended with ${exit}: ${said.trim()}`)
  return {
    processes,
    asked: processes * writes,
    answered: answers.length,
    ...counts,
    appendedByHand: appended.length,
    personCommits: commits.length,
    gitWasBusy: busy,
    handCommits,
    seconds: took / 1000,
    medianMs: percentile(
      answers.map(({milliseconds}) => milliseconds),
      0.5,
    ),
    worstMs: percentile(
      answers.map(({milliseconds}) => milliseconds),
      1,
    ),
    findings: [...failed, ...findings],
  }
}

/** Runs one writer, and gives what it told. */
function writer(number, until) {
  const door = number % 2 === 0 ? 'library' : 'cli'
  const file = path.join(import.meta.dirname, 'storm/writer.mjs')
  const args = [place.root, number, writes, door, until].map(String)
  return new Promise((resolve, reject) => {
    const told = []
    const child = fork(file, args, {cwd: place.root, env: place.env, execArgv: []})
    child.on('message', (answer) => told.push(answer))
    child.on('error', reject)
    child.on('close', (exit) => {
      if (exit === 0) resolve(told)
      else reject(new Error(`writer ${number} ended with ${exit}`))
    })
  })
}

async function closeLog() {
  const {openBrain} = await import('../../dist/index.js')
  const brain = await openBrain({root: place.root, env: place.env})
  await brain.log({text: 'The storm is over.'})
  await brain.close()
}

function print(told) {
  const {findings, asked, answered} = told
  const whole = findings.length === 0
  if (values.json) console.log(JSON.stringify(told, null, 2))
  else {
    console.log(
      `${told.processes} processes, ${answered} of ${asked} writes answered in ${told.seconds.toFixed(1)} s`,
    )
    console.log(
      `  each took ${told.medianMs.toFixed(0)} ms (median), ${told.worstMs.toFixed(0)} ms at worst`,
    )
    console.log(`  present ${told.present}, findable ${told.findable}, committed ${told.committed}`)
    console.log(`  lines put in by hand ${told.appended} of ${told.appendedByHand}`)
    console.log(`  commits of what was edited by hand ${told.handCommits}`)
    console.log(
      `  commits by hand ${told.person} of ${told.personCommits}; Git was busy ${told.gitWasBusy} times`,
    )
    for (const finding of findings) console.log(`  NOT SO: ${finding}`)
    if (whole && answered < asked) console.log(`  ended after ${seconds} s, as asked`)
    console.log(whole ? 'all is there' : 'something does not hold')
  }
  if (!whole) process.exitCode = 1
}
