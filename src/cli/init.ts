/** `brain init`: makes a brain, or adopts a folder that holds notes. */

import fs from 'node:fs'
import path from 'node:path'
import {BrainError, initBrain} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {choice, flag, yes} from './options.js'
import {committedLine, printJson} from './told.js'
import {initialisedWire} from './wire.js'

/** What a new brain can start from. */
const TEMPLATES = ['coding-agent', 'assistant', 'minimal'] as const

export const init = defineCommand({
  name: 'init',
  group: 'Begin',
  summary: 'make a brain, or adopt a folder of notes',
  description: [
    'Lays out the files of a brain and commits them. Nothing that is there is changed or replaced, so it can be run again. A folder that holds notes already becomes a brain as it is with --adopt.',
    'What you edit by hand is committed by `brain commit`, or by `brain watch` after a quiet time if you agree to it; `brain commit --when-quiet` changes that later.',
    'On a terminal it asks what it was not told; elsewhere it takes the defaults.',
  ],
  positionals: [{name: 'folder', summary: 'where; the working directory where absent'}],
  options: {
    template: choice('NAME', 'what to start from', TEMPLATES),
    adopt: flag('make a brain of notes that are there'),
    'no-git': flag('make no Git repository'),
    'commit-edits': flag('hand edits are committed when it is quiet'),
    'no-commit-edits': flag('they are committed by hand: the default'),
    yes,
  },
  examples: [
    {line: 'brain init', says: 'here'},
    {line: 'brain init ~/brain --template assistant', says: 'a personal one'},
    {line: 'brain init ~/vault --adopt', says: 'of an Obsidian vault, as it is'},
  ],
  run: async ({options, words}, io) => {
    const folder = folderOf(words[0], options.brain, io)
    const asks = io.interactive && !options.yes
    const edits = agreedTo(options['commit-edits'], options['no-commit-edits'])
    const template = options.template ?? (asks ? await askTemplate(folder, io) : undefined)
    const request = {
      ...io.opening(folder),
      root: folder,
      git: !options['no-git'],
      ...said({template, commitEdits: edits}),
    }
    const made = await initBrain({...request, adopt: options.adopt}).catch(async (error) => {
      if (!asks || !(error instanceof BrainError) || error.code !== 'consent-needed') throw error
      io.err(`${error.message}; no file that is there would be changed\n`)
      if (!(await io.confirm('Make a brain of it as it is?'))) return undefined
      return initBrain({...request, adopt: true})
    })
    if (made === undefined) {
      io.err('nothing was changed\n')
      return 0
    }
    const isOpen = asks && edits === undefined && isNewAndAlone(made)
    const whenQuiet = isOpen ? await askEdits(made.root, io) : made.whenQuiet
    if (options.json) printJson(io, initialisedWire({...made, whenQuiet}))
    else printMade(io, {...made, whenQuiet})
    return 0
  },
})

type Made = Awaited<ReturnType<typeof initBrain>>

function agreedTo(yes: boolean, no: boolean): boolean | undefined {
  if (yes && no) {
    throw new BrainError('bad-argument', {
      message: '`--commit-edits` and `--no-commit-edits` were both given',
      hint: 'give one of them',
      data: {flag: '--commit-edits'},
    })
  }
  return yes ? true : no ? false : undefined
}

/** A new brain with a repository of its own: in a larger one nothing is committed that was not asked for. */
function isNewAndAlone(made: Made): boolean {
  const isNew = made.changed && made.template !== undefined && made.notes === 0
  return isNew && fs.existsSync(path.join(made.root, '.git'))
}

async function askEdits(root: string, io: Io): Promise<boolean> {
  const question = 'Shall `brain watch` commit what you edit by hand, when it is quiet?'
  if (!(await io.confirm(question))) return false
  const brain = await io.open(root)
  try {
    await brain.commitQuietly(true)
    return true
  } finally {
    await brain.close()
  }
}

function folderOf(word: string | undefined, brain: string | undefined, io: Io): string {
  if (word !== undefined && brain !== undefined) {
    throw new BrainError('bad-argument', {
      message: `\`brain init\` was given its folder twice: \`${word}\` and by \`--brain\``,
      hint: 'give it once',
      data: {argument: 'folder'},
    })
  }
  const named = word ?? brain ?? '.'
  if (named.trim() === '') {
    throw new BrainError('bad-argument', {
      message: 'the folder of `brain init` is empty',
      hint: 'name one, or leave it out to make the brain here',
      data: {argument: 'folder'},
    })
  }
  const home = io.env.HOME ?? io.env.USERPROFILE
  const isInHome = home !== undefined && /^~(?:$|\/)/.test(named)
  return path.resolve(io.workingDirectory, isInHome ? path.join(home, named.slice(1)) : named)
}

/** Asks what to start from, where there is nothing yet. */
async function askTemplate(folder: string, io: Io) {
  const isFolder = fs.statSync(folder, {throwIfNoEntry: false})?.isDirectory() === true
  const names = isFolder ? fs.readdirSync(folder) : []
  if (names.some((name) => name !== '.git')) return undefined
  const answer = await io.ask(`Start from ${TEMPLATES.join(', ')}?`, TEMPLATES[0])
  const found = TEMPLATES.find((template) => template === answer)
  if (found !== undefined) return found
  throw new BrainError('bad-argument', {
    message: `there is no template \`${oneLine(answer)}\``,
    hint: `choose one of ${TEMPLATES.join(', ')}`,
    data: {argument: 'template', value: answer},
  })
}

function printMade(io: Io, made: Made): void {
  io.out(`${io.style('bold', made.changed ? 'brain in' : 'unchanged')} ${oneLine(made.root)}\n`)
  for (const file of made.paths) io.out(`  made ${oneLine(file)}\n`)
  for (const file of made.kept) io.out(`  kept ${oneLine(file)}\n`)
  if (made.notes === 1) io.out('  adopted 1 note as it is\n')
  if (1 < made.notes) io.out(`  adopted ${made.notes} notes as they are\n`)
  if (0 < made.paths.length) io.out(`  ${committedLine(made)}\n`)
  if (made.whenQuiet) io.out('  hand edits are committed by `brain watch`, when it is quiet\n')
  if (made.repository === 'no-git') {
    io.err('Git is not on this machine: nothing is committed, and there is no undo\n')
  }
  if (made.changed) {
    io.err(
      'next: write into its files, see `brain boot`, then `brain hook install claude-code` or `brain setup`\n',
    )
  }
}
