/** `brain show`: one memory, with how it stands and where it comes from. */

import type {Shown} from '../index.js'
import {harmless, oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {heldAt} from './options.js'
import {standingOf} from './standing.js'
import {printJson, printMessages} from './told.js'
import {shownWire} from './wire.js'

/** Older revisions are Git's to show. */
const MOST_REVISIONS = 5

export const show = defineCommand({
  name: 'show',
  group: 'Read',
  summary: 'one memory, its standing and its history',
  description: [
    'Prints the text of a memory to standard output, and how it stands to standard error. A memory is named by its path, file name, title, alias or key, or as MEMORY.md:12 or MEMORY.md#^k3f for one fact.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true}],
  options: {'held-at': heldAt},
  examples: [
    {line: 'brain show rate-limits', says: 'by file name'},
    {line: 'brain show user.timezone', says: 'what is under a key'},
    {line: 'brain show MEMORY.md:12', says: 'the fact on that line'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const shown = await brain.show(words[0]!, said({heldAt: options['held-at']}))
      if (options.json) printJson(io, shownWire(shown))
      else printShown(io, shown)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printShown(io: Io, shown: Shown): void {
  io.err(`${io.style('bold', oneLine(shown.id), 'stderr')}\n`)
  io.err(`  ${standingOf(shown)}\n`)
  for (const {id, subject, recorded} of shown.revisions.slice(0, MOST_REVISIONS)) {
    const day = new Date(recorded).toISOString().slice(0, 10)
    io.err(`  ${io.style('dim', `${id.slice(0, 10)} ${day}`, 'stderr')} ${oneLine(subject)}\n`)
  }
  const older = shown.revisions.length - MOST_REVISIONS
  if (0 < older) io.err(`  and ${older} older: \`git log -- ${oneLine(shown.path)}\`\n`)
  printMessages(io, shown.messages)
  const text = shown.text.endsWith('\n') ? shown.text : `${shown.text}\n`
  io.out(io.terminal('stdout') ? harmless(text) : text)
}
