/** `brain check`: everything odd in the brain's files, at its line. */

import {defineCommand, said} from './command.js'
import {heldAt} from './options.js'
import {counted, printJson, printMessages} from './told.js'
import {checkWire} from './wire.js'

export const check = defineCommand({
  name: 'check',
  group: 'Read',
  summary: 'what is odd in the files, at its line',
  description: [
    'Reads every note and says what it could not understand: dates, frontmatter, references, leftovers of a merge. Changes nothing. Ends with 1 where there are errors.',
  ],
  positionals: [],
  options: {'held-at': heldAt},
  examples: [
    {line: 'brain check', says: 'before a commit, or in CI'},
    {line: 'brain check --json', says: 'for a program'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.check(said({heldAt: options['held-at']}))
      if (options.json) {
        printJson(io, checkWire(report))
      } else {
        printMessages(io, report.messages)
        const {notes, errors, warnings} = report
        const found = [counted(errors, 'error'), counted(warnings, 'warning')].join(', ')
        io.out(`${counted(notes, 'note')}: ${errors + warnings === 0 ? 'all well' : found}\n`)
      }
      return 0 < report.errors ? 1 : 0
    } finally {
      await brain.close()
    }
  },
})
