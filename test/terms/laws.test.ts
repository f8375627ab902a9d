/** The laws of words: whatever is written, and in whatever language. */

import fc from 'fast-check'
import {beforeAll, expect, test} from 'vitest'
import {analyse} from '../../src/terms/analyse.js'
import {fold} from '../../src/terms/fold.js'
import {languageOf} from '../../src/terms/language.js'
import {LONGEST} from '../../src/terms/pieces.js'
import {MOST_PHRASES, MOST_WORDS, readQuery} from '../../src/terms/query.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {STEM} from '../../src/terms/term.js'

const LANGUAGES = ['und', 'en', 'de', 'fr', 'ru', 'uk', 'bg', 'tr', 'el', 'ar', 'ja', 'th', 'nb']

beforeAll(() => loadStemmers(LANGUAGES))

/** What identifiers, markup and scripts are made of, so that their combinations come up. */
const snippet = fc.constantFrom(
  ...['fetch', 'User', 'ById', 'HTTP', 'APIs', 'v', '0', '6', '2', '123', '1,000', 'x', 'n', 's'],
  ...['.', '-', '_', '__', "'", '’', 'ʼ', '**', '*', '/', '\\', '@', ':', '://', '#', '++', ','],
  ...['<br>', '<', '>', '&nbsp;', '&', '%20', '%', '%e6%9d%b1', '"', '“', '”', '«', '»', '`', '!'],
  ...['straße', 'Häuser', 'İstanbul', 'ΟΔΟΣ', 'ёлка', 'мой', 'її', 'решения', 'คำ', 'ประเทศไทย'],
  ...[
    '東京都',
    '京',
    'カタカナ',
    'ｶﾞ',
    'ひらがな',
    '々',
    '학교에서',
    '가',
    'ㅋㅋㅋ',
    'كِتَاب',
    'किताब',
    'tiếng',
  ],
  ...[
    'ﬁ',
    '㎏',
    'ＧｉｔＨｕｂ',
    '½',
    'ﷺ',
    'ŉ',
    'ǅ',
    '\u0301',
    '\u0316',
    '\u200d',
    '\u00ad',
    '\ufe0f',
  ],
  ...['🚀', '👨‍👩‍👧', '𝐀𝐁', '𠮷野', '\ud800', '\udc00', '\0', ' ', '\n', '\t', '\u00a0', '\u2028'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'a'.repeat(70), 'die', 'the'],
)
const text = fc.oneof(
  fc.array(snippet, {maxLength: 12}).map((parts) => parts.join('')),
  fc.string({unit: 'binary', maxLength: 40}),
  fc.string({unit: 'grapheme', maxLength: 40}),
)
const language = fc.constantFrom(...LANGUAGES)

test('positions ascend and are within the length; terms are never empty, and bounded', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      const {words, stems, length} = analyse(written, spoken)
      let last = 0
      for (const {term, at} of words) {
        expect(at).toBeGreaterThanOrEqual(last)
        expect(at).toBeLessThan(length)
        expect(term.length).toBeGreaterThan(0)
        expect(term.length).toBeLessThanOrEqual(LONGEST)
        expect(term).not.toMatch(/[\s~=]/)
        last = at
      }
      for (const stem of stems) expect(stem.startsWith(`${STEM}${spoken}:`)).toBe(true)
      expect(stems.length).toBeLessThanOrEqual(words.length)
      expect(length).toBeLessThanOrEqual(written.normalize('NFKC').length)
    }),
    {numRuns: 500},
  )
})

test('every word of a text, asked for by itself, is asked for as the text has it', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      for (const {term} of analyse(written, spoken).words) {
        const asked = readQuery(term, [spoken]).words.map(({word}) => word)
        expect([term.length === LONGEST ? term : 0, ...asked]).toContain(term)
      }
    }),
    {numRuns: 500},
  )
})

test('a question of the words of a text finds terms of that text', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      const {words, stems} = analyse(written, spoken)
      const has = new Set([...words.map(({term}) => term), ...stems])
      const asked = readQuery(written, ['und', spoken])
      for (const {word} of asked.words) expect(has).toContain(word)
      for (const {term} of asked.phrases.flat()) expect(has).toContain(term)
      for (const term of asked.exact) expect(has).toContain(term)
    }),
    {numRuns: 500},
  )
})

test('what a text is cut into at its blanks has the words of the whole', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      const whole = analyse(written, spoken)
      const parts = written.split(/[ \n\t]/).map((part) => analyse(part, spoken))
      expect(parts.flatMap(({words}) => words.map(({term}) => term))).toEqual(
        whole.words.map(({term}) => term),
      )
      expect(parts.flatMap(({stems}) => stems)).toEqual(whole.stems)
      expect(parts.reduce((sum, {length}) => sum + length, 0)).toBe(whole.length)
    }),
    {numRuns: 500},
  )
})

test('folding again changes nothing', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(fold(fold(written))).toBe(fold(written))
    }),
    {numRuns: 2000},
  )
})

test('case, and the form that accents have in a file, make no difference', () => {
  const letters = fc.string({unit: fc.constantFrom(...'aebcéüñåöçłøαάηывйкё'), maxLength: 12})
  fc.assert(
    fc.property(letters, (word) => {
      const terms = (form: string) => analyse(form, 'und').words.map(({term}) => term)
      expect(terms(word.toUpperCase())).toEqual(terms(word))
      expect(terms(word.normalize('NFD'))).toEqual(terms(word))
    }),
  )
})

test('a question is bounded, and read the same in whatever order languages come', () => {
  fc.assert(
    fc.property(text, fc.shuffledSubarray(LANGUAGES), (written, languages) => {
      const query = readQuery(written.repeat(30), languages)
      expect(query.words.length).toBeLessThanOrEqual(MOST_WORDS)
      expect(query.phrases.length).toBeLessThanOrEqual(MOST_PHRASES)
      expect(query.exact.length).toBeLessThanOrEqual(MOST_PHRASES)
      expect(readQuery(written.repeat(30), languages.toReversed())).toEqual(query)
      for (const phrase of query.phrases) {
        expect(phrase[0]?.at).toBe(0)
        phrase.forEach(({at}, index) => {
          if (index !== 0) expect(at).toBeGreaterThan(phrase[index - 1]!.at)
        })
      }
    }),
    {numRuns: 100},
  )
})

test('a text reads the same whatever was read before it', () => {
  fc.assert(
    fc.property(fc.array(text, {maxLength: 5}), text, language, (before, written, spoken) => {
      const first = analyse(written, spoken)
      for (const other of before) analyse(other, spoken)
      expect(analyse(written, spoken)).toEqual(first)
    }),
    {numRuns: 100},
  )
})

test('and when more was read than is remembered', () => {
  const many = Array.from({length: 70_000}, (_, index) => `houses${index.toString(36)}`).join(' ')
  const first = analyse('houses fetchUserById', 'en')
  expect(analyse(many, 'en').length).toBe(70_000)
  expect(analyse('houses fetchUserById', 'en')).toEqual(first)
})

test('every text has a language, or none that is known', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(languageOf(written)).toMatch(/^(?:[a-z]{2}|und)$/)
    }),
  )
})
