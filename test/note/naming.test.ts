import fc from 'fast-check'
import {expect, test} from 'vitest'
import {readNotePath} from '../../src/ground/note-path.js'
import {freeName, slugOf} from '../../src/note/naming.js'

test.each([
  ['API is gRPC', 'api-is-grpc'],
  ['  What? "Quotes": <and> | more*  ', 'what-quotes-and-more'],
  ['v1.2 notes', 'v1.2-notes'],
  ['.hidden', 'hidden'],
  ['ends in dots...', 'ends-in-dots'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a...b', 'a-b'],
  ['円に補助単位はない', '円に補助単位はない'],
  ['Fehlertexte am Gerät', 'fehlertexte-am-gerät'],
  ['Cafe\u0301', 'café'],
  ['CON', 'note-con'],
  ['nul.txt', 'note-nul.txt'],
  ['com1', 'note-com1'],
  ['console', 'console'],
  ['!!!', 'note'],
  ['', 'note'],
])('%j becomes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

const folded = (path: string) => path.normalize('NFC').toLowerCase()

test('any title makes a name that every file system takes', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 200}), (title) => {
      const name = `${slugOf(title)}.md`
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(80)
      expect(name).toBe(name.normalize('NFC'))
      expect(name).not.toMatch(/[<>:"/\\|?*\x00-\x1F]|^\.|[. ]\.md$/)
      expect(name.slice(0, -3)).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
      expect(name.isWellFormed?.() ?? true).toBe(true)
      expect(readNotePath(`drawers/a/b/${name}`)).toBe(`drawers/a/b/${name}`)
    }),
  )
})

test('fault 9: texts of equal titles get names of their own, however long', () => {
  const taken = new Set<string>()
  for (const title of [...Array(20).fill('Same'), ...Array(20).fill('漢字'.repeat(60))]) {
    const path = freeName('drawers/a/b', slugOf(title), (one) => taken.has(folded(one)))
    expect(taken.has(folded(path))).toBe(false)
    expect(Buffer.byteLength(path.slice('drawers/a/b/'.length))).toBeLessThanOrEqual(80)
    taken.add(folded(path))
  }
  expect(freeName('', 'x', () => false)).toBe('x.md')
})
