/** `brain trust`: lets harness hooks load this brain, or no longer. */

import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import {flag} from './options.js'
import {printJson} from './told.js'
import {trustWire} from './wire.js'

export const trust = defineCommand({
  name: 'trust',
  group: 'Settle',
  summary: 'let hooks load a brain that came by clone',
  description: [
    'A brain that came from elsewhere could tell an agent anything, so no hook loads it until you say so. Look at it first: `brain boot` needs no trust. What you say is kept on this machine, not in the brain.',
  ],
  positionals: [],
  options: {revoke: flag('take it back')},
  examples: [
    {line: 'brain trust', says: 'after reading it'},
    {line: 'brain trust --revoke', says: 'no longer'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      await brain.trust(!options.revoke)
      const trusted = await brain.trusted()
      if (options.json) printJson(io, trustWire(brain.root, trusted))
      else io.out(`${trusted ? 'trusted' : 'not trusted'}: ${oneLine(brain.root)}\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})
