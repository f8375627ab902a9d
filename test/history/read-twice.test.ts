/** What other programs do in the very moment of a commit. */

import {chmodSync, mkdirSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {GitBox} from '../support/git-box.js'

/** Writes a program that Git starts. */
function script(box: GitBox, name: string, ...lines: readonly string[]): string {
  const file = path.join(box.home, name)
  mkdirSync(path.dirname(file), {recursive: true})
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(file, 0o755)
  return file
}

describe('a file that is saved while it is committed', () => {
  /** Git reads through a filter, which appends to the file after its first reading. */
  async function savedMeanwhile(files: Readonly<Record<string, string>>) {
    const box = new GitBox()
    box.commit({'other.md': 'o\n', ...files})
    box.write({'a.md': 'two\n'})
    const flag = path.join(box.home, 'saved')
    const filter = script(
      box,
      'filter',
      'cat',
      `[ -f '${flag}' ] || { touch '${flag}'; echo by-hand >> '${box.top}/a.md'; }`,
    )
    box.git('config', 'filter.saving.clean', filter)
    writeFileSync(path.join(box.top, '.git/info/attributes'), 'a.md filter=saving\n')
    const history = await box.history()
    const paths = ['a.md', 'other.md'].map(notePath)
    const answer = await history.record(paths, 'remember: it', box.tick(), {})
    return {box, history, answer}
  }

  test.each([
    ['changed', {'a.md': 'one\n'}],
    ['new', {}],
  ])(
    '%s: nothing of it looks staged afterwards, and the next is committed too',
    async (_, files) => {
      const {box, history, answer} = await savedMeanwhile(files as Record<string, string>)
      expect(answer).toEqual({committed: box.git('rev-parse', 'HEAD').trim()})
      expect(box.git('diff', '--cached')).toBe('')
      box.write({'a.md': 'three\n'})
      const next = await history.record([notePath('a.md')], 'remember: more', box.tick(), {})
      expect(next).toEqual({committed: box.git('rev-parse', 'HEAD').trim()})
      expect(box.git('show', 'HEAD:a.md')).toBe('three\n')
      expect(box.status()).toBe('')
    },
  )
})

test('HEAD moves while a commit is made: it is made again, on top', async () => {
  const box = new GitBox()
  box.commit({'a.md': 'one\n', 'theirs.md': 't\n'})
  const flag = path.join(box.home, 'moved')
  script(
    box,
    'repository/.git/hooks/pre-commit',
    `[ -f '${flag}' ] && exit 0`,
    `touch '${flag}'`,
    'git update-ref HEAD "$(git commit-tree -p HEAD -m theirs HEAD^{tree})"',
  )
  box.write({'a.md': 'two\n', 'new.md': 'n\n'})
  const history = await box.history()
  const paths = ['a.md', 'new.md'].map(notePath)
  const answer = await history.record(paths, 'remember: it', box.tick(), {})
  expect(answer).toEqual({committed: box.git('rev-parse', 'HEAD').trim()})
  expect(box.git('log', '--format=%s').trim().split('\n')).toEqual([
    'remember: it',
    'theirs',
    'by hand',
  ])
  expect(box.status()).toBe('')
})

test('another program writes the index without our new path: that is told once more, and committed', async () => {
  const box = new GitBox()
  box.commit({'a.md': 'one\n'})
  const flag = path.join(box.home, 'lost')
  script(
    box,
    'repository/.git/hooks/post-index-change',
    `[ -f '${flag}' ] && exit 0`,
    `touch '${flag}'`,
    'git update-index --force-remove new.md',
  )
  box.write({'a.md': 'two\n', 'new.md': 'n\n'})
  const history = await box.history()
  const paths = ['a.md', 'new.md'].map(notePath)
  const answer = await history.record(paths, 'remember: it', box.tick(), {})
  expect(answer).toEqual({committed: box.git('rev-parse', 'HEAD').trim()})
  expect(box.git('show', 'HEAD:new.md')).toBe('n\n')
  expect(box.status()).toBe('')
})
