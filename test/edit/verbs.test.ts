/**
 * Every verb that writes, with a fault at every step of the way: an operation of the disk that fails, a machine that
 * stops there, a Git that fails. Afterwards the brain is as before or as after, never between; what the verb answered is true;
 * and whoever writes next is told what was found.
 */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test, vi} from 'vitest'
import type {Written} from '../../src/brain.js'
import type {Scene} from '../../src/catalog/scene.js'
import {end} from '../../src/writing/end.js'
import {forget} from '../../src/writing/forget.js'
import {keepTurns} from '../../src/writing/keep-turns.js'
import {log} from '../../src/writing/log.js'
import {move} from '../../src/writing/move.js'
import {remember} from '../../src/writing/remember.js'
import {review} from '../../src/writing/review.js'
import {supersede} from '../../src/writing/supersede.js'
import {undo} from '../../src/writing/undo.js'
import {BrainBox} from '../writing/brain-box.js'

/** Which operations of the disk fail, counted from 1; writes fail half-way. */
const disk = vi.hoisted(() => ({count: 0, fails: (_nth: number): boolean => false}))

vi.mock('../../src/edit/operations.js', async (load) => {
  const real = await load<typeof import('../../src/edit/operations.js')>()
  const quick = {
    ...real.operations,
    // Nobody waits for the disk here: there are hundreds of edits.
    async stage(name: string, bytes: Uint8Array, mode?: number) {
      fs.writeFileSync(name, bytes, {flag: 'wx', ...(mode === undefined ? {} : {mode})})
    },
    async syncFolder() {},
  }
  const failing = Object.entries(quick).map(([name, operation]) => [
    name,
    async (...args: unknown[]) => {
      if (!disk.fails(++disk.count)) return (operation as (...each: unknown[]) => unknown)(...args)
      if (name === 'stage') fs.writeFileSync(args[0] as string, 'half')
      throw Object.assign(new Error('the disk is full'), {code: 'ENOSPC'})
    },
  ])
  return {...real, operations: Object.fromEntries(failing)}
})

/** Whoever hunts for a fault looks at every operation with Git too. */
const EVERY = process.env.MDBRAIN_RUNS === undefined ? 4 : 1

const patience = {timeout: 600_000}

const FILES = {
  'SOUL.md': 'I am.\n',
  'MEMORY.md': '- The office is in Lyon.\n- The door is green. ^door\n',
  'drawers/a/b/limits.md':
    '---\ncreated: 2025-12-01\nkey: limits\nttl: 90d\n---\n# Limits\n\n100 a minute.\n',
  'drawers/a/b/links.md': 'See [[limits]] and [the same](limits.md).\n',
  'notes/more.md': 'Also [[limits]].\n',
  'sessions/s.md': '# Tasks\n\n- a\n',
}

const SAID = {
  session: 's',
  turns: [
    {id: '1', role: 'user', text: 'Which colour?'},
    {id: '2', role: 'assistant', text: 'Green.'},
  ],
} as const

type Verb = (scene: Scene) => Promise<Written>

const VERBS: Readonly<Record<string, Verb>> = {
  remember: (scene) => remember(scene, {text: 'The gate is open.'}),
  'remember, in the place of another': (scene) =>
    remember(scene, {text: '200 a minute.', key: 'limits'}),
  log: (scene) => log(scene, {text: 'Released.'}),
  keepTurns: (scene) => keepTurns(scene, SAID),
  review: (scene) => review(scene, ['limits']),
  'end, of a fact': (scene) => end(scene, 'MEMORY.md#^door'),
  'supersede, of a note': (scene) => supersede(scene, {older: 'limits', text: '300 a minute.'}),
  'supersede, of a fact': (scene) =>
    supersede(scene, {older: 'MEMORY.md:1', text: 'The office is in Nantes.'}),
  'move, with references': (scene) => move(scene, 'limits', 'drawers/c/d/bounds.md'),
  forget: (scene) => forget(scene, 'limits'),
}

/** Those whose way through Git differs. */
const WITH_GIT: Readonly<Record<string, Verb>> = {
  log: VERBS.log!,
  'remember, in the place of another': VERBS['remember, in the place of another']!,
  'move, with references': VERBS['move, with references']!,
  'undo, of a move': (scene) => undo(scene),
}

/** What is written after a fault, to see what is left of it. */
const next = (scene: Scene) => remember(scene, {text: 'Later.', wing: 'later'})

function heal(): void {
  disk.count = 0
  disk.fails = () => false
}

/** Every file of the brain with what it holds; hidden ones too, but for Git's and the caches. */
function treeOf(box: BrainBox): Record<string, string> {
  const names = fs
    .readdirSync(box.top, {recursive: true, encoding: 'utf8'})
    .filter((name) => !/^\.(?:git|brain)(?:\/|$)/.test(name))
    .filter((name) => fs.statSync(path.join(box.top, name)).isFile())
  return Object.fromEntries(names.sort().map((name) => [name, box.read(name)]))
}

function without(tree: Record<string, string>, folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !name.startsWith(folder)))
}

/** Locks, journals and drafts. */
function leftIn(box: BrainBox): string[] {
  const folder = path.join(box.home, 'state/mdbrain')
  const inGit = path.join(box.top, '.git/mdbrain')
  const drafts = path.join(box.top, '.brain')
  const namesIn = (each: string) => (fs.existsSync(each) ? fs.readdirSync(each) : [])
  const lost = namesIn(drafts).filter((name) => /\.[0-9a-f]{12}\.tmp$/.test(name))
  return [...[folder, inGit].flatMap(namesIn), ...lost]
}

function isJournal(name: string): boolean {
  return name.endsWith('.journal')
}

async function boxFor(verb: string, git: boolean): Promise<BrainBox> {
  heal()
  const box = new BrainBox(FILES, {git})
  if (verb.startsWith('undo')) await move(box.scene, 'limits', 'drawers/c/d/bounds.md')
  box.tick()
  heal()
  return box
}

/** Before and after, where nothing goes wrong, and how many operations that took. */
async function endsOf(name: string, verb: Verb, git: boolean) {
  const box = await boxFor(name, git)
  const before = treeOf(box)
  await verb(box.scene)
  const length = disk.count
  const after = treeOf(box)
  expect(after).not.toEqual(before)
  expect(leftIn(box).filter(isJournal)).toEqual([])
  return {before, after, length}
}

const rulesOf = ({messages}: Written) => messages.map(({rule}) => rule)

describe('one operation of the disk fails', () => {
  test.each(Object.entries(VERBS))('%s', patience, async (name, verb) => {
    const {before, after, length} = await endsOf(name, verb, false)
    expect(length).toBeGreaterThan(8)
    for (let nth = 1; nth <= length; nth++) {
      const box = await boxFor(name, false)
      disk.fails = (count) => count === nth
      const answer = await verb(box.scene).catch((error: Error) => error)
      heal()
      if (answer instanceof Error) {
        expect(answer, `operation ${nth}`).toMatchObject({code: 'write-failed'})
        expect(treeOf(box), `operation ${nth}`).toEqual(before)
      } else expect(treeOf(box), `operation ${nth}`).toEqual(after)
      await next(box.scene)
      expect(leftIn(box), `operation ${nth}`).toEqual([])
      box.remove()
    }
  })
})

describe('the machine stops at an operation of the disk', () => {
  test.each(Object.entries(VERBS))('%s', patience, async (name, verb) => {
    const {before, after, length} = await endsOf(name, verb, false)
    const seen = {before: 0, after: 0}
    for (let nth = 1; nth <= length; nth++) {
      const box = await boxFor(name, false)
      disk.fails = (count) => nth <= count
      await verb(box.scene).catch(() => {})
      heal()
      const left = leftIn(box).some(isJournal)
      const told = rulesOf(await next(box.scene))
      expect(told.includes('cut-short'), `operation ${nth}`).toBe(left)
      const tree = without(treeOf(box), 'drawers/later/')
      expect([before, after], `operation ${nth}`).toContainEqual(tree)
      seen[Object.keys(tree).join() === Object.keys(before).join() ? 'before' : 'after']++
      expect(leftIn(box), `operation ${nth}`).toEqual([])
      box.remove()
    }
    expect(seen.before + seen.after).toBe(length)
  })

  test('and what was said is handed in again: it is there once', patience, async () => {
    const {after, length} = await endsOf('keepTurns', VERBS.keepTurns!, false)
    for (let nth = 1; nth <= length; nth++) {
      const box = await boxFor('keepTurns', false)
      disk.fails = (count) => nth <= count
      await keepTurns(box.scene, SAID).catch(() => {})
      heal()
      await keepTurns(box.scene, SAID)
      expect(treeOf(box), `operation ${nth}`).toEqual(after)
      box.remove()
    }
  })

  test.each(Object.entries(WITH_GIT))('with Git, %s', patience, async (name, verb) => {
    const {before, after, length} = await endsOf(name, verb, true)
    for (let nth = 1; nth <= length; nth += EVERY) {
      const box = await boxFor(name, true)
      const git = gitOf(box)
      disk.fails = (count) => {
        // Git stops with the machine.
        if (nth === count) git.fail(1, 'dies')
        return nth <= count
      }
      await verb(box.scene).catch(() => {})
      heal()
      git.mend()
      const left = leftIn(box).some(isJournal)
      const written = await next(box.scene)
      expect(rulesOf(written).includes('cut-short'), `operation ${nth}`).toBe(left)
      expect([before, after], `operation ${nth}`).toContainEqual(
        without(treeOf(box), 'drawers/later/'),
      )
      expect(box.status(), `operation ${nth}`).toBe('')
      expect(leftIn(box), `operation ${nth}`).toEqual([])
      box.remove()
    }
  })
})

type How = 'fails' | 'dies' | 'succeeds, and is taken for failed'

/** Puts a `git` before the real one that fails when it is told to. */
function gitOf(box: BrainBox) {
  const bin = path.join(box.home, 'bin')
  const told = path.join(box.home, 'told')
  const count = path.join(box.home, 'count')
  if (!fs.existsSync(bin)) {
    fs.mkdirSync(bin)
    const real = `PATH='${box.env.PATH}' git "$@"`
    fs.writeFileSync(
      path.join(bin, 'git'),
      [
        '#!/bin/sh',
        `[ -f '${told}' ] || { ${real}; exit $?; }`,
        `echo . >> '${count}'`,
        `n=$(wc -l < '${count}')`,
        `read nth how < '${told}'`,
        'die() { echo "fatal: the machine stopped" >&2; exit 128; }',
        '[ "$how" = dies ] && [ "$n" -ge "$nth" ] && die',
        '[ "$how" = fails ] && [ "$n" -eq "$nth" ] && die',
        `${real}`,
        'code=$?',
        '[ "$how" = succeeds, ] && [ "$n" -eq "$nth" ] && die',
        'exit $code',
        '',
      ].join('\n'),
      {mode: 0o755},
    )
    box.env.PATH = `${bin}${path.delimiter}${box.env.PATH}`
  }
  return {
    fail(nth: number, how: How): void {
      fs.rmSync(count, {force: true})
      fs.writeFileSync(told, `${nth} ${how}\n`)
    },
    calls: () => (fs.existsSync(count) ? fs.readFileSync(count, 'utf8').length / 2 : 0),
    mend(): void {
      fs.rmSync(told, {force: true})
      fs.rmSync(count, {force: true})
    },
  }
}

describe('Git fails', () => {
  const cases = Object.keys(WITH_GIT).flatMap((name) =>
    (['fails', 'dies', 'succeeds, and is taken for failed'] as const).map(
      (how) => [name, how] as const,
    ),
  )
  test.each(cases)('%s: a call %s', patience, async (name, how) => {
    const verb = WITH_GIT[name]!
    const {before, after} = await endsOf(name, verb, true)
    for (let nth = 1, calls = 1; nth <= calls; nth++) {
      const box = await boxFor(name, true)
      const git = gitOf(box)
      const head = box.git('rev-parse', 'HEAD')
      git.fail(nth, how)
      const answer = await verb(box.scene).catch((error: Error) => error)
      calls = git.calls()
      git.mend()

      const tree = treeOf(box)
      expect([before, after], `call ${nth}`).toContainEqual(tree)
      if (answer instanceof Error) expect(tree, `call ${nth}`).toEqual(before)
      else {
        expect(tree, `call ${nth}`).toEqual(after)
        if (answer.committed === false) expect(answer.detail, `call ${nth}`).not.toBe('')
        else expect(box.git('rev-parse', 'HEAD').trim()).toBe(answer.committed)
      }
      // Nothing of ours is staged: what is not committed is as a hand would have left it.
      if (how !== 'dies') expect(box.git('diff', '--cached'), `call ${nth}`).toBe('')
      const made = box.git('rev-list', '--count', `${head.trim()}..HEAD`).trim()
      expect(['0', '1'], `call ${nth}`).toContain(made)
      expect(leftIn(box), `call ${nth}`).toEqual([])
      box.remove()
    }
  })
})
