import {beforeAll, describe, expect, test} from 'vitest'
import {readQuery} from '../../src/terms/query.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {termsOf} from './shown.js'

const brain = ['und', 'en', 'de', 'ru', 'ja']

beforeAll(() => loadStemmers(brain))

describe('words', () => {
  /** `the! run¾[~en:run]`: little words marked, weights that are not 1, stems. */
  function check(text: string, expected: string, languages: readonly string[] = brain): void {
    const words = readQuery(text, languages).words.map(({word, stems, stop, weight}) => {
      const weighed = weight === 1 ? '' : `*${weight}`
      return `${word}${stop ? '!' : ''}${weighed}${stems.length === 0 ? '' : `[${stems.join(' ')}]`}`
    })
    expect(words.join(' ')).toBe(expected)
  }

  test('each has its stem in every language of the brain, also where that is itself', () => {
    check('running', 'running[~de:running ~en:run]')
    check('haus', 'haus[~de:haus ~en:hau]')
    check('встречи', 'встречи[~ru:встреч]')
    check('running', 'running[~en:run]', ['en'])
    check('running', 'running', ['und'])
    check('東京', '東京 東*0.5 京*0.5')
  })

  test('figures and identifiers have none', () => {
    check('E1234 v2', 'e1234 v2')
    check('foo_bars', 'foo_bars foo*0.5[~de:foo ~en:foo] bars*0.5[~de:bar ~en:bar]')
  })

  test('with another writing beside, that weighs less', () => {
    check('e-mail', 'email*0.5[~de:email ~en:email] e mail[~de:mail ~en:mail]')
    check('학교에서', '학교에서*0.5 학교 교에 에서')
    check('GitHub', 'github git*0.5[~de:git ~en:git] hub*0.5[~de:hub ~en:hub]', ['en', 'de'])
  })

  test('little words are those of the language of the question', () => {
    check('when did he die', 'when! did! he! die[~en:die]', ['en'])
    check('die Katze und der Hund', 'die! katze[~de:katz] und! der! hund[~de:hund]', ['de'])
    check('what is my name', 'what! is! my name[~en:name]', ['en'])
    check('the end', 'the! end', ['und'])
    check('le fin', 'le fin', ['und'])
  })

  test('none are left out, however often they come', () => {
    check('the the cat cat', 'the! the! cat[~en:cat] cat[~en:cat]', ['en'])
  })
})

describe('phrases', () => {
  function check(text: string, ...expected: readonly string[]): void {
    expect(
      readQuery(text, []).phrases.map((phrase) =>
        phrase.map(({term, at}) => `${term}@${at}`).join(' '),
      ),
    ).toEqual(expected)
  }

  test.each([
    ['straight', 'a "staging database" b', 'staging@0 database@1'],
    ['English', 'a “staging database” b', 'staging@0 database@1'],
    ['German', 'a „staging database“ b', 'staging@0 database@1'],
    ['French', 'a « staging database » b', 'staging@0 database@1'],
    ['Danish', 'a »staging database« b', 'staging@0 database@1'],
    ['Swedish', 'a ”staging database” b', 'staging@0 database@1'],
    ['Japanese', 'a「東京 駅」b', '東京@0 駅@2'],
  ])('%s marks', (_, text, expected) => check(text, expected))

  test('several, in order, and the words between are none', () => {
    check('"a b" c "d"', 'a@0 b@1', 'd@0')
  })

  test('little words are part of them', () => check('"the end of it"', 'the@0 end@1 of@2 it@3'))

  test('of the smallest words, wherever those stand', () => {
    check('"long-term fetchUser"', 'long@0 term@1 fetch@2 user@3')
    check('"우리 학교"', '우리@0 학교@1')
    check('"東京タワー"', '東京@0 京タ@1 タワ@2 ワー@3')
    check('"C++ code"', 'c++@0 code@1')
  })

  test('an unclosed mark, inches and nothing are none', () => {
    check('a "b c')
    check('a 5" pipe and 6" pipe')
    check('"" " " "!"')
    check('«a')
  })

  test('never more than 32', () => {
    expect(readQuery('"a" '.repeat(100), []).phrases).toHaveLength(32)
  })
})

describe('identifiers', () => {
  test.each([
    ['fetchUserById', 'fetchuserbyid'],
    ['fetchUserById()', 'fetchuserbyid'],
    ['`UserServiceImpl`,', 'userserviceimpl'],
    ['snake_case', 'snake_case'],
    ['MAX_RETRIES?', 'max_retries'],
    ['__proto__', '__proto__'],
    ['foo.test.ts', 'foo.test.ts'],
    ['README.md.', 'readme.md'],
    ['.gitignore', '.gitignore'],
    ['v0.6.2', 'v0.6.2'],
    ['1.2.3', '1.2.3'],
    ['10.0.0.1', '10.0.0.1'],
    ['E1234', 'e1234'],
    ['CVE2026', 'cve2026'],
    ['3f2a9bc', '3f2a9bc'],
    ['./run.sh', 'run.sh'],
  ])('%s is one term', (text, term) => {
    expect(readQuery(`where is ${text}`, [])).toMatchObject({exact: [term], phrases: []})
  })

  test.each([
    ['src/a/b.ts', 'src@0 a@1 b.ts@2'],
    ['a/b/c', 'a@0 b@1 c@2'],
    ['src/rank/', 'src@0 rank@1'],
    ['/etc/hosts', 'etc@0 hosts@1'],
    ['C:\\dir\\x', 'c@0 dir@1 x@2'],
    ['@scope/pkg', 'scope@0 pkg@1'],
    ['ann@example.com', 'ann@0 example.com@1'],
    ['https://github.com/foo/bar', 'github.com@0 foo@2 bar@3'],
    ['PROJ-123', 'proj@0 123@1'],
    ['CVE-2026-71433', 'cve@0 2026@1 71433@2'],
  ])('%s is several side by side', (text, expected) => {
    const {phrases, exact} = readQuery(`where is ${text}?`, [])
    expect(exact).toEqual([])
    expect(phrases.map((phrase) => phrase.map(({term, at}) => `${term}@${at}`).join(' '))).toEqual([
      expected,
    ])
  })

  test.each(
    `long-term state-of-the-art 42 3.14 1,000 2026-03-01 01.03.2026 10:30 24/7 and/or TCP/IP km/h 12/25/2026
     GitHub iPhone macOS JavaScript NASA APIs USA U.S.A. e.g. p.m. Ph.D. noon.Then 20th 5pm 1980s 10k 3D v2 mp3 GPT-4
     COVID-19 F-150 don't C++ Berlin naïve été 東京 … -- "quoted" #tag $5 100% AT&T x`.split(/\s+/),
  )('%s is a word like others', (text) => {
    const {phrases, exact} = readQuery(`where is ${text.replaceAll('"', '')} now`, [])
    expect({phrases, exact}).toEqual({phrases: [], exact: []})
  })
})

describe('what is no question', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['signs', '?!… -- ** "'],
    ['NUL', '\0\0'],
    ['halves of pairs', '\ud800 \udc00'],
  ])('%s asks for nothing', (_, text) => {
    expect(readQuery(text, brain)).toEqual({words: [], phrases: [], exact: []})
  })

  test.each([
    ['50,000 quotes', '"'.repeat(50_000)],
    ['50,000 quotes that open', '«'.repeat(50_000)],
    ['100,000 letters', 'a'.repeat(100_000)],
    ['a megabyte', 'src/a_b/cD.ts '.repeat(75_000)],
    ['a megabyte of dots', '.'.repeat(1_000_000)],
    ['a megabyte in one', 'a.b/'.repeat(250_000)],
    ['100,000 signs', '漢'.repeat(100_000)],
    ['marks upon marks', '\u0301\u0316'.repeat(100_000)],
    ['parentheses', '()'.repeat(100_000)],
  ])('%s is cut', (_, text) => {
    const {words, phrases, exact} = readQuery(text, brain)
    expect(words.length).toBeLessThanOrEqual(64)
    expect(phrases.length).toBeLessThanOrEqual(32)
    expect(exact.length).toBeLessThanOrEqual(32)
  })

  test('words of every object are words', () => {
    const text = 'constructor __proto__ toString hasOwnProperty'
    const terms = termsOf(text)
    for (const {word} of readQuery(text, brain).words) expect(terms).toContain(word)
  })
})
