/**
 * That Orama is what an index is made of: it is called for every note and every question, and its
 * answer is what comes out.
 */

import fs from 'node:fs'
import path from 'node:path'
import type * as orama from '@orama/orama'
import {create, insert, load, remove, search} from '@orama/orama'
import {beforeEach, expect, test, vi} from 'vitest'
import {openBrain} from '../../src/index.js'
import {cacheFolder, noteOf, pathOf, placesOf, questionOf, storeIn} from './sketch.js'

vi.mock('@orama/orama', async (load) => {
  const real = await load<typeof orama>()
  const watch = ([name, value]: [string, unknown]) =>
    [name, typeof value === 'function' ? vi.fn(value as () => unknown) : value] as const
  return Object.fromEntries(Object.entries(real).map(watch))
})

const watched = {create, insert, load, remove, search} as Readonly<Record<string, unknown>>
const called = (name: string) => vi.mocked(watched[name] as () => unknown).mock.calls.length

beforeEach(() => {
  vi.clearAllMocks()
})

test('every question goes through the search of Orama, once', async () => {
  const store = await storeIn()
  store.put(noteOf('a.md', ['the office is in Lyon', 'rain']))
  expect(called('search')).toBe(0)
  for (const [index, text] of ['lyon', '', 'zzz', '"in lyon"', 'lyno'].entries()) {
    store.search(questionOf(text))
    expect(called('search'), text).toBe(index + 1)
  }
  const [[database, asked]] = vi.mocked(search).mock.calls as unknown as [
    [orama.AnyOrama, {readonly term: string}],
  ]
  expect(asked.term).toBe('lyon')
  expect(vi.mocked(create).mock.results[0]!.value).toBe(database)
})

test('what a person asks of a brain goes there too, and so does what was written into it', async () => {
  const home = path.dirname(cacheFolder())
  const root = path.join(home, 'brain')
  fs.mkdirSync(root)
  fs.writeFileSync(path.join(root, 'a.md'), '# Office\n\nThe office is in Lyon.\n')
  fs.writeFileSync(path.join(root, 'b.md'), 'Rain in spring.\n')
  const brain = await openBrain({root, env: {HOME: home}})
  expect(called('search')).toBe(0)
  const {hits} = await brain.search('lyon')
  expect(hits.map((hit) => hit.path)).toEqual(['a.md'])
  expect({search: called('search'), insert: called('insert')}).toEqual({search: 1, insert: 2})
  await brain.search('rain')
  fs.rmSync(path.join(root, 'b.md'))
  expect((await brain.search('rain')).hits).toEqual([])
  expect({search: called('search'), remove: called('remove')}).toEqual({search: 3, remove: 1})
  await brain.close()
})

test('notes go in and out by Orama, and what is kept comes by its load', async () => {
  const cacheDir = cacheFolder()
  const store = await storeIn(cacheDir)
  expect({create: called('create'), load: called('load')}).toEqual({create: 1, load: 1})
  store.put(noteOf('a.md', ['one']))
  store.put(noteOf('b.md', ['two']))
  expect(called('insert')).toBe(2)
  store.remove(pathOf('a.md'))
  expect(called('remove')).toBe(1)
  store.save()
  await storeIn(cacheDir)
  expect({create: called('create'), load: called('load')}).toEqual({create: 2, load: 2})
})

test('Orama calls the index and the tokenizer that were given to it', async () => {
  const store = await storeIn()
  const database = vi.mocked(create).mock.results[0]!.value as orama.AnyOrama
  const spies = (['insert', 'search', 'remove'] as const).map((name) =>
    vi.spyOn(database.index, name),
  )
  store.put(noteOf('a.md', ['one two']))
  store.search(questionOf('two'))
  store.remove(pathOf('a.md'))
  store.remove(pathOf('never.md'))
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1])
  expect(database.tokenizer.tokenize('Über 検索 two two')).toEqual(
    expect.arrayContaining(['uber', 'two', 'two']),
  )
})

test('what Orama answers is what comes out', async () => {
  const store = await storeIn()
  for (const name of ['a', 'b', 'c']) store.put(noteOf(`${name}.md`, [`lyon ${name}`]))
  expect(placesOf(store, 'lyon')).toEqual(['a.md:1', 'b.md:1', 'c.md:1'])
  const real = (await vi.importActual<typeof orama>('@orama/orama')).search as typeof search
  vi.mocked(search as (...asked: Parameters<typeof search>) => unknown).mockImplementationOnce(
    (...asked) => {
      const answer = real(...asked) as orama.Results<unknown>
      return {...answer, hits: answer.hits.slice(1).reverse()}
    },
  )
  expect(placesOf(store, 'lyon')).toEqual(['c.md:1', 'b.md:1'])
})
