/** `brain links`: what a memory links to, and what links to it. */

import type {LinkLine, LinkReport} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import type {Io} from './io.js'
import {counted, printJson} from './told.js'
import {linksWire} from './wire.js'

export const links = defineCommand({
  name: 'links',
  group: 'Read',
  summary: 'what a memory links to, and what links to it',
  description: [
    'Lists the links of a note in the order of its lines, then the places that link to it: wikilinks, embeds, markdown links to notes, and what it supersedes or is superseded by. A link that leads nowhere is said to.',
  ],
  positionals: [{name: 'name', summary: 'the name of a memory', required: true}],
  options: {},
  examples: [
    {line: 'brain links rate-limits', says: 'by file name'},
    {line: 'brain links MEMORY.md --json', says: 'for a program'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.links(words[0]!)
      if (options.json) printJson(io, linksWire(report))
      else printReport(io, report)
      return 0
    } finally {
      await brain.close()
    }
  },
})

function printReport(io: Io, report: LinkReport): void {
  const [outward, inward] = io.ascii ? ['->', '<-'] : ['→', '←']
  io.err(`${io.style('bold', oneLine(report.id), 'stderr')}\n`)
  for (const line of report.out) {
    const where = io.style('dim', `line ${line.line}${kindOf(line)}`)
    io.out(`${outward} ${destinationOf(io, line)}  ${where}\n`)
  }
  for (const line of report.in) {
    const place = `${oneLine(line.path)}:${line.line}`
    const kind = kindOf(line)
    io.out(`${inward} ${place}${kind === '' ? '' : `  ${io.style('dim', kind.slice(2))}`}\n`)
  }
  const out = counted(report.out.length, 'link')
  io.err(`${out} to elsewhere, ${report.in.length} from elsewhere\n`)
}

/** A plain link needs no word. */
function kindOf({kind}: LinkLine): string {
  return kind === 'link' ? '' : `, ${kind.replace('_', ' ')}`
}

function destinationOf(io: Io, {to, target, candidates}: LinkLine): string {
  if (to !== undefined) return oneLine(to)
  const written = `\`${oneLine(target)}\``
  if (candidates.length === 0) return `${io.style('red', 'nowhere')}: ${written}`
  const shown = candidates.slice(0, 3).map(oneLine).join(' or ')
  const more = candidates.length - 3
  return `${io.style('yellow', 'several')}: ${written} is ${shown}${0 < more ? ` or ${more} more` : ''}`
}
