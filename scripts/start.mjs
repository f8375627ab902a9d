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

/** Runs `brain boot`; what it prints goes straight out. */
function boot(...options) {
  const command = [path.join(root, 'dist/cli.js'), 'boot', ...asked, ...options]
  return spawnSync(process.execPath, [...command, ...process.argv.slice(2)], {stdio: 'inherit'})
}

console.error('What an agent is handed (brain boot):\n')
const {status} = boot()
if (status === 0) {
  console.error('\nWhere the tokens went, and what was left out (brain boot --explain):\n')
  boot('--explain')
}
process.exitCode = status ?? 70
