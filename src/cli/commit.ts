/** `brain commit`: commits what was edited by hand, with what happened in words. */

import {type Brain, BrainError, type Committed} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand, said} from './command.js'
import {commitWire, whenQuietWire} from './commit-wire.js'
import type {Io} from './io.js'
import {author, choice, flag} from './options.js'
import {counted, printJson, printMessages} from './told.js'

/** Files named one by one; more are counted. */
const MOST_NAMED = 20

export const commit = defineCommand({
  name: 'commit',
  group: 'Write',
  summary: 'commit what was edited by hand, in words',
  description: [
    "Makes one commit of what changed in the brain's notes and settings since the last one; its message says what happened: facts added and ended, notes renamed. What is staged stays staged unless it is named. A file that is in conflict or holds a key is left out and named, and the rest goes.",
    'Nothing is committed during a merge, rebase, cherry-pick, revert or bisect, on a detached HEAD, or when more than half of the notes, and more than 20, are gone.',
    'With --when-quiet yes, `brain watch` does this by itself after a quiet time; that is kept on this machine, for this repository. Ends with 1 where something was left out that is not staged, or nothing could be committed.',
  ],
  positionals: [
    {name: 'path', summary: 'files and folders of the brain; all of it where absent', many: true},
  ],
  options: {
    'dry-run': flag('say what would be committed'),
    'accept-deletions': flag('most of the notes are gone, and that is meant'),
    'when-quiet': choice('YES', 'whether `brain watch` does it; commits nothing now', [
      'yes',
      'no',
    ]),
    ...author,
  },
  examples: [
    {line: 'brain commit', says: 'all that waits'},
    {line: 'brain commit --dry-run', says: 'what that would be'},
    {line: 'brain commit MEMORY.md drawers/atlas', says: 'these alone'},
    {line: 'brain commit --when-quiet yes', says: 'by itself from now on'},
  ],
  run: async ({options, words}, io) => {
    const {'dry-run': dryRun, 'accept-deletions': acceptDeletions, agent, session} = options
    const whenQuiet = options['when-quiet']
    if (whenQuiet !== undefined) refuseMore(words, dryRun || acceptDeletions)
    const brain = await io.open(options.brain)
    try {
      if (whenQuiet !== undefined) return await agree(brain, whenQuiet === 'yes', options.json, io)
      const paths = words.length === 0 ? undefined : words
      const answer = await brain.commit({dryRun, acceptDeletions, ...said({paths, agent, session})})
      if (options.json) printJson(io, commitWire(answer, dryRun))
      else printAnswer(io, answer, dryRun)
      return exitOf(answer)
    } finally {
      await brain.close()
    }
  },
})

function refuseMore(words: readonly string[], isMore: boolean): void {
  if (words.length === 0 && !isMore) return
  throw new BrainError('bad-argument', {
    message: '`--when-quiet` says what happens from now on, and commits nothing now',
    hint: 'give it alone, then run `brain commit`',
    data: {flag: '--when-quiet'},
  })
}

async function agree(brain: Brain, yes: boolean, json: boolean, io: Io): Promise<number> {
  await brain.commitQuietly(yes)
  const whenQuiet = await brain.commitsQuietly()
  const who = whenQuiet ? '`brain watch`, when it is quiet' : '`brain commit` alone'
  if (json) printJson(io, whenQuietWire(brain.root, whenQuiet))
  else io.out(`hand edits are committed by ${who}: ${oneLine(brain.root)}\n`)
  return 0
}

/** Staged is what somebody wants to commit himself. */
function exitOf({why, left}: Committed): number {
  const isFine = left.every((each) => each.why === 'staged')
  return isFine && (why === undefined || why === 'left-out') ? 0 : 1
}

function printAnswer(io: Io, answer: Committed, dryRun: boolean): void {
  const {subject, edits, left, messages} = answer
  io.out(`${headOf(answer, dryRun, io)}\n`)
  if (0 < edits.length) io.out(`  ${oneLine(subject ?? '')}\n`)
  const lines = edits.map(({path, from, words}) => {
    const name = from === undefined ? path : `${from} → ${path}`
    return oneLine(`${name}: ${words.join(', ')}`)
  })
  printSome(lines, (line) => io.out(`    ${line}\n`))
  const reasons = left.map(({path, line, detail}) => {
    const where = line === undefined ? path : `${path}:${line}`
    return oneLine(`${where}: ${detail}`)
  })
  printSome(reasons, (line) => io.err(`left out: ${line}\n`))
  printMessages(io, messages)
}

function headOf({committed, why, detail, edits}: Committed, dryRun: boolean, io: Io): string {
  if (committed !== false) {
    const note = detail === undefined ? '' : `: ${oneLine(detail)}`
    return `${io.style('bold', 'committed')} ${committed.slice(0, 10)}${note}`
  }
  if (dryRun && 0 < edits.length) {
    return `${io.style('bold', 'would commit')} ${counted(edits.length, 'file')}`
  }
  const reason = oneLine(detail ?? why ?? 'no reason given')
  return why === undefined ? reason : `${io.style('bold', 'not committed')}: ${reason}`
}

function printSome(lines: readonly string[], print: (line: string) => void): void {
  for (const line of lines.slice(0, MOST_NAMED)) print(line)
  if (MOST_NAMED < lines.length) print(`and ${lines.length - MOST_NAMED} more`)
}
