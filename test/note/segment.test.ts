import {expect, test} from 'vitest'
import {BrainError, type ErrorCode} from '../../src/ground/brain-error.js'
import {segmentOf} from '../../src/note/segment.js'

test.each([
  ['atlas', 'atlas'],
  ['  My Project ', 'My Project'],
  ['e\u0301tude', 'étude'],
  ['くるみ橋', 'くるみ橋'],
  ['what: "this"?', 'what- -this-'],
  ['.hidden', 'hidden'],
  ['name. ', 'name'],
  ['nul', 'nul-'],
  ['com1.txt', 'com1.txt-'],
])('%j becomes the folder %j', (text, name) => {
  expect(segmentOf('--wing', text)).toBe(name)
})

test.each<[string, ErrorCode]>([
  ['..', 'path-outside-brain'],
  ['.', 'path-outside-brain'],
  ['../../etc', 'path-outside-brain'],
  ['a/b', 'path-outside-brain'],
  ['a\\b', 'path-outside-brain'],
  ['/etc', 'path-outside-brain'],
  ['a\0b', 'path-outside-brain'],
  ['', 'bad-argument'],
  ['...', 'bad-argument'],
  ['x'.repeat(81), 'bad-argument'],
])('fault 62: %j is refused', (text, code) => {
  const refused = (() => {
    try {
      segmentOf('--wing', text)
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(BrainError)
  expect(refused).toMatchObject({code, data: {flag: '--wing', value: text}})
})
