/** `brain uninstall`: leaves only markdown. */

import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import {consents} from './consent.js'
import {projectOf} from './hook.js'
import {yes} from './options.js'
import {counted, printJson} from './told.js'
import {uninstalledWire} from './wire.js'

export const uninstall = defineCommand({
  name: 'uninstall',
  group: 'Settle',
  summary: 'remove all that is derived; leave only markdown',
  description: [
    'Removes .brain/, what the brain kept outside itself, and the hook from the project it stands in. Every note, brain.yaml and all of Git stay. What `brain setup` wrote goes with `brain setup --remove`, the command itself with `npm uninstall -g mdbrain`.',
  ],
  positionals: [],
  options: {yes},
  examples: [{line: 'brain uninstall', says: 'asks first'}],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {claudeCodeEntry, claudeCodeSettings} = await import('../hooks/claude-code.js')
      const {carryOut, planUninstall} = await import('../hooks/settings-file.js')
      const home = io.env.HOME ?? io.env.USERPROFILE ?? ''
      const file = claudeCodeSettings(projectOf(brain.root, home))
      const hook = planUninstall(file, claudeCodeEntry)

      const what = `what is derived in \`${oneLine(brain.root)}\` would be removed`
      io.err(`${what}; every note stays\n`)
      if (hook.action !== 'none') io.err(`the hook would be taken out of ${oneLine(file)}\n`)
      if (!(await consents(io, options.yes, what, 'Go on?'))) {
        io.err('nothing was changed\n')
        return 0
      }
      carryOut(hook)
      const uninstalled = await brain.uninstall()
      const hooks = hook.action === 'none' ? [] : [file]
      if (options.json) {
        printJson(io, uninstalledWire(uninstalled, hooks))
        return 0
      }
      const all = [...uninstalled.removed, ...hooks.map((from) => `the hook in ${from}`)]
      for (const removed of all) io.out(`removed ${oneLine(removed)}\n`)
      io.err(`${counted(all.length, 'thing')} removed; what is left is yours\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})
