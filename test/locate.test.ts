/** Which folder is the brain: the order of what is looked at, and where the search ends. */

import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {BrainError} from '../src/ground/brain-error.js'
import {locate} from '../src/locate.js'

let home = ''

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'locate-')))
})

afterEach(() => {
  rmSync(home, {recursive: true})
})

function write(...files: string[]) {
  for (const file of files) {
    const target = path.join(home, file)
    if (file.endsWith('/')) {
      mkdirSync(target, {recursive: true})
      continue
    }
    mkdirSync(path.dirname(target), {recursive: true})
    writeFileSync(target, '')
  }
}

/** Where the brain is found from `from`, relative to home; the code of the error where it is not. */
function find(from: string, named: {named?: string; fromEnvironment?: string} = {}): string {
  try {
    return path.relative(home, locate({workingDirectory: path.join(home, from), home, ...named}))
  } catch (error) {
    if (error instanceof BrainError) return error.code
    throw error
  }
}

test.each([
  ['brain.yaml two folders up', ['a/brain.yaml', 'a/b/c/'], 'a/b/c', 'a'],
  ['brain.yaml further up than SOUL.md wins', ['a/brain.yaml', 'a/b/SOUL.md'], 'a/b', 'a'],
  ['the nearest brain.yaml', ['a/brain.yaml', 'a/b/brain.yaml'], 'a/b', 'a/b'],
  ['SOUL.md', ['a/SOUL.md', 'a/b/'], 'a/b', 'a'],
  ['MEMORY.md', ['a/MEMORY.md', 'a/b/'], 'a/b', 'a'],
  ['drawers/', ['a/drawers/', 'a/b/'], 'a/b', 'a'],
  ['an Obsidian vault', ['a/.obsidian/', 'a/b/'], 'a/b', 'a'],
  ['AGENTS.md at the root of a repository', ['a/.git/', 'a/AGENTS.md', 'a/b/'], 'a/b', 'a'],
  ['AGENTS.md elsewhere is no brain', ['a/AGENTS.md', 'a/b/'], 'a/b', 'not-a-brain'],
  [
    'never above the repository',
    ['brain.yaml', 'a/brain.yaml', 'a/r/.git/', 'a/r/x/'],
    'a/r/x',
    'not-a-brain',
  ],
  ['never the home folder', ['brain.yaml', 'SOUL.md', 'a/'], 'a', 'not-a-brain'],
  ['a worktree, whose .git is a file', ['a/brain.yaml', 'a/w/.git'], 'a/w', 'not-a-brain'],
])('finds %s', (_, files, from, found) => {
  write(...files)
  expect(find(from)).toBe(found)
})

test('a name given outright beats the environment, and both beat the search', () => {
  write('a/brain.yaml', 'b/', 'c/')
  expect(find('a', {named: '../b', fromEnvironment: path.join(home, 'c')})).toBe('b')
  expect(find('a', {fromEnvironment: path.join(home, 'c')})).toBe('c')
  expect(find('a', {fromEnvironment: ''})).toBe('a')
  expect(find('a', {named: '~/c'})).toBe('c')
  expect(find('a', {named: 'missing'})).toBe('not-a-brain')
})

test.each([
  ['a file', 'a/file', 'is a file, not a folder'],
  ['a loop of links', 'a/loop', 'cannot be opened (ELOOP)'],
  ['a name that is too long', 'a'.repeat(300), 'cannot be opened (ENAMETOOLONG)'],
  ['nothing', 'a/nothing', 'is not there'],
])('what is named and is no folder is said: %s', (_, named, reason) => {
  write('a/file')
  symlinkSync('loop', path.join(home, 'a/loop'))
  const message = `\`${path.join(home, named)}\` ${reason}`
  expect(() => locate({workingDirectory: home, home, named})).toThrow(message)
})

test('the home folder can be named outright', () => {
  expect(find('.', {named: '.'})).toBe('')
})

test('the folder comes with its links resolved', () => {
  write('a/brain.yaml')
  symlinkSync(path.join(home, 'a'), path.join(home, 'link'))
  expect(find('link')).toBe('a')
})
