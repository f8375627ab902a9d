import {readFileSync} from 'node:fs'
import path from 'node:path'
import {beforeAll, describe, expect, test} from 'vitest'
import {fold} from '../../src/terms/fold.js'
import {hasStemmer, hasStems, loadStemmers, stemOf} from '../../src/terms/stem.js'
import {isStopWord} from '../../src/terms/stop-words.js'

const all = 'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk'
const languages = all.split(' ')

beforeAll(() => loadStemmers([...languages, 'und', 'ja', 'xx', 'constructor', '__proto__']))

describe('forms of a word have one stem', () => {
  test.each([
    ['en', 'house houses housed'],
    ['de', 'haus häuser häusern hauses'],
    ['fr', 'manger mangé mangée'],
    ['es', 'hablar habló hablando'],
    ['it', 'gatto gatti gatta'],
    ['pt', 'informação informações'],
    ['nl', 'beslissing beslissingen'],
    ['sv', 'hund hundar hundarna'],
    ['no', 'hund hunder hundene'],
    ['nb', 'hund hunder hundene'],
    ['da', 'hund hunde hundene'],
    ['fi', 'kissa kissat kissan'],
    ['ru', 'встреча встречи встречу'],
    ['uk', 'зустріч зустрічі'],
    ['bg', 'котка котки котката'],
    ['bg', 'ученик ученици'],
    ['bg', 'облак облаци'],
    ['sr', 'одлука одлуке'],
    ['el', 'απόφαση αποφάσεις'],
    ['tr', 'kitap kitaplar'],
    ['ro', 'casă case casele'],
    ['hu', 'döntés döntések döntést'],
    ['ar', 'كتاب الكتاب'],
    ['hi', 'किताब किताबें'],
    ['id', 'keputusan memutuskan'],
    ['lt', 'sprendimas sprendimai'],
    ['ta', 'வீடு வீடுகள்'],
  ])('%s: %s', (language, words) => {
    expect(new Set(words.split(' ').map((word) => stemOf(word, language) ?? fold(word))).size).toBe(
      1,
    )
  })
})

test('a word that is its own stem has none', () => {
  expect(stemOf('house', 'en')).toBe('hous')
  expect(stemOf('cat', 'en')).toBeUndefined()
  expect(hasStems('cat', 'en')).toBe(true)
})

test('what no language has is not stemmed', () => {
  for (const language of languages) {
    const odd = [
      '',
      'a',
      'ab',
      '12s',
      'a1s',
      "don't",
      'c++',
      '\ud800',
      '\0\0\0',
      '😀😀😀',
      '漢字漢字',
      'a'.repeat(41),
    ]
    for (const word of odd)
      expect([language, word, stemOf(word, language)]).toEqual([language, word, undefined])
  }
  expect(stemOf('встречи', 'en')).toBeUndefined()
  expect(stemOf('meetings', 'ru')).toBeUndefined()
  for (const language of ['und', 'ja', 'xx', 'constructor', '__proto__']) {
    expect(stemOf('meetings', language)).toBeUndefined()
    expect(hasStemmer(language)).toBe(false)
  }
})

test('a stemmer that throws at a word has no stem for it', () => {
  // Each of them at some; none may.
  const letters = 'аеиоуъюябвгдйкнстхцящщи'
  for (const language of ['bg', 'ru', 'uk', 'sr']) {
    for (let i = 0; i < 500; i++) {
      const word = Array.from(
        {length: 3 + (i % 12)},
        (_, j) => letters[(i * 7 + j * (1 + (i % 5))) % 23],
      ).join('')
      expect(() => stemOf(word, language)).not.toThrow()
    }
  }
})

test('stems do not depend on what was stemmed before', () => {
  // After a word that ends in -остьий the Ukrainian stemmer reads the next one from its middle.
  const words: Record<string, string> = {
    uk: 'можливостьий скоростьий зустріч новий',
    bg: 'възможност възможности решения решение котките новата',
    ru: 'возможность скорость молодость встречи новый',
    en: 'yellow years yesterday relational sensitivities',
    tr: 'kitaplar evlerden toplantıyı',
    el: 'αποφάσεις συσκέψεις ανθρώπων',
  }
  for (const [language, list] of Object.entries(words)) {
    const stems = (order: readonly string[]) =>
      Object.fromEntries(order.map((word) => [word, stemOf(word, language)]))
    const order = list.split(' ')
    const first = stems(order)
    expect(stems(order.toReversed())).toEqual(first)
    for (const word of order) {
      // Asked twice in a row, with nothing between.
      expect(stemOf(word, language)).toBe(first[word])
      expect(stemOf(word, language)).toBe(first[word])
    }
  }
})

test('stems are those that the index of this version has', () => {
  // Where this fails because the library gives others, ANALYSIS_VERSION must be raised with it.
  const manifest = path.resolve(import.meta.dirname, '../../package.json')
  const {devDependencies} = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(devDependencies['@orama/stemmers']).toBe('3.1.18')
})

test('little words are none in a language without a list', () => {
  expect(isStopWord('the', 'en')).toBe(true)
  expect(isStopWord('uber', 'de')).toBe(true)
  expect(isStopWord('my', 'en')).toBe(false)
  expect(isStopWord('the', 'de')).toBe(false)
  for (const language of ['und', 'ja', 'constructor', '__proto__', 'toString']) {
    expect(isStopWord('the', language)).toBe(false)
    expect(isStopWord('stop', language)).toBe(false)
  }
  expect(isStopWord('constructor', 'en')).toBe(false)
})
