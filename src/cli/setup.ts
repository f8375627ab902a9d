/** `brain setup`: points the agents of a project at the brain. */

import path from 'node:path'
import {setupProject} from '../index.js'
import {oneLine, padTo, widthOf} from './columns.js'
import {defineCommand} from './command.js'
import {consents} from './consent.js'
import {projectOf} from './hook.js'
import type {Io} from './io.js'
import {flag, single, yes} from './options.js'
import {text} from './read-value.js'
import {counted, printJson} from './told.js'
import {setupWire} from './wire.js'

export const setup = defineCommand({
  name: 'setup',
  group: 'Begin',
  summary: "point a project's agents at the brain",
  description: [
    'Finds CLAUDE.md, AGENTS.md, GEMINI.md, Cursor rules, Copilot instructions and vaults, shows what it would write, and with your consent writes a short block between markers. Copies nothing; --remove takes the blocks out again.',
  ],
  positionals: [],
  options: {
    project: single('FOLDER', 'the project; where you are, where absent', text),
    remove: flag('take the blocks out'),
    yes,
  },
  examples: [
    {line: 'brain setup', says: 'shows the plan, then asks'},
    {line: 'brain setup --brain ~/brain --yes', says: 'this project, a personal brain'},
  ],
  run: async ({options}, io) => {
    const brain = await io.open(options.brain)
    await brain.close()
    const home = io.env.HOME ?? io.env.USERPROFILE ?? ''
    const project =
      options.project === undefined
        ? projectOf(io.workingDirectory, home)
        : path.resolve(io.workingDirectory, options.project)
    const request = {
      ...io.opening(options.brain),
      root: brain.root,
      project,
      remove: options.remove,
    }

    const plan = await setupProject({...request, apply: false})
    const writes = plan.targets.filter(({action}) => action !== 'none' && action !== 'blocked')
    if (!options.json) printPlan(io, plan)
    if (writes.length === 0) {
      if (options.json) printJson(io, setupWire(plan))
      else io.err('there is nothing to write\n')
      return 0
    }
    const what = `${counted(writes.length, 'file')} would be written`
    if (!options.yes && !io.interactive) {
      // The plan is an answer of its own: no consent is needed to be shown it.
      if (options.json) printJson(io, setupWire(plan))
      else io.err(`${what}; run it again with \`--yes\` to write\n`)
      return 0
    }
    const go = await consents(io, options.yes, what, `Write ${counted(writes.length, 'file')}?`)
    const done = go ? await setupProject({...request, apply: true}) : plan
    if (options.json) printJson(io, setupWire(done))
    else if (go)
      for (const {path: file, action} of writes) io.out(`${deed(action)} ${oneLine(file)}\n`)
    else io.err('nothing was changed\n')
    return 0
  },
})

/** What is done to a file into which the block goes. */
const WRITING: ReadonlySet<string> = new Set(['add', 'replace', 'create'])

function deed(action: Plan['targets'][number]['action']): string {
  return WRITING.has(action) ? 'wrote' : 'took it out of'
}

type Plan = Awaited<ReturnType<typeof setupProject>>

function printPlan(io: Io, {project, targets, block}: Plan): void {
  io.out(`project ${oneLine(project)}\n`)
  const left = Math.max(0, ...targets.map((target) => widthOf(oneLine(target.path))))
  for (const {path: file, action, reason} of targets) {
    const says = reason === undefined ? action : `${action}: ${oneLine(reason)}`
    io.out(`  ${padTo(oneLine(file), left)}  ${says}\n`)
  }
  if (targets.length === 0) io.out('  no file that an agent reads by itself\n')
  else if (targets.some(({action}) => WRITING.has(action)))
    for (const line of block.split('\n')) io.out(`  ${io.style('dim', `| ${line}`)}\n`)
}
