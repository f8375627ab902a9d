/** `brain review`: trusts memories again. */

import {defineCommand, said} from './command.js'
import {author, on} from './options.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const review = defineCommand({
  name: 'review',
  group: 'Time',
  summary: 'trust memories again',
  description: [
    'Restarts the ttl clock of each memory named, as one commit: they were looked at and are true.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true, many: true}],
  options: {on, ...author},
  examples: [
    {line: 'brain review rate-limits', says: 'one that `brain stale` listed'},
    {line: 'brain review MEMORY.md:12 MEMORY.md:15', says: 'two facts in one commit'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {on: day, agent, session} = options
      const written = await brain.review(words, said({on: day, agent, session}))
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'reviewed', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
