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
    'Removes .brain/, what the brain kept outside itself, and the hooks from the project it stands in. Every note, brain.yaml and all of Git stay. What `brain setup` wrote goes with `brain setup --remove`, the command itself with `npm uninstall -g mdbrain`.',
  ],
  positionals: [],
  options: {yes},
  examples: [{line: 'brain uninstall', says: 'asks first'}],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {harnesses} = await import('../hooks/harnesses.js')
      const {install, planWithout} = await import('../hooks/installation.js')
      const home = io.env.HOME ?? io.env.USERPROFILE ?? ''
      const plans = harnesses
        .map((each) => {
          const folder = projectOf(brain.root, home, each.mark)
          return planWithout(each, {of: 'project', folder, home, env: io.env})
        })
        .filter(({action}) => action !== 'none')

      const what = `what is derived in \`${oneLine(brain.root)}\` would be removed`
      io.err(`${what}; every note stays\n`)
      for (const {file} of plans) io.err(`the hooks would be taken out of ${oneLine(file)}\n`)
      if (!(await consents(io, options.yes, what, 'Go on?'))) {
        io.err('nothing was changed\n')
        return 0
      }
      for (const plan of plans) install(plan)
      const uninstalled = await brain.uninstall()
      const hooks = plans.map(({file}) => file)
      if (options.json) {
        printJson(io, uninstalledWire(uninstalled, hooks))
        return 0
      }
      const all = [...uninstalled.removed, ...hooks.map((from) => `the hooks in ${from}`)]
      for (const removed of all) io.out(`removed ${oneLine(removed)}\n`)
      io.err(`${counted(all.length, 'thing')} removed; what is left is yours\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})
