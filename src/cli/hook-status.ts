/** `brain hook status`: whether an agent gets its memory, and if not, why. */

import type {HookHarness, Place} from '../hooks/harness.js'
import {BrainError} from '../index.js'
import {oneLine, padTo} from './columns.js'
import {defineCommand} from './command.js'
import {harness, onPath, placeFor} from './hook.js'
import {type HooksFound, hookStatusWire} from './hook-wire.js'
import type {Io} from './io.js'
import {printJson} from './told.js'

export const hookStatus = defineCommand({
  name: 'hook status',
  group: 'Settle',
  summary: 'which hooks are installed, and whether they load anything',
  description: [
    'Says for each harness, or for the one named, which of its hooks are in the settings of the project and in your own, what is missing, and whether hooks are switched off there; whether `brain` is on your PATH, and whether the brain here is trusted. Changes nothing.',
  ],
  positionals: [{...harness, required: false}],
  options: {},
  examples: [
    {line: 'brain hook status', says: 'all of them'},
    {line: 'brain hook status codex', says: 'only one'},
  ],
  run: async ({options, words: [name]}, io) => {
    const {harnesses} = await import('../hooks/harnesses.js')
    const asked = harnesses.filter((each) => name === undefined || each.name === name)
    const {installed} = await import('../hooks/installation.js')
    const {lastFailure} = await import('../hooks/remembered.js')
    const found: HooksFound = {
      onPath: onPath('brain', io.env),
      brain: await brainHere(io, options.brain),
      notKept: lastFailure(io.env),
      harnesses: asked.map((each) => ({
        harness: each.name,
        places: placesFor(each, options.brain, io).map((place) => ({
          of: place.of,
          ...installed(each, place),
        })),
      })),
    }
    if (options.json) printJson(io, hookStatusWire(found))
    else print(io, found, asked)
    return 0
  },
})

/** The project's and the user's; in the home folder only the user's. */
function placesFor(found: HookHarness, brain: string | undefined, io: Io): Place[] {
  const user = placeFor(found, {user: true, brain}, io)
  try {
    return [placeFor(found, {user: false, brain}, io), user]
  } catch (error) {
    if (error instanceof BrainError && error.code === 'bad-argument') return [user]
    throw error
  }
}

async function brainHere(io: Io, named: string | undefined): Promise<HooksFound['brain']> {
  try {
    const brain = await io.open(named)
    const {root} = brain
    const trusted = await brain.trusted()
    await brain.close()
    return {root, trusted}
  } catch (error) {
    if (error instanceof BrainError && error.code === 'not-a-brain') return undefined
    throw error
  }
}

function print(io: Io, found: HooksFound, asked: readonly HookHarness[]): void {
  const {brain} = found
  const rows: (readonly [string, string])[] = [
    ['command', found.onPath ? '`brain` is on your PATH' : `not on your PATH: ${INSTALL}`],
    ['memory', brain === undefined ? 'no brain here: `brain init` makes one' : memoryOf(brain)],
  ]
  if (found.notKept !== undefined) rows.push(['sessions', notKeptLine(found.notKept)])
  for (const [name, says] of rows) io.out(`${io.style('bold', padTo(name, 8))}  ${says}\n`)
  for (const {harness: name, places} of found.harnesses) {
    const one = asked.find((each) => each.name === name)!
    io.out(`${io.style('bold', one.title)}\n`)
    for (const place of places) io.out(`  ${padTo(place.of, 8)}${oneLine(stateOf(place))}\n`)
    const isThere = places.some(({events}) => events.length !== 0)
    if (isThere && one.andThen !== '') io.out(`  ${' '.repeat(8)}${one.andThen}\n`)
  }
}

function notKeptLine({at, code}: NonNullable<HooksFound['notKept']>): string {
  const what = `what was said was last not kept, at ${at} (${code})`
  return oneLine(
    `${what}: \`brain check\` may say why; it is made up for when a session stops next`,
  )
}

const INSTALL = '`npm install -g mdbrain`'

function memoryOf({root, trusted}: NonNullable<HooksFound['brain']>): string {
  const state = trusted ? 'trusted' : 'hooks load it after `brain trust`'
  return `${oneLine(root)}, ${state}`
}

function stateOf({
  events,
  missing,
  file,
  offIn,
}: HooksFound['harnesses'][number]['places'][number]) {
  if (events.length === 0) return `none in ${file}`
  const without = missing.length === 0 ? '' : `, without ${missing.join(', ')}`
  const off = offIn === undefined ? '' : `; switched off in ${offIn}`
  return `${events.join(', ')}${without}, in ${file}${off}`
}
