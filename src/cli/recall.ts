/** `brain recall`: what the brain knows of one wing, for an agent in the middle of its work. */

import {BrainError} from '../index.js'
import {defineCommand, said} from './command.js'
import {budget, flag, heldAt, room, wing} from './options.js'
import {printContext} from './print-context.js'

export const recall = defineCommand({
  name: 'recall',
  group: 'Read',
  summary: 'what is known of a wing or a room',
  description: [
    'Prints the project layer of a boot context alone: the procedures of a wing, then its memories, weightiest first, within a budget (500 tokens where not given).',
  ],
  positionals: [],
  options: {
    wing,
    room,
    budget,
    explain: flag('instead of the text: what was carried, what was not, and why'),
    'held-at': heldAt,
  },
  examples: [
    {line: 'brain recall --wing atlas', says: 'what matters in atlas'},
    {line: 'brain recall --wing atlas --room api --budget 800', says: 'one topic, more of it'},
  ],
  run: async ({options}, io) => {
    if (options.wing === undefined) {
      throw new BrainError('bad-argument', {
        message: '`brain recall` needs `--wing`',
        hint: 'for example `brain recall --wing atlas`; `brain list` shows which there are',
        data: {argument: 'wing'},
      })
    }
    const brain = await io.open(options.brain)
    try {
      const context = await brain.recall({
        wing: options.wing,
        ...said({room: options.room, budget: options.budget, heldAt: options['held-at']}),
      })
      await printContext(io, context, options)
      return 0
    } finally {
      await brain.close()
    }
  },
})
