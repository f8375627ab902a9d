/**
 * `npm run test:faults`: the laws of what is kept and written, asked far longer than any test may take.
 *
 * 200 commands killed at random moments and 20 storms of several at once (a quarter of an hour), 200 writing commands killed, then 300
 * courses of things that happen between two searches, and 100 between two boots, and once the whole suite with draws
 * of its own. Another number of each: `npm run test:faults -- --runs 50`; one alone: `-- --only kills`, `writes`,
 * `steps`, `boots` or `laws`.
 */

import {spawnSync} from 'node:child_process'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {wholeNumber} from '../bench/processes.mjs'
import {root, setUp} from '../set-up.mjs'

const suites = [
  {name: 'kills', file: 'test/properties/search-kills.test.ts', runs: 200},
  {name: 'writes', file: 'test/edit/kills.test.ts', runs: 200},
  {name: 'steps', file: 'test/properties/search-steps.test.ts', runs: 300},
  {name: 'boots', file: 'test/properties/steps.test.ts', runs: 100},
  // Draws of its own for every law of the whole suite, which else draws the same each time.
  {name: 'laws', file: 'test', runs: 1},
]

const {values} = parseArgs({options: {runs: {type: 'string'}, only: {type: 'string'}}})
const chosen = suites.filter(({name}) => values.only === undefined || values.only === name)
if (chosen.length === 0) {
  console.error(`error: \`--only\` takes ${suites.map(({name}) => name).join(', ')}`)
  process.exit(2)
}

await setUp()
for (const {name, file, runs} of chosen) {
  const count = values.runs === undefined ? runs : wholeNumber(values, 'runs')
  console.log(`\n== ${name}: ${count}`)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const {status} = spawnSync(process.execPath, [vitest, 'run', file], {
    cwd: root,
    env: {...process.env, MDBRAIN_RUNS: String(count)},
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
