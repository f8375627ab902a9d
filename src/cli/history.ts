/** `brain history`: the commits that changed a memory, and what it said then. */

import type {Past, PastRevision} from '../index.js'
import {harmless, oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {single} from './options.js'
import {count, text} from './read-value.js'
import {printJson} from './told.js'
import {pastWire} from './wire.js'

export const history = defineCommand({
  name: 'history',
  group: 'Read',
  summary: 'what a memory said before, and since when',
  description: [
    'Lists the commits that changed a note or a fact, newest first, renames followed. A fact is known by its block id, else by its key, else by its words; each of its commits shows what it said then.',
    'With --at it prints the memory as it was: at a commit, or as the brain had it by a day or an instant.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true}],
  options: {
    at: single('WHEN', 'as it was then: a commit, a day or an instant', text),
    limit: single('COUNT', 'so many commits; 20 where absent', count),
  },
  examples: [
    {line: 'brain history rate-limits', says: 'of a note'},
    {line: 'brain history user.timezone', says: 'of what is under a key'},
    {line: 'brain history MEMORY.md --at 2026-03-31', says: 'what stood there that evening'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const {at, limit} = options
      const past = await brain.history(words[0]!, said({at, limit}))
      if (options.json) printJson(io, pastWire(past))
      else if (at === undefined) printRevisions(io, past)
      else printAsItWas(io, past)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printRevisions(io: Io, {revisions, more}: Past): void {
  for (const revision of revisions) io.out(`${line(io, revision, 'stdout')}\n${wordsOf(revision)}`)
  if (revisions.length === 0) io.err('no commit holds it yet\n')
  if (more) io.err('there are older ones: --limit shows more\n')
}

function printAsItWas(io: Io, {revisions: [revision]}: Past): void {
  if (revision === undefined) return
  io.err(`${line(io, revision, 'stderr')}\n`)
  if (revision.text === undefined) io.err('it was not there then\n')
  const text = revision.text ?? ''
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
  io.out(io.terminal('stdout') ? harmless(ended) : ended)
}

function line(io: Io, revision: PastRevision, stream: 'stdout' | 'stderr'): string {
  const {id, recorded, subject, author, agent} = revision
  const at = new Date(recorded).toISOString().slice(0, 16).replace('T', ' ')
  const who = agent === undefined ? author : `${author}, ${agent}`
  return `${io.style('cyan', id.slice(0, 10), stream)} ${at}Z  ${oneLine(subject)}  ${io.style('dim', oneLine(who), stream)}`
}

/** What a fact said, below its commit. */
function wordsOf({text: said}: PastRevision): string {
  return said === undefined ? '' : `  ${oneLine(said)}\n`
}
