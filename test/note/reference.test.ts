import {expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {resolver} from '../../src/note/reference.js'
import {read} from './read.js'

const notes = [
  ['MEMORY.md', '- a ^k3f\n- b\n'],
  ['Home.md', '---\naliases: [Start]\n---\n'],
  ['drawers/a/api/limits.md', '---\ntitle: Rate limits\n---\n'],
  ['drawers/a/api/old.md', ''],
  ['drawers/b/api/old.md', ''],
  ['drawers/b/v1.2 notes.md', ''],
  ['Über/Café.md', ''],
].map(([path, text]) => read(text!, path).note)

const resolve = resolver(notes)
const from = (path: string) => (target: string) => {
  const answer = resolve(target, notePath(path))
  if ('found' in answer) return answer.found
  return 'ambiguous' in answer ? [...answer.ambiguous] : undefined
}

test.each<[string, string | string[] | undefined]>([
  ['drawers/a/api/limits.md', 'drawers/a/api/limits.md'],
  ['drawers/a/api/limits', 'drawers/a/api/limits.md'],
  ['./drawers/a/api/limits.md', 'drawers/a/api/limits.md'],
  ['/Home.md', 'Home.md'],
  ['limits', 'drawers/a/api/limits.md'],
  ['LIMITS', 'drawers/a/api/limits.md'],
  ['a/api/old', 'drawers/a/api/old.md'],
  ['Rate limits', 'drawers/a/api/limits.md'],
  ['start', 'Home.md'],
  ['home', 'Home.md'],
  ['old', ['drawers/a/api/old.md', 'drawers/b/api/old.md']],
  ['old.md', undefined],
  ['api/old', ['drawers/a/api/old.md', 'drawers/b/api/old.md']],
  ['v1.2 notes', 'drawers/b/v1.2 notes.md'],
  ['Cafe\u0301', 'Über/Café.md'],
  ['limits#Heading', 'drawers/a/api/limits.md'],
  ['MEMORY.md#^k3f', 'MEMORY.md#^k3f'],
  ['MEMORY#^k3f', 'MEMORY.md#^k3f'],
  ['MEMORY.md#1', 'MEMORY.md#^k3f'],
  ['MEMORY.md#2', 'MEMORY.md#2'],
  ['MEMORY.md#9', undefined],
  ['MEMORY.md#^none', undefined],
  ['limits#^none', undefined],
  ['nowhere', undefined],
  ['../Home.md', undefined],
  ['', 'Home.md'],
])('%j from Home.md', (target, expected) => {
  expect(from('Home.md')(target)).toEqual(expected)
})

test.each<[string, string | undefined]>([
  ['old.md', 'drawers/a/api/old.md'],
  ['old', 'drawers/a/api/old.md'],
  ['../../b/api/old.md', 'drawers/b/api/old.md'],
  ['../../../Home', 'Home.md'],
  ['../../../../Home', undefined],
])('%j from beside it', (target, expected) => {
  expect(from('drawers/a/api/limits.md')(target)).toEqual(expected)
})

test('fault 7: near twins do not stand for each other', () => {
  const twins = ['a b.md', 'a-b.md', 'a_b.md'].map((path) => read('', path).note)
  const find = resolver(twins)
  for (const {path} of twins) expect(find(path.slice(0, -3), path)).toEqual({found: path})
})
