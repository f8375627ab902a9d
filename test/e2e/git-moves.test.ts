/**
 * What Git does to the files under a brain: checkouts, stashes, rebases, resets. Asked about by a process that keeps the
 * brain open and by the command: both find what is there now, and HEAD and the files stay as the person left them.
 */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import type {Brain} from '../../src/brain.js'
import {instant} from '../../src/ground/instant.js'
import {CLI, Sandbox} from '../support/sandbox.js'

const library: typeof import('../../src/index.js') = await import(
  path.join(path.dirname(CLI), 'index.js')
)

const patience = {timeout: 300_000}

async function openedIn(box: Sandbox): Promise<Brain> {
  const now = instant(Date.parse('2026-11-29T12:00:00Z'))
  const env = {HOME: box.home, PATH: process.env.PATH}
  const brain = await library.openBrain({root: box.root, env, clock: {now: () => now}})
  onTestFinished(() => brain.close())
  for (let asked = 0; asked < 4; asked++) await brain.search('lantern')
  return brain
}

/** Where a word stands, for the process that has the brain open. */
async function found(brain: Brain, word: string): Promise<readonly string[]> {
  for (;;) {
    const {hits, behind} = await brain.search(`"${word}"`)
    // A slow machine may need a second search to come to all of 2,000 files.
    if (behind === 0) return hits.map((hit) => hit.path)
  }
}

/** Where it stands for the command. */
function told(box: Sandbox, word: string): readonly string[] {
  const {hits} = box.json('search', `"${word}"`) as {hits: {path: string}[]}
  return hits.map((hit) => hit.path)
}

/** Everything that is a person's: which commit, which branch, what is staged, what is not, every byte. */
function left(box: Sandbox): readonly string[] {
  return [
    box.git('rev-parse', 'HEAD'),
    box.git('symbolic-ref', 'HEAD'),
    box.git('status', '--porcelain'),
    box.git('for-each-ref'),
    box.digest(),
  ]
}

/** Runs Git, asks for words, and expects that asking left everything as Git had left it. */
async function afterGit(
  {box, brain}: {box: Sandbox; brain: Brain},
  args: readonly string[],
  words: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  box.git(...args)
  const before = left(box)
  for (const [word, paths] of Object.entries(words)) {
    expect([args, word, await found(brain, word)]).toEqual([args, word, paths])
  }
  const [word, paths] = Object.entries(words)[0]!
  expect([args, word, told(box, word)]).toEqual([args, word, paths])
  expect(left(box)).toEqual(before)
}

const numbered = (count: number, from = 0) => Array.from({length: count}, (_, at) => from + at)
const nameOf = (n: number) => `drawers/w${n % 5}/r${n % 17}/n${n}.md`

/** Two branches: on `other` 1,000 notes are changed, 500 are gone and 500 are new. */
function branches(): Sandbox {
  const box = new Sandbox()
  box.write({
    'SOUL.md': 'I am.\n',
    'brain.yaml': 'zone: UTC\n',
    'MEMORY.md': '- The lantern is red.\n',
  })
  for (const n of numbered(2000))
    box.write({[nameOf(n)]: `# Note ${n}\n\nThe main${n}m lantern.\n`})
  box.commit('main')
  box.git('switch', '--quiet', '--create', 'other')
  for (const n of numbered(1000))
    box.write({[nameOf(n)]: `# Note ${n}\n\nThe other${n}o lantern.\n`})
  for (const n of numbered(500, 1000)) fs.rmSync(path.join(box.root, nameOf(n)))
  for (const n of numbered(500, 2000))
    box.write({[nameOf(n)]: `# Note ${n}\n\nThe other${n}o lantern.\n`})
  box.commit('other')
  box.git('switch', '--quiet', 'main')
  return box
}

test('fault 15: a checkout of 2,000 files, and back', patience, async () => {
  const box = branches()
  const brain = await openedIn(box)
  const both = {box, brain}
  const onMain = {main3m: [nameOf(3)], main1003m: [nameOf(1003)], other3o: [], other2003o: []}
  const onOther = {
    main3m: [],
    main1003m: [],
    main1503m: [nameOf(1503)],
    other3o: [nameOf(3)],
    other2003o: [nameOf(2003)],
  }
  expect(await found(brain, 'main3m')).toEqual([nameOf(3)])
  await afterGit(both, ['switch', '--quiet', 'other'], onOther)
  await afterGit(both, ['switch', '--quiet', 'main'], onMain)
  // Of most files Git knows that they are not to be there: nothing is held.
  box.git('switch', '--quiet', '--orphan', 'empty')
  box.write({'SOUL.md': 'I am new.\n'})
  box.commit('empty')
  await afterGit(both, ['switch', '--quiet', 'empty'], {main3m: [], other3o: []})
  await afterGit(both, ['switch', '--quiet', 'main'], onMain)
  expect(await brain.doctor()).toMatchObject({well: true, findings: []})
})

/** A brain with what was written by programs and by hand. */
async function written() {
  const box = new Sandbox()
  box.write({
    'SOUL.md': 'I am.\n',
    'brain.yaml': 'zone: UTC\n',
    'notes/mine.md': '# Mine\n\nThe lantern is first1f.\n',
  })
  box.commit('start')
  const brain = await openedIn(box)
  return {box, brain, both: {box, brain}}
}

describe('fault 47: what Git takes back stays taken back', () => {
  test('reset --hard', patience, async () => {
    const {box, brain, both} = await written()
    const {id} = await brain.remember({text: 'The anchor is second2s.'})
    expect(await found(brain, 'second2s')).toEqual([id])
    await afterGit(both, ['reset', '--quiet', '--hard', 'HEAD~1'], {
      second2s: [],
      first1f: ['notes/mine.md'],
    })

    // Nor does the next write bring it back.
    await brain.log({text: 'Later.'})
    expect(box.git('log', '--format=%s').trim().split('\n')).toEqual(['log: Later.', 'start'])
    expect(fs.existsSync(path.join(box.root, id))).toBe(false)
    expect(await found(brain, 'second2s')).toEqual([])
    await afterGit(both, ['reset', '--quiet', '--hard', 'HEAD@{2}'], {second2s: [id]})
  })

  test('reset, which leaves the files', patience, async () => {
    const {box, brain, both} = await written()
    const {id} = await brain.remember({text: 'The anchor is second2s.'})
    await afterGit(both, ['reset', '--quiet', 'HEAD~1'], {second2s: [id]})
    expect(box.git('status', '--porcelain', '--untracked-files=all')).toBe(`?? ${id}\n`)
    await brain.log({text: 'Later.'})
    expect(box.git('status', '--porcelain', '--untracked-files=all')).toBe(`?? ${id}\n`)
  })

  test('stash, and pop', patience, async () => {
    const {box, brain, both} = await written()
    box.write({
      'notes/mine.md': '# Mine\n\nThe lantern is third3t.\n',
      'notes/new.md': 'The fourth4f.\n',
    })
    expect(await found(brain, 'third3t')).toEqual(['notes/mine.md'])
    await afterGit(both, ['stash', '--quiet', '--include-untracked'], {
      third3t: [],
      fourth4f: [],
      first1f: ['notes/mine.md'],
    })
    // What is written meanwhile is not in the way of what is put back.
    const {id} = await brain.remember({text: 'The anchor is second2s.'})
    await afterGit(both, ['stash', 'pop', '--quiet'], {
      third3t: ['notes/mine.md'],
      fourth4f: ['notes/new.md'],
      first1f: [],
      second2s: [id],
    })
  })

  test('rebase', patience, async () => {
    const {box, brain, both} = await written()
    box.git('switch', '--quiet', '--create', 'side')
    const {id} = await brain.remember({text: 'The anchor is second2s.'})
    box.git('switch', '--quiet', 'main')
    box.write({'notes/mine.md': '# Mine\n\nThe lantern is third3t.\n'})
    box.commit('by hand')
    box.git('switch', '--quiet', 'side')
    await afterGit(both, ['rebase', '--quiet', 'main'], {
      second2s: [id],
      third3t: ['notes/mine.md'],
      first1f: [],
    })
    expect(box.git('log', '--format=%s').trim().split('\n')).toEqual([
      `remember: The anchor is second2s. (${id})`,
      'by hand',
      'start',
    ])
  })

  test(
    'a rebase that stops in a conflict: what is written meanwhile is on disk, and not in its way',
    patience,
    async () => {
      const {box, brain} = await written()
      box.git('switch', '--quiet', '--create', 'side')
      box.write({'notes/mine.md': '# Mine\n\nThe lantern is third3t.\n'})
      box.commit('on side')
      box.git('switch', '--quiet', 'main')
      box.write({'notes/mine.md': '# Mine\n\nThe lantern is fourth4f.\n'})
      box.commit('on main')
      box.git('switch', '--quiet', 'side')
      expect(() => box.git('rebase', '--quiet', 'main')).toThrow()
      const before = [box.git('rev-parse', 'HEAD'), box.git('ls-files', '--stage', '--unmerged')]

      const kept = await brain.remember({text: 'The anchor is second2s.'})
      expect(kept).toMatchObject({committed: false, why: 'in-progress'})
      expect(await found(brain, 'second2s')).toEqual([kept.id])
      expect([box.git('rev-parse', 'HEAD'), box.git('ls-files', '--stage', '--unmerged')]).toEqual(
        before,
      )

      box.git('rebase', '--abort')
      expect(box.git('log', '-1', '--format=%s')).toBe('on side\n')
      expect(await found(brain, 'third3t')).toEqual(['notes/mine.md'])
      expect(fs.existsSync(path.join(box.root, kept.id))).toBe(true)
    },
  )
})
