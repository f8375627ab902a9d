/** What `brain init` asks on a terminal. */

import path from 'node:path'
import {expect, test} from 'vitest'
import {runProgram} from '../../src/cli/program.js'
import {openBrain} from '../../src/index.js'
import {GitBox} from '../support/git-box.js'
import {fakeIo} from './fake-io.js'

/** Makes a brain in `folder` of the box with a person at hand, who says yes or no; returns what was asked, and status. */
async function check(box: GitBox, folder: string, answer: boolean, words: readonly string[] = []) {
  const asked: string[] = []
  const open = (root: string) => openBrain({root, env: box.env})
  const io = fakeIo({
    env: box.env,
    workingDirectory: box.home,
    interactive: true,
    ask: async (_, fallback) => fallback,
    confirm: async (question) => {
      asked.push(question)
      return answer
    },
    open: async (named) => open(named!),
    opening: () => ({env: box.env, from: box.home}),
  })
  expect(await runProgram(['init', path.join(box.home, folder), ...words], io)).toBe(0)
  const brain = await open(path.join(box.home, folder))
  const whenQuiet = await brain.commitsQuietly()
  await brain.close()
  expect(io.written.out.includes('hand edits are committed by `brain watch`')).toBe(whenQuiet)
  return {asked, whenQuiet}
}

test('a new brain: whether hand edits are committed by themselves', async () => {
  const box = new GitBox({git: false})
  expect(await check(box, 'one', true)).toEqual({
    asked: ['Shall `brain watch` commit what you edit by hand, when it is quiet?'],
    whenQuiet: true,
  })
  expect((await check(box, 'two', false)).whenQuiet).toBe(false)
})

test('nothing where it was said already, or the brain was there', async () => {
  const box = new GitBox({git: false})
  expect(await check(box, 'one', true, ['--no-commit-edits'])).toEqual({
    asked: [],
    whenQuiet: false,
  })
  expect(await check(box, 'two', false, ['--commit-edits'])).toEqual({asked: [], whenQuiet: true})
  expect(await check(box, 'one', true)).toEqual({asked: [], whenQuiet: false})
  expect(await check(box, 'three', true, ['--yes'])).toEqual({asked: [], whenQuiet: false})
})

test('nothing inside a larger repository, nor without one', async () => {
  const box = new GitBox()
  expect(await check(box, 'repository/brain', true)).toEqual({asked: [], whenQuiet: false})
  expect(await check(box, 'alone', true, ['--no-git'])).toEqual({asked: [], whenQuiet: false})
})

test('inside a larger repository it may be said outright', async () => {
  const box = new GitBox()
  expect(await check(box, 'repository/brain', false, ['--commit-edits'])).toEqual({
    asked: [],
    whenQuiet: true,
  })
})
