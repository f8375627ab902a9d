/** `brain log`: adds a line to today's daily log. */

import {defineCommand, said} from './command.js'
import {author, single} from './options.js'
import {text} from './read-value.js'
import {textOf} from './remember.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const log = defineCommand({
  name: 'log',
  group: 'Write',
  summary: "add to today's log",
  description: [
    'Appends an entry with the time of day to daily/YYYY-MM-DD.md and commits it. Entries of other processes at the same moment are kept.',
  ],
  positionals: [{name: 'text', summary: 'the text; else --text, else standard input'}],
  options: {
    text: single('TEXT', 'the text', text),
    key: single('KEY', 'an entry with this key is written once a day', text),
    ...author,
  },
  examples: [
    {line: 'brain log "Released atlas 2.3"', says: 'what happened'},
    {line: 'brain log "Tests are green" --key nightly', says: 'once a day, however often it runs'},
  ],
  run: async ({options, words}, io) => {
    const content = await textOf(words[0], options.text, io, 'log')
    const brain = await io.open(options.brain)
    try {
      const written = await brain.log({
        text: content,
        ...said({key: options.key, agent: options.agent, session: options.session}),
      })
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'logged', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
