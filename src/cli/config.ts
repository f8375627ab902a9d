/** `brain config list`: every setting, its value, and where it comes from. */

import {cutTo, oneLine, padTo, widthOf} from './columns.js'
import {defineCommand} from './command.js'
import {printJson} from './told.js'
import {settingsWire} from './wire.js'

export const configList = defineCommand({
  name: 'config list',
  group: 'Settle',
  summary: 'every setting, its value and its default',
  description: [
    'Settings stand in brain.yaml, which need not exist: each has a default. What is yours beside any brain stands in config.yaml in your config folder (~/.config/mdbrain; on macOS ~/Library/Application Support/mdbrain, on Windows %APPDATA%\\mdbrain).',
  ],
  positionals: [],
  options: {},
  examples: [{line: 'brain config list', says: 'what is set and what could be'}],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    try {
      const lines = await brain.settings()
      if (options.json) {
        printJson(io, settingsWire(lines))
        return 0
      }
      const left = Math.max(0, ...lines.map(({key}) => widthOf(key)))
      for (const {key, value, default: fallback, origin} of lines) {
        const set = origin === 'default' ? 'default' : `${origin}; default ${written(fallback)}`
        const line = `${padTo(key, left)}  ${oneLine(written(value))}  (${oneLine(set)})`
        io.out(`${cutTo(line, io.columns)}\n`)
      }
      return 0
    } finally {
      await brain.close()
    }
  },
})

function written(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
