/** Prompts that a person picks in his client: what to begin with, and what to leave behind. */

import type {Brain} from '../index.js'
import {asData} from '../index.js'
import {said} from './answers.js'
import {untrusted} from './reading.js'

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly {readonly name: string; readonly description: string}[]
  readonly write: (brain: Brain, given: Readonly<Record<string, string>>) => Promise<string>
}

/** Names of rooms that are shown to choose among. */
const MOST_PLACES = 40

const boot: Prompt = {
  name: 'boot',
  title: 'Start from memory',
  description: 'Who the agent is here, how it works, and what holds today',
  arguments: [
    {name: 'task', description: 'what is to be done'},
    {name: 'wing', description: 'a project or a person'},
    {name: 'room', description: 'a topic in it'},
  ],
  write: async (brain, {task, wing, room}) => {
    if (!(await brain.trusted())) return untrusted
    const {text} = await brain.boot(said({task, wing, room}))
    return text === '' ? 'There is no memory to start from yet.\n' : text
  },
}

const wrapUp: Prompt = {
  name: 'wrap-up',
  title: 'Leave what the next session needs',
  description: 'Has the agent log what happened, and keep what will be needed again',
  arguments: [],
  write: async (brain) => WRAP_UP + asData(await placesOf(brain)),
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

export const prompts: readonly Prompt[] = [boot, wrapUp]
