import fc from 'fast-check'
import {expect, test} from 'vitest'
import {BrainError} from '../../src/ground/brain-error.js'
import {baseOf, folderOf, notePath, readNotePath, stemOf} from '../../src/ground/note-path.js'

test('paths are brain-relative and written with slashes', () => {
  const cases: [string, string | undefined][] = [
    ['MEMORY.md', 'MEMORY.md'],
    ['drawers/atlas/api/rate-limits.md', 'drawers/atlas/api/rate-limits.md'],
    ['./MEMORY.md', 'MEMORY.md'],
    ['././a.md', 'a.md'],
    ['a//b.md', 'a/b.md'],
    ['a\\b.md', 'a/b.md'],
    ['くるみ/橋.md', 'くるみ/橋.md'],
    ['...', '...'],
    ['a..b.md', 'a..b.md'],
    ['', undefined],
    ['.', undefined],
    ['./', undefined],
    ['a/', undefined],
    ['..', undefined],
    ['../a.md', undefined],
    ['a/../../b.md', undefined],
    ['a/./b.md', undefined],
    ['a\\..\\..\\b.md', undefined],
    ['/etc/passwd', undefined],
    ['//server/share', undefined],
    ['\\\\server\\share', undefined],
    ['C:\\a.md', undefined],
    ['c:a.md', undefined],
    ['a\0.md', undefined],
  ]
  for (const [text, expected] of cases) expect(readNotePath(text), text).toBe(expected)
})

test('fault 62: a path that climbs is refused by name', () => {
  expect(() => notePath('../../.ssh/id_ed25519')).toThrow(BrainError)
  try {
    notePath('../a.md')
  } catch (error) {
    const {code, hint, data, message} = error as BrainError
    expect({code, hint, data, message}).toEqual({
      code: 'path-outside-brain',
      message: '`../a.md` is not a path inside the brain',
      hint: 'write it relative to the brain, with `/` between folders',
      data: {path: '../a.md'},
    })
  }
})

test('a path has a folder, a last segment and a stem', () => {
  const parts = (text: string) => {
    const path = notePath(text)
    return [folderOf(path), baseOf(path), stemOf(path)]
  }
  expect(parts('drawers/a/b.md')).toEqual(['drawers/a', 'b.md', 'b'])
  expect(parts('MEMORY.md')).toEqual(['', 'MEMORY.md', 'MEMORY'])
  expect(parts('v1.2 notes.md')).toEqual(['', 'v1.2 notes.md', 'v1.2 notes'])
  expect(parts('a/UPPER.MD')).toEqual(['a', 'UPPER.MD', 'UPPER'])
})

test('law: whatever is accepted stays below, however it is joined', () => {
  const segment = fc.constantFrom('a', '..', '.', '', 'b.md', '...', 'C:', '\\', '\\..', 'ü')
  fc.assert(
    fc.property(fc.array(segment, {maxLength: 6}), (segments) => {
      const path = readNotePath(segments.join('/'))
      if (path === undefined) return
      const {pathname} = new URL(encodeURI(path), 'file:///brain/here/')
      expect(pathname.startsWith('/brain/here/') && pathname !== '/brain/here/').toBe(true)
      expect(readNotePath(path)).toBe(path)
    }),
    {numRuns: 500},
  )
})
