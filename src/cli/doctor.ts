/** `brain doctor`: compares what is derived with the files, and mends it. */

import type {DoctorReport} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import type {Io} from './io.js'
import {counted, printJson} from './told.js'
import {doctorWire} from './wire.js'

export const doctor = defineCommand({
  name: 'doctor',
  group: 'Settle',
  summary: 'compare the index with the files, and mend it',
  description: [
    'Reads every file again, makes the index anew in memory, and compares: which notes there are, their bytes, their passages, every word. What differs is reported and mended; leftovers of killed commands under .brain/ are removed. No note is changed. Ends with 1 where something is left that it cannot mend.',
    'What is odd in the notes themselves is `brain check`.',
  ],
  positionals: [],
  options: {},
  examples: [{line: 'brain doctor', says: 'when a search does not find what is there'}],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.doctor()
      if (options.json) printJson(io, doctorWire(report))
      else printReport(io, report)
      return report.well ? 0 : 1
    } finally {
      await brain.close()
    }
  },
})

/** Like the messages of a check, a finding is one line that begins with its place. */
function printReport(io: Io, {findings, notes, chunks, well}: DoctorReport): void {
  for (const {what, path, mended, hint} of findings) {
    const place = path === undefined ? '' : `${oneLine(path)}: `
    const state = mended ? io.style('green', 'mended') : io.style('red', 'left  ')
    io.out(`${state}  ${place}${oneLine(what)}\n`)
    if (hint !== undefined) io.out(`  hint: ${oneLine(hint)}\n`)
  }
  const size = `${counted(notes, 'note')}, ${counted(chunks, 'chunk')}`
  const left = findings.filter(({mended}) => !mended).length
  if (findings.length === 0) io.out(`all well: ${size}\n`)
  else if (well) io.err(`${size}: all mended\n`)
  else io.err(`${size}: ${left} of ${counted(findings.length, 'finding')} left\n`)
}
