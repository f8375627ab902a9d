/** `brain undo`: takes back what the brain committed last. */

import {defineCommand, said} from './command.js'
import {author} from './options.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const undo = defineCommand({
  name: 'undo',
  group: 'Write',
  summary: 'take back the last change the brain made',
  description: [
    "Makes a new commit that takes back the brain's own last commit, or the one named. Commits made by hand are never touched, and later changes of the same lines are never overwritten.",
  ],
  positionals: [{name: 'revision', summary: 'a commit; the last one where absent'}],
  options: {...author},
  examples: [
    {line: 'brain undo', says: 'the last change'},
    {line: 'brain undo 1a2b3c4', says: 'that one'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {agent, session} = options
      const written = await brain.undo(words[0], said({agent, session}))
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'took back', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
