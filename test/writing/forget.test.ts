import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {Embedder} from '../../src/embed/embedder.js'
import {keptEmbedder} from '../../src/embed/kept-embedder.js'
import {forget} from '../../src/writing/forget.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

const MEMORY = `# What holds

- First. ^one
- Second, with more.
  Its next line.
  - Nested. [ttl:: 1d]
- Third. [supersedes:: MEMORY.md#^one]

A paragraph.

Another paragraph.
`

test('a note goes from the files and the caches; what Git keeps is said', async () => {
  const box = new BrainBox({
    'drawers/a/b/secret.md': 'The code is 1234\n',
    'Index.md': '[[secret]]\n',
  })
  box.commit({'drawers/a/b/secret.md': 'The code is 4321\n'})
  box.git('remote', 'add', 'origin', 'https://example.org/x.git')
  mkdirSync(box.scene.cacheDir, {recursive: true})
  writeFileSync(`${box.scene.cacheDir}/anything.json`, 'The code is 4321')
  const written = await forget(box.scene, 'secret')
  expectCommitted(box, written)
  expect(existsSync(`${box.top}/drawers/a/b/secret.md`)).toBe(false)
  expect(existsSync(`${box.scene.cacheDir}/anything.json`)).toBe(false)
  expect(written.keptBy[0]).toBe('2 commits of this repository (git log -- drawers/a/b/secret.md)')
  expect(written.keptBy[1]).toContain('origin')
  expect(written.messages).toMatchObject([
    {rule: 'lost-reference', path: 'Index.md', place: {line: 1}},
  ])
  expect(box.lastMessage()).toContain('forget: ')
  expect((await box.memories()).map(({id}) => id)).toEqual(['Index.md'])
})

test('what slow models told goes too, and nothing else of the user', async () => {
  const box = new BrainBox({'a.md': 'The code is 1234\n'})
  const cache = `${box.scene.stateDir}/cache`
  const embedder: Embedder = {
    ...{fingerprint: 'slow', dimensions: 1},
    embed: (texts) => texts.map(() => ({vector: Int8Array.of(1), coverage: 1})),
  }
  await keptEmbedder(embedder, cache).embed(['The code is 1234'], 'passage')
  writeFileSync(`${cache}/other.json`, '{}')
  expect(readdirSync(`${cache}/vectors`)).toHaveLength(1)
  await forget(box.scene, 'a.md')
  expect(readdirSync(cache)).toEqual(['other.json'])
})

test('what was never committed is kept by nothing', async () => {
  const box = new BrainBox({'MEMORY.md': '- a\n'})
  box.write({'loose.md': 'x\n'})
  expect((await forget(box.scene, 'loose')).keptBy).toEqual([])
  expect(existsSync(`${box.top}/loose.md`)).toBe(false)
})

describe('one fact', () => {
  test.each([
    ['an item', 'MEMORY.md#^one', '- First. ^one\n'],
    [
      'an item with what is nested',
      'MEMORY.md:4',
      '- Second, with more.\n  Its next line.\n  - Nested. [ttl:: 1d]\n',
    ],
    ['a nested one', 'MEMORY.md:6', '  - Nested. [ttl:: 1d]\n'],
    ['a paragraph', 'MEMORY.md:9', 'A paragraph.\n\n'],
    ['the last paragraph', 'MEMORY.md:11', '\nAnother paragraph.\n'],
  ])('%s', async (_, name, lines) => {
    const box = new BrainBox({'MEMORY.md': MEMORY})
    const written = await forget(box.scene, name)
    expectCommitted(box, written)
    const left = box.read('MEMORY.md')
    const trimmed = (text: string) => text.replace(/\n+$/, '\n')
    expect(trimmed(left)).toBe(trimmed(MEMORY.replace(lines, '')))
  })

  test('a link to it is reported', async () => {
    const box = new BrainBox({'MEMORY.md': MEMORY})
    const {messages} = await forget(box.scene, 'MEMORY.md#^one')
    expect(messages).toMatchObject([{rule: 'lost-reference', path: 'MEMORY.md'}])
  })
})

test('a note that is not UTF-8 can be forgotten', async () => {
  const box = new BrainBox()
  box.write({'latin.md': new Uint8Array([0x63, 0xe9, 0x0a])})
  await forget(box.scene, 'latin.md')
  expect(existsSync(`${box.top}/latin.md`)).toBe(false)
})

test('a name that is not there', async () => {
  await refused(forget(new BrainBox({'a.md': 'a\n'}).scene, 'b'), 'unknown-name')
})
