/** `npm test`: sets everything up, then runs every test, or those that the arguments name. */

import {spawnSync} from 'node:child_process'
import path from 'node:path'
import {root, setUp} from './set-up.mjs'

await setUp()
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const {status} = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 70
