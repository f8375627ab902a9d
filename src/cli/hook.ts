/** `brain hook`: ties the brain to a coding agent's harness. */

import fs from 'node:fs'
import path from 'node:path'
import type {SettingsPlan} from '../hooks/settings-file.js'
import {BrainError} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import {consents} from './consent.js'
import type {Io} from './io.js'
import {flag, yes} from './options.js'
import {printJson} from './told.js'
import {hookWire} from './wire.js'

const harness = {
  name: 'harness',
  summary: 'a harness that there is a hook for',
  required: true,
  choices: ['claude-code'],
} as const

const user = flag('in your own settings, for every project')

export const hookInstall = defineCommand({
  name: 'hook install',
  group: 'Begin',
  summary: 'load the brain when a session starts',
  description: [
    'Adds a SessionStart hook to .claude/settings.json of the project, or with --user of your home folder. Shows the file first; every other byte of it stays. `brain hook uninstall` takes it out again.',
  ],
  positionals: [harness],
  options: {user, yes},
  examples: [
    {line: 'brain hook install claude-code', says: 'for this project'},
    {line: 'brain hook install claude-code --user --yes', says: 'for every project'},
  ],
  run: async ({options}, io) => {
    const {claudeCodeEntry} = await import('../hooks/claude-code.js')
    const {planInstall} = await import('../hooks/settings-file.js')
    const plan = planInstall(await settingsFor(options, io), claudeCodeEntry)
    if (plan.off) io.err(`hooks are switched off in \`${plan.file}\` (\`disableAllHooks\`)\n`)
    if (!onPath('brain', io.env)) {
      io.err('the hook runs `brain`, which is not on your PATH: `npm install -g mdbrain`\n')
    }
    if (!options.user) await sayWhetherItLoads(io, options.brain)
    const adds = `a SessionStart hook that runs \`${claudeCodeEntry.command}\``
    return settle(io, plan, options, {
      asks: `${plan.action === 'create' ? 'makes' : 'changes'} ${plan.file}: adds ${adds}`,
      done: `installed in ${plan.file}`,
      already: `already installed in ${plan.file}`,
    })
  },
})

export const hookUninstall = defineCommand({
  name: 'hook uninstall',
  group: 'Settle',
  summary: 'take the hook out again',
  description: [
    'Removes what `brain hook install` added, and the settings file where it held nothing else. Every other byte stays.',
  ],
  positionals: [harness],
  options: {user, yes},
  examples: [{line: 'brain hook uninstall claude-code', says: 'for this project'}],
  run: async ({options}, io) => {
    const {claudeCodeEntry} = await import('../hooks/claude-code.js')
    const {planUninstall} = await import('../hooks/settings-file.js')
    const plan = planUninstall(await settingsFor(options, io), claudeCodeEntry)
    return settle(io, plan, options, {
      asks: `${plan.action === 'remove' ? 'removes' : 'changes'} ${plan.file}: takes the hook out`,
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
    'Reads what the harness says on standard input and answers with the boot context, in the JSON that it expects. Always ends with 0; where there is no brain it prints nothing.',
  ],
  positionals: [harness],
  options: {},
  examples: [{line: 'brain hook run claude-code < /dev/null', says: 'see what a session gets'}],
  run: async (_, io) => {
    const {runHook} = await import('./run-hook.js')
    io.out(await runHook(io.env))
    return 0
  },
})

interface Sentences {
  readonly asks: string
  readonly done: string
  readonly already: string
}

/** Shows the plan, asks, carries it out, says so. */
export async function settle(
  io: Io,
  plan: SettingsPlan,
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
    const {carryOut} = await import('../hooks/settings-file.js')
    carryOut(plan)
  }
  if (options.json) printJson(io, hookWire(plan, true))
  else io.out(`${oneLine(plan.action === 'none' ? says.already : says.done)}\n`)
  return 0
}

/** The settings file meant: the user's, or that of the project around the working directory. */
async function settingsFor(
  options: {readonly user: boolean; readonly brain: string | undefined},
  io: Io,
): Promise<string> {
  const {claudeCodeSettings} = await import('../hooks/claude-code.js')
  const home = io.env.HOME ?? io.env.USERPROFILE ?? ''
  if (options.user) return claudeCodeSettings(home)
  const project = projectOf(path.resolve(io.workingDirectory, options.brain ?? ''), home)
  if (home === '' || path.relative(project, home) !== '') return claudeCodeSettings(project)
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
 * The nearest folder upwards with `.claude/` or a repository; else the folder itself. Never the home
 * folder, whose settings are the user's.
 */
export function projectOf(from: string, home: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const isHome = home !== '' && path.relative(folder, home) === ''
    if (isHome || folder === path.dirname(folder)) return from
    const marks = ['.claude', '.git'].map((mark) => path.join(folder, mark))
    if (marks.some((mark) => fs.existsSync(mark))) return folder
  }
}

function onPath(command: string, env: Io['env']): boolean {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.ps1'] : ['']
  return (env.PATH ?? env.Path ?? '')
    .split(path.delimiter)
    .some((folder) => endings.some((ending) => fs.existsSync(path.join(folder, command + ending))))
}
