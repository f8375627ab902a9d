/** `brain forget`: removes a memory on purpose. */

import {oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import {consents} from './consent.js'
import {author, yes} from './options.js'
import {standingOf} from './standing.js'
import {printJson, printWritten} from './told.js'
import {forgottenWire} from './wire.js'

export const forget = defineCommand({
  name: 'forget',
  group: 'Write',
  summary: 'remove a memory, and say what Git still keeps',
  description: [
    'Removes a note or a fact from the files and the caches, as one commit. Git keeps what it had; where, is said. What only became untrue is better ended: `brain end`.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true}],
  options: {yes, ...author},
  examples: [
    {line: 'brain forget old-token', says: 'asks first'},
    {line: 'brain forget MEMORY.md:12 --yes', says: 'does not'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      if (!options.yes) {
        const shown = await brain.show(words[0]!)
        io.err(`${oneLine(shown.title)}\n  ${oneLine(shown.id)}: ${standingOf(shown)}\n`)
        const what = `\`${oneLine(shown.id)}\` would be removed`
        if (!(await consents(io, false, what, 'Remove it?'))) {
          io.err('nothing was changed\n')
          return 0
        }
      }
      const {agent, session} = options
      const forgotten = await brain.forget(words[0]!, said({agent, session}))
      if (options.json) {
        printJson(io, forgottenWire(forgotten))
        return 0
      }
      printWritten(io, 'forgot', forgotten, 'gone from disk')
      for (const where of forgotten.keptBy) io.err(`Git still keeps it: ${oneLine(where)}\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})
