/** `brain list`: which memories there are, and how they stand. */

import type {Listed} from '../index.js'
import {cutFront, cutTo, oneLine, padTo, widthOf} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {choice, flag, hall, heldAt, ROLES, room, STANDINGS, tag, type, wing} from './options.js'
import {shortStanding} from './standing.js'
import {counted, printJson} from './told.js'
import {listingWire} from './wire.js'

/** Narrower than this, a title and a place do not stand beside each other. */
const LEAST_COLUMNS = 56

export const list = defineCommand({
  name: 'list',
  group: 'Read',
  summary: 'which memories there are',
  description: [
    'Lists notes and facts that hold, with their standing and place. Every filter given must fit; wings, rooms and tags are compared whole.',
  ],
  positionals: [],
  options: {
    wing,
    room,
    hall,
    role: choice('ROLE', 'what the file is for', ROLES),
    tag,
    type,
    standing: choice('STANDING', 'that stand so', STANDINGS),
    'include-past': flag('also what is upcoming, lapsed or superseded'),
    'held-at': heldAt,
  },
  examples: [
    {line: 'brain list --wing atlas', says: 'what is known of atlas'},
    {line: 'brain list --standing superseded', says: 'what was replaced'},
    {line: 'brain list --held-at 2026-03-31 --json', says: 'what held then, for a program'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const listing = await brain.list({
        includePast: options['include-past'],
        ...said({
          wing: options.wing,
          room: options.room,
          hall: options.hall,
          role: options.role,
          tag: options.tag,
          type: options.type,
          standing: options.standing,
          heldAt: options['held-at'],
        }),
      })
      if (options.json) {
        printJson(io, listingWire(listing))
        return 0
      }
      printRows(io, listing.memories)
      io.err(`${summary(listing.memories.length, options['include-past'])}\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function summary(count: number, withPast: boolean): string {
  if (count !== 0) return counted(count, 'memory', 'memories')
  return `nothing fits${withPast ? '' : '; --include-past also shows what no longer holds'}`
}

/** Prints a line for each memory: standing, title, place; two lines in a narrow terminal. */
export function printRows(io: Io, memories: readonly Listed[]): void {
  const rows = memories.map((listed) => ({
    standing: shortStanding(listed),
    title: oneLine(listed.title),
    place: oneLine(listed.id),
  }))
  const first = widest(rows.map(({standing}) => standing))
  const lines: string[] = []
  if (io.columns < LEAST_COLUMNS) {
    for (const {standing, title, place} of rows) {
      lines.push(cutTo(`${standing} ${title}`, io.columns))
      lines.push(`  ${io.style('dim', cutFront(place, io.columns - 2))}`)
    }
  } else {
    const left = io.columns - first - 4
    const forTitle = Math.min(
      widest(rows.map(({title}) => title)),
      Math.max(left - widest(rows.map(({place}) => place)), Math.floor(left / 2)),
    )
    for (const {standing, title, place} of rows) {
      const shown = padTo(cutTo(title, forTitle), forTitle)
      const where = cutFront(place, left - forTitle)
      lines.push(`${padTo(standing, first)}  ${shown}  ${io.style('dim', where)}`)
    }
  }
  io.out(lines.map((line) => `${line}\n`).join(''))
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
}
