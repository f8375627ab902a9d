/** `brain boot`: the context that an agent starts from. */

import {answerOf} from '../hooks/fit.js'
import {harnesses, harnessNamed} from '../hooks/harnesses.js'
import {defineCommand, said} from './command.js'
import {budget, choice, flag, heldAt, room, single, wing} from './options.js'
import {printContext} from './print-context.js'
import {text} from './read-value.js'
import {printMessages} from './told.js'

export const boot = defineCommand({
  name: 'boot',
  group: 'Read',
  summary: 'the context an agent starts from',
  description: [
    'Prints a layered context within a budget of tokens: who the agent is, how it works, whom it works for, the facts that hold, the weightiest memories, the last days. What is stale, lapsed, superseded or upcoming is left out.',
    'Where your settings name a personal brain, it comes first, under a heading of its own and with its share of the budget (`brain config list`).',
    'The same brain at the same instant gives the same bytes. What was cut is said in the text itself; --explain shows where the tokens went.',
  ],
  positionals: [],
  options: {
    budget,
    wing,
    room,
    session: single('ID', 'a session, whose tasks and last turns are carried too', text),
    task: single('WORDS', 'what is to be done: what is known of that is carried too', text),
    for: choice('HARNESS', 'render within its limits', [
      'plain',
      'json',
      ...harnesses.map(({name}) => name),
    ]),
    explain: flag('instead of the text: what was carried, what was not, and why'),
    'no-personal': flag('without the personal brain that your settings name'),
    'held-at': heldAt,
  },
  examples: [
    {line: 'brain boot', says: 'all of it, within 1,500 tokens'},
    {line: 'brain boot --budget 900 --wing atlas', says: 'a short one, for work on atlas'},
    {line: 'brain boot --task "roll back a deploy"', says: 'with what is known of a task'},
    {line: 'brain boot --explain', says: 'where the tokens went'},
    {line: 'brain boot --held-at 2026-03-31', says: 'as things stood at the end of that day'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    const harness = harnessNamed(options.for)
    try {
      const context = await brain.boot({
        ...said({
          budget: options.budget,
          wing: options.wing,
          room: options.room,
          session: options.session,
          task: options.task,
          heldAt: options['held-at'],
        }),
        ...(options['no-personal'] ? {only: 'project'} : {}),
        for: harness?.name ?? 'plain',
      })
      const json = options.json || (options.for === 'json' && !options.explain)
      if (harness !== undefined && !json && !options.explain) {
        printMessages(io, context.messages)
        io.out(answerOf(harness, 'begin', context.text))
        return 0
      }
      await printContext(io, context, {json, explain: options.explain})
      return 0
    } finally {
      await brain.close()
    }
  },
})
