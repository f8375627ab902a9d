import {expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import type {HandEdit} from '../../src/writing/hand-edits.js'
import {withRenames} from '../../src/writing/renames.js'

const LONG = `# Limits\n\n${Array.from({length: 9}, (_, at) => `Line ${at} of it.`).join('\n')}\n`

/** Edits by path, `[before, after]`. */
type Texts = Readonly<Record<string, readonly [string | undefined, string | undefined]>>

/** `a.md → b.md` for a rename, else the path. */
function check(texts: Texts, expected: readonly string[]): void {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))
  const edits = Object.entries(texts).map(
    ([name, [before, after]]): HandEdit => ({
      path: notePath(name),
      before: bytes(before),
      after: bytes(after),
      isLink: false,
    }),
  )
  const shown = withRenames(edits).map(({from, path}) => (from ? `${from} → ${path}` : path))
  expect(shown).toEqual(expected)
}

test('equal content is a rename, also where line ends differ', () => {
  check({'a.md': ['one\n', undefined], 'b.md': [undefined, 'one\n']}, ['a.md → b.md'])
  check({'a.md': ['one\n', undefined], 'b.md': [undefined, 'one\r\n']}, ['a.md → b.md'])
})

test('of several alike the one that kept its last name is meant', () => {
  const texts: Texts = {
    'a/x.md': ['one\n', undefined],
    'a/y.md': ['one\n', undefined],
    'b/y.md': [undefined, 'one\n'],
    'b/x.md': [undefined, 'one\n'],
    'c/z.md': [undefined, 'one\n'],
  }
  check(texts, ['a/y.md → b/y.md', 'a/x.md → b/x.md', 'c/z.md'])
})

test('more than half of the lines is enough, less is not', () => {
  const edited = LONG.replace('Line 3', 'Line three')
  const other = LONG.replace(/Line [0-6]/g, 'Another')
  check({'a.md': [LONG, undefined], 'b.md': [undefined, edited]}, ['a.md → b.md'])
  check({'a.md': [LONG, undefined], 'b.md': [undefined, other]}, ['a.md', 'b.md'])
  // The nearer one of two.
  const texts: Texts = {
    'a.md': [LONG, undefined],
    'b.md': [undefined, `${edited}${'more\n'.repeat(3)}`],
    'c.md': [undefined, edited],
  }
  check(texts, ['b.md', 'a.md → c.md'])
})

test('files that stay, and empty ones, are no renames', () => {
  check({'a.md': ['', undefined], 'b.md': [undefined, '']}, ['a.md', 'b.md'])
  check({'a.md': [LONG, 'x'], 'b.md': [undefined, LONG]}, ['a.md', 'b.md'])
})

test('a folder of a thousand notes that moved is found by its contents', () => {
  const texts: Record<string, readonly [string | undefined, string | undefined]> = {}
  for (let at = 0; at < 1000; at++) texts[`a/${at}.md`] = [`note ${at}\n`, undefined]
  for (let at = 0; at < 1000; at++) texts[`b/${at}.md`] = [undefined, `note ${at}\n`]
  check(
    texts,
    Array.from({length: 1000}, (_, at) => `a/${at}.md → b/${at}.md`),
  )
})
