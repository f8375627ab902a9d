/** `brain about`: what is known about a prompt, in few words, or nothing. */

import {defineCommand, said} from './command.js'
import {budget, heldAt, single} from './options.js'
import {count, text} from './read-value.js'
import {printJson, printMessages} from './told.js'
import {aboutWire} from './wire.js'

export const about = defineCommand({
  name: 'about',
  group: 'Read',
  summary: 'what is known about a prompt, as an agent is told',
  description: [
    'Prints the few passages that are surely about a text, each with its place and how sure it is, framed as data; within a budget (500 tokens where not given). Mostly that is nothing, and then nothing is printed.',
    'What no longer holds, is stale or cannot be read is left out, as it is at boot. It is what a hook tells an agent at each turn.',
  ],
  positionals: [{name: 'words', summary: 'the text', required: true, many: true}],
  options: {
    limit: single('COUNT', 'so many passages at most; 5 where absent', count),
    budget,
    session: single('ID', 'who asks: what was said in that session is left out', text),
    'held-at': heldAt,
  },
  examples: [
    {line: 'brain about "how do I roll back a deploy"', says: 'what is known of it, if anything'},
    {line: 'brain about "rate limits" --limit 2 --budget 200', says: 'less of it'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const known = await brain.about(
        words.join(' '),
        said({
          most: options.limit,
          budget: options.budget,
          session: options.session,
          heldAt: options['held-at'],
        }),
      )
      if (options.json) printJson(io, aboutWire(known))
      else {
        printMessages(io, known.messages)
        io.out(known.text)
        if (known.text === '') io.err('nothing is surely about it; `brain search` looks for more\n')
      }
      return 0
    } finally {
      await brain.close()
    }
  },
})
