/**
 * `npm start`: sets everything up, then shows what an agent would be handed at the start of a session
 * in `brain-example`: the context, and the ledger of what was carried and what was not, and why.
 *
 * Asked as of one evening in November 2026, so that the demonstration stays what it is.
 */

import {spawnSync} from 'node:child_process'
import path from 'node:path'
import {root, setUp} from './set-up.mjs'

await setUp()
const asked = ['--brain', path.join(root, 'brain-example'), '--held-at', '2026-11-29']

/** Of the ledger so many lines are shown: all of it is three times as long as the context. */
const LEDGER_LINES = 40

/** Runs `brain boot`; what it says on stderr goes straight out. */
function boot(stdout, ...options) {
  const command = [path.join(root, 'dist/cli.js'), 'boot', ...asked, ...options]
  const stdio = ['inherit', stdout, 'inherit']
  return spawnSync(process.execPath, [...command, ...process.argv.slice(2)], {stdio})
}

console.error('What an agent is handed (brain boot):\n')
const {status} = boot('inherit')
if (status === 0) {
  console.error('\nWhere the tokens went, and what was left out (brain boot --explain):\n')
  const lines = boot('pipe', '--explain').stdout.toString('utf8').trimEnd().split('\n')
  console.log(lines.slice(0, LEDGER_LINES).join('\n'))
  const left = lines.length - LEDGER_LINES
  if (0 < left) {
    console.error(`\n… and ${left} lines more: node dist/cli.js boot --explain ${asked.join(' ')}`)
  }
}
process.exitCode = status ?? 70
