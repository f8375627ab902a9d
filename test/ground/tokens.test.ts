import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {openCounts} from '../../src/ground/token-counts.js'
import {estimate, openTokenizer} from '../../src/ground/tokens.js'

const tokenizer = openTokenizer()

/** tiktoken as it comes, uncapped. */
const load = createRequire(import.meta.url)
const {Tiktoken} = load('tiktoken/lite')
const ranks = load('tiktoken/encoders/o200k_base.json')
const bare = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str)
const truth = (text: string): number => bare.encode_ordinary(text).length

describe('counting', () => {
  test.each([
    ['nothing', '', 0],
    ['a word', 'hello', 1],
    ['a sentence', 'The office moved to Lyon in June.\n', 8],
    ['what looks like a special token', 'a <|endoftext|> b', 9],
    ['a lone surrogate, as U+FFFD', 'a\ud83d b', truth('a\ufffd b')],
  ])('%s', (_, text, expected) => {
    expect(tokenizer.count(text)).toBe(expected)
  })

  test('says by which encoding', () => {
    expect(tokenizer.name).toBe('o200k_base')
  })

  test('agrees with the bare encoder where no run is long', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme', maxLength: 300}), (text) => {
        expect(tokenizer.count(text)).toBe(truth(text))
      }),
    )
  })

  test.each([
    [
      'Japanese prose without a space',
      '貸方は必ず借方と一致する。差があれば、止めて、人に聞く。'.repeat(80),
    ],
    ['a line of minified code', 'function(a,b){return a+b.length};'.repeat(60)],
    ['a long address', `https://example.org/${'segment-of-a-path/'.repeat(60)}`],
  ])('is exact for %s', (_, text) => {
    expect(tokenizer.count(text)).toBe(truth(text))
  })

  test.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['ideographs', '漢'.repeat(100_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['signs', '='.repeat(1_000_000)],
    ['emoji', '👩‍👩‍👧'.repeat(50_000)],
  ])('is not stalled by a million %s', (_, text) => {
    const count = tokenizer.count(text)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(text.length * 3)
  })

  test('does not cut a surrogate pair', () => {
    // 399 units before it: a cut at 400 would fall between its halves.
    const text = `${'-'.repeat(399)}${'😀'.repeat(300)}`
    expect(tokenizer.count(text)).toBeLessThan(truth(text) + 8)
  })
})

test('an estimate is near enough for prose', () => {
  const text = 'Every write carries an idempotency key, so that a retry is booked once. '.repeat(20)
  expect(estimate(text) / tokenizer.count(text)).toBeGreaterThan(0.7)
  expect(estimate(text) / tokenizer.count(text)).toBeLessThan(1.5)
})

describe('the cache of counts', () => {
  let cacheDir: string
  let asked: string[]
  const counting = {
    name: 'o200k_base',
    count: (text: string) => {
      asked.push(text)
      return text.length
    },
  }
  const file = () => path.join(cacheDir, 'tokens.json')

  beforeEach(() => {
    cacheDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'mdbrain-counts-')), '.brain')
    asked = []
  })
  afterEach(() => rmSync(path.dirname(cacheDir), {recursive: true}))

  function countAll(...texts: string[]): void {
    const counts = openCounts(cacheDir, counting)
    for (const text of texts) expect(counts.count(text)).toBe(text.length)
    counts.save()
  }

  test('asks the tokenizer once a text, over processes', () => {
    countAll('one', 'three', 'one')
    countAll('three', 'one', 'fourteen')
    expect(asked).toEqual(['one', 'three', 'fourteen'])
  })

  test('is not written where nothing was new', () => {
    countAll('one')
    const before = readFileSync(file(), 'utf8')
    writeFileSync(file(), `${before} `)
    countAll('one')
    expect(readFileSync(file(), 'utf8')).toBe(`${before} `)
  })

  test.each([
    ['broken', '{"format":1,"tokenizer":"o200k_base","counts":{"'],
    ['null', 'null'],
    ['of another format', '{"format":0,"tokenizer":"o200k_base","counts":{}}'],
    ['of another tokenizer', '{"format":1,"tokenizer":"cl100k_base","counts":{}}'],
    ['without counts', '{"format":1,"tokenizer":"o200k_base"}'],
  ])('is begun anew where the file is %s', (_, content) => {
    countAll('one')
    writeFileSync(file(), content)
    countAll('one')
    countAll('one')
    expect(asked).toEqual(['one', 'one'])
  })

  test('does not believe a count that is none', () => {
    countAll('one')
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(/:3\}/, ':-3}'))
    countAll('one')
    expect(asked).toEqual(['one', 'one'])
  })

  test('forgets what nobody asked for, once there is much of it', () => {
    countAll(...Array.from({length: 1200}, (_, index) => `text ${index}`))
    countAll('text 7', 'new')
    asked = []
    countAll('text 7', 'new', 'text 8')
    expect(asked).toEqual(['text 8'])
  })

  test('works where nothing can be written', () => {
    writeFileSync(cacheDir, 'a file in its place')
    countAll('one')
    countAll('one')
    expect(asked).toEqual(['one', 'one'])
  })
})
