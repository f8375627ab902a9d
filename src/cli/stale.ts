/** `brain stale`: what is no longer trusted, or soon will not be. */

import type {Listed} from '../index.js'
import {cutTo, oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {heldAt, within} from './options.js'
import {counted, printJson} from './told.js'
import {staleWire} from './wire.js'

const HOUR = 3_600_000

export const stale = defineCommand({
  name: 'stale',
  group: 'Time',
  summary: 'what has not been reviewed in its time',
  description: [
    'Lists memories whose ttl ran out: possibly true, no longer trusted, and left out of boot. `brain review NAME` trusts one again; `brain end NAME` says it no longer holds.',
  ],
  positionals: [],
  options: {within, 'held-at': heldAt},
  examples: [
    {line: 'brain stale', says: 'what to look at now'},
    {line: 'brain stale --within 14d', says: 'and in the next two weeks'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.stale(said({within: options.within, heldAt: options['held-at']}))
      if (options.json) {
        printJson(io, staleWire(report))
        return 0
      }
      for (const listed of report.memories) printStale(io, listed, Date.parse(report.heldAt))
      const past = report.memories.filter((listed) => listed.stale).length
      const soon = report.memories.length - past
      const further = options.within === undefined ? '' : `, ${soon} more within ${options.within}`
      io.err(`${past === 0 ? 'nothing' : counted(past, 'memory', 'memories')} stale${further}\n`)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printStale(io: Io, listed: Listed, heldAt: number): void {
  const when = sinceOrUntil(listed, heldAt)
  io.out(`${cutTo(oneLine(listed.title), io.columns)}\n`)
  io.out(`  ${io.style(listed.stale ? 'yellow' : 'dim', when)}  ${oneLine(listed.id)}\n`)
}

function sinceOrUntil({trustedUntil, stale: past}: Listed, heldAt: number): string {
  if (trustedUntil === undefined) return 'stale, no date to count from'
  const distance = Math.abs(Date.parse(trustedUntil) - heldAt)
  return past ? `stale for ${inWords(distance)}` : `stale in ${inWords(distance)}`
}

/** In the largest unit that leaves at least two: `3 months`, `17 days`, `5 hours`. */
export function inWords(milliseconds: number): string {
  const days = Math.floor(milliseconds / (24 * HOUR))
  if (days >= 730) return `${Math.floor(days / 365)} years`
  if (days >= 61) return `${Math.floor(days / 30.44)} months`
  if (days >= 2) return `${days} days`
  const hours = Math.floor(milliseconds / HOUR)
  return hours < 1 ? 'less than an hour' : counted(hours, 'hour')
}
