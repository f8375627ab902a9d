/** `brain end`: says that a memory no longer holds. */

import {defineCommand, said} from './command.js'
import {author, on} from './options.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const end = defineCommand({
  name: 'end',
  group: 'Time',
  summary: 'say that a memory no longer holds',
  description: [
    'Closes a memory at this instant, or with --on at the end of that day. It stays in its file and in answers about the past, and leaves boot. Where something takes its place, use `brain supersede`.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true}],
  options: {on, ...author},
  examples: [
    {line: 'brain end office-lyon', says: 'as of now'},
    {line: 'brain end MEMORY.md:12 --on 2026-10-31', says: 'it held through that day'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {on: day, agent, session} = options
      const written = await brain.end(words[0]!, said({on: day, agent, session}))
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'ended', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
