import {expect, test} from 'vitest'
import {digest} from '../../src/ground/digest.js'

test('a digest is 22 characters that may stand in a file name, the same on every machine', () => {
  expect(digest('')).toBe('47DEQpj8HBSa-_TImW-5JC')
  expect(digest('memory')).toMatch(/^[\w-]{22}$/)
  expect(digest('memory')).toBe(digest(new TextEncoder().encode('memory')))
  expect(digest('memory')).not.toBe(digest('memory '))
})
