/** `brain move`: renames a note, and every reference to it. */

import {defineCommand, said} from './command.js'
import {author} from './options.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const move = defineCommand({
  name: 'move',
  group: 'Write',
  summary: 'rename a note and every reference to it',
  description: [
    'Moves a note to another path and rewrites links and `supersedes` in every note that names it, as one commit. Only the targets change.',
  ],
  positionals: [
    {name: 'from', summary: 'the name of a note', required: true},
    {name: 'to', summary: 'the new path', required: true},
  ],
  options: {...author},
  examples: [
    {
      line: 'brain move rate-limits drawers/atlas/limits/rate-limits.md',
      says: 'into another room',
    },
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {agent, session} = options
      const written = await brain.move(words[0]!, words[1]!, said({agent, session}))
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'moved to', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
