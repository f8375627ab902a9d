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
const {status} = spawnSync(
  process.execPath,
  [
    path.join(root, 'dist/cli.js'),
    'boot',
    '--brain',
    path.join(root, 'brain-example'),
    '--held-at',
    '2026-11-29',
    '--explain',
    ...process.argv.slice(2),
  ],
  {stdio: 'inherit'},
)
process.exitCode = status ?? 70
