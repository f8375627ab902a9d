/** `brain hook install` and `uninstall`: ties the brain to a coding agent's harness; what the harness then runs. */

import fs from 'node:fs'
import path from 'node:path'
import type {HookEvent, HookHarness, Place} from '../hooks/harness.js'
import type {Installation} from '../hooks/installation.js'
import {BrainError} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import {consents} from './consent.js'
import {hookWire} from './hook-wire.js'
import type {Io} from './io.js'
import {flag, yes} from './options.js'
import {printJson} from './told.js'

export const harness = {
  name: 'harness',
  summary: 'a harness that there is a hook for',
  required: true,
  choices: ['claude-code', 'codex', 'cursor', 'copilot', 'openclaw'],
} as const

/** Nobody sees what the process says that keeps a session: so this is said before. */
const KEPT =
  'what you and the agent say will be committed with the brain, in sessions/: where that is pushed, it goes too (`--no-keep` leaves it out)'

const user = flag('in your own settings, for every project')

export const hookInstall = defineCommand({
  name: 'hook install',
  group: 'Begin',
  summary: 'memory in your agent: at its start, at each turn, and kept',
  description: [
    "Adds hooks to the harness's settings of the project, or with --user of your home folder: one that loads the brain when a session begins, one that looks up what is known about each prompt, and those that keep what was said in sessions/. Run again, it adds what is missing.",
    'Shows the file first; every other byte of it stays. `brain hook uninstall` takes the hooks out again.',
  ],
  positionals: [harness],
  options: {
    user,
    'no-turns': flag('nothing at each prompt'),
    'no-keep': flag('keep nothing of what is said'),
    yes,
  },
  examples: [
    {line: 'brain hook install claude-code', says: 'for this project'},
    {line: 'brain hook install codex --user --yes', says: 'for every project'},
    {line: 'brain hook install cursor --no-keep', says: 'without keeping sessions'},
  ],
  run: async ({options, words: [name]}, io) => {
    const {planHooks} = await import('../hooks/installation.js')
    const found = await harnessCalled(name!)
    const wanted: HookEvent[] = ['begin']
    if (!options['no-turns']) wanted.push('turn')
    if (!options['no-keep']) wanted.push('keep')
    const plan = planHooks(found, placeFor(found, options, io), wanted)
    if (plan.offIn !== undefined) io.err(`hooks are switched off in \`${oneLine(plan.offIn)}\`\n`)
    if (!onPath('brain', io.env)) {
      io.err('the hooks run `brain`, which is not on your PATH: `npm install -g mdbrain`\n')
    }
    if (!options.user) await sayWhetherItLoads(io, options.brain)
    if (wanted.includes('keep') && plan.action !== 'none') io.err(`${KEPT}\n`)
    const code = await settle(io, plan, options, {
      asks: `${plan.action === 'create' ? 'makes' : 'changes'} ${plan.file}: hooks that run \`brain hook run ${found.name}\` ${purposes(wanted)}`,
      done: `installed in ${plan.file}`,
      already: `already installed in ${plan.file}`,
    })
    if (found.andThen !== '') io.err(`next: ${found.andThen}\n`)
    return code
  },
})

export const hookUninstall = defineCommand({
  name: 'hook uninstall',
  group: 'Settle',
  summary: 'take the hooks out again',
  description: [
    'Removes what `brain hook install` added, and the settings file where it held nothing else. Every other byte stays.',
  ],
  positionals: [harness],
  options: {user, yes},
  examples: [{line: 'brain hook uninstall claude-code', says: 'for this project'}],
  run: async ({options, words: [name]}, io) => {
    const {planWithout} = await import('../hooks/installation.js')
    const found = await harnessCalled(name!)
    const plan = planWithout(found, placeFor(found, options, io))
    return settle(io, plan, options, {
      asks: `${plan.action === 'remove' ? 'removes' : 'changes'} ${plan.file}: takes the hooks out`,
      done: `taken out of ${plan.file}`,
      already: `not installed in ${plan.file}`,
    })
  },
})

export const hookRun = defineCommand({
  name: 'hook run',
  group: 'Settle',
  summary: 'what the harness starts; not for you',
  forMachines: true,
  description: [
    'Reads what the harness says on standard input and answers in the JSON that it expects: when a session begins with the boot context, at a turn with what is known about the prompt. At the end of a turn it starts `brain hook keep` and says nothing. Always ends with 0; where there is no brain it prints nothing.',
  ],
  positionals: [
    harness,
    {
      name: 'event',
      summary: 'what happens; begin where absent',
      choices: ['begin', 'turn', 'keep'],
    },
  ],
  options: {},
  examples: [
    {line: 'brain hook run claude-code < /dev/null', says: 'see what a session gets'},
    {line: 'brain hook run codex turn < prompt.json', says: 'or a turn'},
  ],
  run: async ({words}, io) => {
    const {runHook} = await import('./run-hook.js')
    io.out(await runHook(words, io.env))
    return 0
  },
})

export const hookKeep = defineCommand({
  name: 'hook keep',
  group: 'Settle',
  summary: 'what a hook leaves behind; not for you',
  forMachines: true,
  description: [
    'Reads from standard input which session it is and where its transcript stands, and keeps what was said since the last time in sessions/. Always ends with 0, and says nothing.',
  ],
  positionals: [harness],
  options: {},
  examples: [{line: 'brain hook keep codex < session.json', says: 'now, and waiting for it'}],
  run: async ({words}, io) => {
    const {runKeep} = await import('./run-hook.js')
    await runKeep(words, io.env)
    return 0
  },
})

interface Sentences {
  readonly asks: string
  readonly done: string
  readonly already: string
}

/** Shows the plan, asks, carries it out, says so. */
async function settle(
  io: Io,
  plan: Installation,
  options: {readonly yes: boolean; readonly json: boolean},
  says: Sentences,
): Promise<number> {
  if (plan.action !== 'none') {
    io.err(`${oneLine(says.asks)}\n`)
    if (!(await consents(io, options.yes, `\`${plan.file}\` would be changed`, 'Go on?'))) {
      if (options.json) printJson(io, hookWire(plan, false))
      else io.err('nothing was changed\n')
      return 0
    }
    const {install} = await import('../hooks/installation.js')
    install(plan)
  }
  if (options.json) printJson(io, hookWire(plan, true))
  else io.out(`${oneLine(plan.action === 'none' ? says.already : says.done)}\n`)
  return 0
}

function purposes(wanted: readonly HookEvent[]): string {
  const all = {
    begin: 'when a session begins',
    turn: 'at each prompt',
    keep: 'to keep what was said',
  }
  return wanted.map((each) => all[each]).join(', ')
}

/** Its name was checked when the command line was read. */
async function harnessCalled(name: string): Promise<HookHarness> {
  const {harnessNamed} = await import('../hooks/harnesses.js')
  return harnessNamed(name)!
}

/** The place meant: the user's settings, or those of the project around the working directory. */
export function placeFor(
  {mark}: HookHarness,
  options: {readonly user: boolean; readonly brain: string | undefined},
  io: Io,
): Place {
  const home = io.env.HOME ?? io.env.USERPROFILE ?? ''
  if (options.user) return {of: 'user', home, env: io.env}
  const folder = projectOf(path.resolve(io.workingDirectory, options.brain ?? ''), home, mark)
  if (home === '' || path.relative(folder, home) !== '')
    return {of: 'project', folder, home, env: io.env}
  throw new BrainError('bad-argument', {
    message: 'this is your home folder, whose settings are for every project',
    hint: 'run it in a project, or with `--user`',
    data: {folder: home},
  })
}

/** A hook that is installed may still have nothing to load: better said now than wondered at later. */
async function sayWhetherItLoads(io: Io, named: string | undefined): Promise<void> {
  try {
    const brain = await io.open(named)
    const trusted = await brain.trusted()
    await brain.close()
    if (!trusted)
      io.err('the brain here came from elsewhere: the hook loads it after `brain trust`\n')
  } catch (error) {
    if (!(error instanceof BrainError) || error.code !== 'not-a-brain') throw error
    io.err('there is no brain here yet: the hook loads one after `brain init`\n')
  }
}

/**
 * The nearest folder upwards with the harness's own folder or a repository; else the folder itself. Never
 * the home folder, whose settings are the user's.
 */
export function projectOf(from: string, home: string, own = '.claude'): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const isHome = home !== '' && path.relative(folder, home) === ''
    if (isHome || folder === path.dirname(folder)) return from
    const marks = [own, '.git'].map((mark) => path.join(folder, mark))
    if (marks.some((mark) => fs.existsSync(mark))) return folder
  }
}

export function onPath(command: string, env: Io['env']): boolean {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.ps1'] : ['']
  return (env.PATH ?? env.Path ?? '')
    .split(path.delimiter)
    .some((folder) => endings.some((ending) => fs.existsSync(path.join(folder, command + ending))))
}
