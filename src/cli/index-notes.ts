/** `brain index`: brings the index in step with the files, or makes it anew. */

import type {IndexReport} from '../index.js'
import {defineCommand} from './command.js'
import type {Io} from './io.js'
import {flag} from './options.js'
import {counted, printJson, printMessages, sized} from './told.js'
import {indexWire} from './wire.js'

export const indexNotes = defineCommand({
  name: 'index',
  group: 'Settle',
  summary: 'bring the index in step with the files',
  description: [
    'Every search does this by itself, for some seconds at most; this takes what time it needs. The index stands under .brain/, is made of the files alone, and can be deleted at any moment.',
    'Where more than half of the notes, and more than 20, are gone at once, they are kept in the index and reported: a disk that is not there looks like that. --accept says that it is meant.',
  ],
  positionals: [],
  options: {
    rebuild: flag('from nothing, whatever is kept'),
    accept: flag('notes that went away all at once are gone'),
  },
  examples: [
    {line: 'brain index', says: 'after a large import, say'},
    {line: 'brain index --rebuild', says: 'from nothing'},
    {line: 'brain index --accept', says: 'after removing most of the notes on purpose'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.index({rebuild: options.rebuild, accept: options.accept})
      if (options.json) printJson(io, indexWire(report))
      else printReport(io, report)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printReport(io: Io, report: IndexReport): void {
  const {notes, chunks, bytes, changed, removed, redone, behind} = report
  printMessages(io, report.messages)
  io.out(`${counted(notes, 'note')}, ${counted(chunks, 'chunk')}, ${sized(bytes)}\n`)
  const done = [
    ...(changed === 0 ? [] : [`${counted(changed, 'note')} read, ${counted(redone, 'chunk')} new`]),
    ...(removed === 0 ? [] : [`${counted(removed, 'note')} taken out`]),
  ]
  const seconds = `${(report.milliseconds / 1000).toFixed(1)} s`
  io.err(`${done.length === 0 ? 'was in step' : `${done.join(', ')} in ${seconds}`}\n`)
  if (behind !== 0) {
    io.err(`${counted(behind, 'note')} changed meanwhile: \`brain index\` again\n`)
  }
}
