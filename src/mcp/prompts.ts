/** Prompts that a person picks in his client: what to begin with, and what to leave behind. */

import type {Brain} from '../index.js'
import {asData} from '../index.js'
import {said} from './answers.js'
import {readArguments} from './arguments.js'
import {boot as bootTool} from './reading.js'
import type {Parameters} from './tool.js'

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly takes: Parameters
  readonly write: (brain: Brain, given: unknown) => Promise<string>
}

/** Names of rooms that are shown to choose among. */
const MOST_PLACES = 40

const BOOT = {
  task: {kind: 'text', says: 'what is to be done'},
  wing: {kind: 'text', says: 'a project or a person'},
  room: {kind: 'text', says: 'a topic in it'},
} as const

const boot: Prompt = {
  name: 'boot',
  title: 'Start from memory',
  description: 'Who the agent is here, how it works, and what holds today',
  takes: BOOT,
  write: async (brain, given) => {
    const asked = readArguments('boot', BOOT, given)
    return (await bootTool.run(brain, asked, {})).text
  },
}

const wrapUp: Prompt = {
  name: 'wrap-up',
  title: 'Leave what the next session needs',
  description: 'Has the agent log what happened, and keep what will be needed again',
  takes: {},
  write: async (brain, given) => {
    readArguments('wrap-up', {}, given)
    return WRAP_UP + ((await brain.trusted()) ? asData(await placesOf(brain)) : '')
  },
}

const WRAP_UP = `Before this session ends, leave behind what the next one needs:

1. \`log\`: what was done, what was decided and why, what is still open. A few lines.
2. \`remember\`: each thing that will be needed again and stands neither in the code nor in memory, one a call, with its
   wing and room; with a \`key\` where it is the one answer to a question (user.timezone, api.protocol).
3. \`supersede\` or \`end\`: what memory still says and this session showed to be no longer so. \`search\` finds it.

Keep words as they were said where they matter. No passwords, keys or tokens. Where there is nothing to keep, keep nothing.
`

/** Where memories stand already, so that the same topic does not get a second name. */
async function placesOf(brain: Brain) {
  const {memories} = await brain.list({role: 'drawer'})
  const places = new Set(
    memories.flatMap(({wing, room}) =>
      wing === undefined ? [] : [room === undefined ? wing : `${wing} / ${room}`],
    ),
  )
  const text = [...places].sort().slice(0, MOST_PLACES).join('\n')
  return text === '' ? [] : [{label: 'Wings and rooms that there are', text}]
}

/** As `prompts/list` tells it. */
export function describedPrompt({name, title, description, takes}: Prompt) {
  const named = Object.entries(takes).map(([one, {says}]) => ({
    name: one,
    ...said({description: says}),
  }))
  return {name, title, description, arguments: named}
}

export const prompts: readonly Prompt[] = [boot, wrapUp]
