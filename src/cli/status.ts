/** `brain status`: where the brain is and how it is, in a few lines. */

import type {Status} from '../index.js'
import {oneLine, padTo} from './columns.js'
import {defineCommand} from './command.js'
import type {Io} from './io.js'
import {statusWire} from './status-wire.js'
import {counted, printJson, sized} from './told.js'

/** More pending files than this are counted, not named. */
const MOST_NAMED = 5

export const status = defineCommand({
  name: 'status',
  group: 'Read',
  summary: 'where the brain is and how it is',
  description: [
    'Says which folder the brain is, how many notes and memories it has and how they stand, whether Git has all of it, and whether a harness hook may load it.',
  ],
  positionals: [],
  options: {},
  examples: [{line: 'brain status', says: 'at a glance'}],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const found = await brain.status()
      if (options.json) printJson(io, statusWire(found))
      else printStatus(io, found)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printStatus(io: Io, found: Status): void {
  const {memories, git} = found
  const zone =
    found.zone.origin === 'default' ? `${found.zone.value}, by default` : found.zone.value
  const rows: (readonly [string, string])[] = [
    ['brain', oneLine(found.root)],
    [
      'notes',
      `${found.notes} in ${counted(found.wings, 'wing')} and ${counted(found.rooms, 'room')} (zone ${zone})`,
    ],
    ['memories', standings(memories)],
    ['check', wellness(found)],
    ['hooks', found.trusted ? 'may load this brain' : 'may not load it until `brain trust`'],
    ['index', indexLine(found.index)],
    ['watcher', watcherLine(found.watcher)],
    ['git', gitLine(git)],
    ...cutShortRow(found),
  ]
  for (const [name, says] of rows) io.out(`${io.style('bold', padTo(name, 8))}  ${says}\n`)
  for (const {path, kind} of git.pending.slice(0, MOST_NAMED)) {
    io.out(`${' '.repeat(10)}${kind} ${oneLine(path)}\n`)
  }
  const more = git.pending.length - MOST_NAMED
  if (0 < more) io.out(`${' '.repeat(10)}and ${more} more\n`)
}

function cutShortRow({cutShort}: Status): (readonly [string, string])[] {
  if (cutShort === undefined) return []
  const {paths, detail} = cutShort
  const more = paths.length - MOST_NAMED
  const named = [...paths.slice(0, MOST_NAMED), ...(0 < more ? [`${more} more`] : [])]
  return [['edit', oneLine(`${named.join(', ')}: ${detail}`)]]
}

function standings({current, stale, upcoming, lapsed, superseded}: Status['memories']): string {
  const others: (readonly [number, string])[] = [
    [stale, 'stale'],
    [upcoming, 'upcoming'],
    [lapsed, 'lapsed'],
    [superseded, 'superseded'],
  ]
  return [
    `${current} current`,
    ...others.filter(([count]) => 0 < count).map(([count, name]) => `${count} ${name}`),
  ].join(', ')
}

function wellness({errors, warnings}: Status): string {
  if (errors + warnings === 0) return 'all well'
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')} (brain check)`
}

function indexLine(index: Status['index']): string {
  if (index === undefined) return 'none yet: the first search makes it'
  const {notes, chunks, bytes, behind, savedAt} = index
  const size = `${counted(notes, 'note')}, ${counted(chunks, 'chunk')}, ${sized(bytes)}`
  const day = savedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')
  return `${size}, of ${day}${behind === 0 ? '' : `; ${counted(behind, 'note')} behind`}`
}

function watcherLine(watcher: Status['watcher']): string {
  if (watcher === undefined) return 'none: every command looks for itself (brain watch)'
  const {pid, since, inStep, how, why, trouble, commits} = watcher
  const parts = [
    `process ${pid}, since ${since}`,
    how === 'events' ? undefined : `polling, since ${why}`,
    inStep === undefined ? 'not in step yet' : `in step at ${inStep}`,
    trouble,
    commits === undefined ? undefined : `hand edits wait: ${commits}`,
  ]
  return oneLine(parts.filter((part) => part !== undefined).join('; '))
}

function gitLine({kind, pending, obstacle, edits, whenQuiet}: Status['git']): string {
  if (kind === 'none') return 'none here: nothing is committed, and there is no undo'
  const state =
    pending.length === 0 ? 'all committed' : `${counted(pending.length, 'file')} not committed`
  const quietly = whenQuiet ? '`brain watch`, when it is quiet' : '`brain commit`'
  const waiting = edits === 0 ? [] : [`${edits} for ${quietly}`]
  const never = edits === 0 && whenQuiet ? ['hand edits will be, by `brain watch`'] : []
  const obstacles = obstacle === undefined ? [] : [oneLine(obstacle)]
  return [state, ...waiting, ...never, ...obstacles].join('; ')
}
