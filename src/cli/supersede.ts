/** `brain supersede`: puts a memory in the place of another. */

import {BrainError} from '../index.js'
import {defineCommand, said} from './command.js'
import {author, on, single} from './options.js'
import {text} from './read-value.js'
import {textOf} from './remember.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const supersede = defineCommand({
  name: 'supersede',
  group: 'Time',
  summary: 'put a memory in the place of another',
  description: [
    'Links the two and closes the older where the newer begins, as one commit: they never both hold. The newer is a memory that there is (--by), or a text, which is put beside the older.',
  ],
  positionals: [
    {name: 'older', summary: 'the name of the memory that is replaced', required: true},
    {name: 'text', summary: 'what is true now; else --text, --by or standard input'},
  ],
  options: {
    by: single('NAME', 'a memory that there is', text),
    text: single('TEXT', 'what is true now', text),
    on: {...on, summary: 'the day from which the newer holds; this instant where absent'},
    ...author,
  },
  examples: [
    {line: 'brain supersede MEMORY.md:12 "The API is gRPC"', says: 'a fact by a new one'},
    {
      line: 'brain supersede office-lyon --by office-nantes --on 2026-06-01',
      says: 'a note by a note',
    },
  ],
  run: async ({options, words}, io) => {
    const {by} = options
    if (by !== undefined && (words[1] !== undefined || options.text !== undefined)) {
      throw new BrainError('bad-argument', {
        message: '`brain supersede` was given both a memory by `--by` and a text',
        hint: 'give one of them',
        data: {argument: 'by'},
      })
    }
    const content =
      by === undefined ? await textOf(words[1], options.text, io, 'supersede') : undefined
    const brain = await io.open(options.brain)
    try {
      const {on: day, agent, session} = options
      const newer = said({by, text: content, on: day, agent, session})
      const written = await brain.supersede({older: words[0]!, ...newer})
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'superseded by', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})
