/**
 * Commands that write, killed at any moment. What the next command finds is as before or as after, all of it committed, and it
 * says what it found.
 *
 * Real processes of the built command, killed when so much has happened in the folder of locks and journals, or after some
 * share of the time that they take. `MDBRAIN_RUNS=200` rounds where somebody hunts for a fault.
 */

import fs from 'node:fs'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

const ROUNDS = Number(process.env.MDBRAIN_RUNS ?? 7)

const patience = {timeout: 7_200_000}

const NOTES = {
  'SOUL.md': 'I am.\n',
  'brain.yaml': 'zone: UTC\n',
  'MEMORY.md': '- The office is in Lyon. [key:: office]\n',
  'drawers/a/b/limits.md': '---\nkey: limits\n---\n# Limits\n\n100 a minute.\n',
  'drawers/a/b/links.md': 'See [[wanderer]].\n',
  'drawers/x/one/wanderer.md': '# Wanderer\n\nSee [[links]].\n',
}

/** Numbers from 0 to 1, the same in each run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Each of them changes several files, or one that others change too. */
function commandOf(round: number, box: Sandbox): readonly string[] {
  const at = fs.existsSync(path.join(box.root, 'drawers/x/one/wanderer.md')) ? 'one' : 'two'
  const commands = [
    ['remember', `${round} a minute.`, '--key', 'limits'],
    [
      'move',
      `drawers/x/${at}/wanderer.md`,
      `drawers/x/${at === 'one' ? 'two' : 'one'}/wanderer.md`,
    ],
    ['supersede', 'office', `The office is in town ${round}.`],
    ['log', `Of round ${round}.`],
    ['undo'],
  ]
  return commands[round % commands.length]!
}

/** Runs a command and kills it. Tells whether it was still running. */
async function killed(
  box: Sandbox,
  args: readonly string[],
  when: {readonly after: number} | {readonly touches: number},
): Promise<boolean> {
  const locks = path.join(box.root, '.git/mdbrain')
  fs.mkdirSync(locks, {recursive: true})
  const {child, ended} = box.start(args)
  let touches = 0
  const watcher = fs.watch(locks, () => {
    if ('touches' in when && when.touches <= ++touches) child.kill('SIGKILL')
  })
  if ('after' in when) void setTimeout(when.after).then(() => child.kill('SIGKILL'))
  const {exit} = await ended
  watcher.close()
  return exit === null
}

interface Told {
  readonly committed: string | false
  readonly messages: readonly {readonly rule: string; readonly reason: string}[]
}

/** Drafts, locks and journals. One without a word yet might be just being written: it is believed for ten seconds. */
function leftIn(root: string): readonly string[] {
  return fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => /\.tmp$|\.git\/mdbrain\/./.test(name))
    .filter((name) => 0 < fs.statSync(path.join(root, name)).size)
}

/** The memories that hold now under a key. */
function under(box: Sandbox, key: string): readonly string[] {
  const {memories} = box.json('list') as {memories: {id: string; key: string | null}[]}
  return memories.filter((memory) => memory.key === key).map(({id}) => id)
}

test('killed at any moment, a writing command has taken place or has not', patience, async () => {
  const chance = chances(7)
  const box = new Sandbox()
  box.write(NOTES)
  box.commit('start')
  const begun = Date.now()
  box.json('log', 'First.')
  const whole = Date.now() - begun
  let hits = 0
  for (let round = 0; round < ROUNDS; round++) {
    const when =
      round % 3 === 2 ? {after: whole * chance()} : {touches: 1 + Math.floor(chance() * 24)}
    const args = commandOf(round, box)
    if (await killed(box, args, when)) hits++
    const journal = fs
      .readdirSync(path.join(box.root, '.git/mdbrain'))
      .some((name) => name.endsWith('.journal'))

    const what = `round ${round}: ${args.join(' ')} ${JSON.stringify(when)}`
    const {cut_short: waits} = box.json('status') as {cut_short: {paths: string[]} | null}
    expect(waits !== null, what).toBe(journal)
    expect(waits === null || 0 < waits.paths.length, what).toBe(true)
    const told = box.json('log', `After round ${round}.`) as Told
    expect(told.committed, what).toMatch(/^[0-9a-f]{40}$/)
    const rules = told.messages.map(({rule}) => rule)
    expect(rules.includes('cut-short'), what).toBe(journal)
    expect(box.git('status', '--porcelain', '--untracked-files=all'), what).toBe('')
    const {errors, messages} = box.json('check') as Told & {errors: number}
    expect([errors, messages.map(({rule}) => rule)], what).toEqual([0, []])
    expect([under(box, 'limits').length, under(box, 'office').length], what).toEqual([1, 1])
    expect(leftIn(box.root), what).toEqual([])
  }
  expect(hits).toBeGreaterThan(ROUNDS / 3)
  expect(box.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
  expect(box.json('doctor')).toMatchObject({well: true})
})
