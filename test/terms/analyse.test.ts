import {beforeAll, describe, expect, test} from 'vitest'
import {analyse} from '../../src/terms/analyse.js'
import {ANALYSIS, ANALYSIS_VERSION} from '../../src/terms/fingerprint.js'
import {LONGEST} from '../../src/terms/pieces.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {shown} from './shown.js'

beforeAll(() => loadStemmers(['en', 'de', 'fr', 'ru']))

function check(text: string, expected: string): void {
  expect(shown(text)).toBe(expected)
}

describe('words of a language', () => {
  test.each([
    ['English', 'The quick-witted fox jumped.', 'the quickwitted|quick witted fox jumped'],
    ['English, shortened', "don't can’t I'm she’ll user's 90s", 'dont cant i she user 90s'],
    [
      'a name with an apostrophe',
      "O'Brien Qur'an o'clock",
      'obrien|o brien quran|qur an oclock|o clock',
    ],
    ['German', 'Die Straße über Häuser, GROSS', 'die strasse uber hauser gross'],
    ['French', "L'été, j'ai mangé aujourd'hui", 'l ete j ai mange aujourdhui|aujourd hui'],
    ['Italian', "dell'arte un'idea perché", 'dell arte un idea perche'],
    ['Spanish', '¿Cuándo volvió el niño?', 'cuando volvio el nino'],
    ['Polish', 'Łódź jest świetna', 'lodz jest swietna'],
    ['Norwegian', 'Blåbærsyltetøy', 'blabaersyltetoy'],
    ['Turkish', 'İstanbul Iğdır ılık', 'istanbul igdir ilik'],
    ['Vietnamese', 'Tiếng Việt được', 'tieng viet duoc'],
    ['Russian', 'Ёлка, мой; МОИ', 'елка мой мои'],
    ['Ukrainian', 'м’який їжак', 'мякий|м який їжак'],
    ['Greek', 'ΟΔΟΣ οδός Ὀδυσσεύς', 'οδοσ οδοσ οδυσσευσ'],
    ['Arabic', 'كِتَابٌ الكتــاب أحمد', 'كتاب الكتاب احمد'],
    ['Hebrew', 'שָׁלוֹם עולם', 'שלום עולם'],
    ['Hindi', 'किताबें, हैं।', 'किताबें हैं'],
    ['Chinese', '东京塔，A股', '东京|东 京塔|京 塔 a 股'],
    ['Chinese, a sign alone', '茶 茶', '茶 茶'],
    ['Japanese', '東京に行く', '東京|東 京に|京 に行 行く|行 '],
    ['kana', 'カタカナ ひ', 'カタ タカ カナ  ひ'],
    ['kana of half the width', 'ｶﾞｲﾄﾞ', 'ガイ イド '],
    ['Korean', '학교에서 갔다 집', '학교에서|학교 교에 에서 갔다 집'],
    ['scripts side by side', 'iPhone은 2026年 第3回', 'iphone|i phone 은 2026 年 第 3 回'],
  ])('%s', (_, text, expected) => check(text, expected))

  test('accents make no difference, however a file has them', () => {
    check('cafe\u0301 caf\u00e9 CAFE\u0301', 'cafe cafe cafe')
    check('が か\u3099', 'が が')
    check('한 \u1112\u1161\u11ab', '한 한')
  })

  test('letters in another form are the letters', () => {
    check('ＧｉｔＨｕｂ ﬁnd ㎏ x² Ⅷ ½', 'github|git hub find kg x2 viii 1 2')
  })

  test('what nobody sees is not there', () => {
    check('co\u00adop zero\u200bwidth می\u200cخواهم \ufeffstart', 'coop zero width ميخواهم start')
  })
})

describe('identifiers, split and whole', () => {
  test.each([
    ['camel case', 'fetchUserById', 'fetchuserbyid|fetch user by id'],
    [
      'with capitals',
      'HTTPServer parseURL userIDs',
      'httpserver|http server parseurl|parse url userids|user ids',
    ],
    [
      'with figures',
      'utf8ToString S3Bucket base64',
      'utf8tostring|utf8 to string s3bucket|s3 bucket base64',
    ],
    ['names', 'GitHub iPhone McDonald', 'github|git hub iphone|i phone mcdonald|mc donald'],
    ['what only looks like it', 'APIs LLMs 3D B2B 2nd', 'apis llms 3d b2b 2nd'],
    ['snake case', 'snake_case FOO_BAR a__b', 'snake_case|snake case foo_bar|foo bar a__b|a b'],
    ['both', 'my_fooBar', 'my_foobar|my foobar|foo bar'],
    ['underscores around it', '__init__ __proto__ _x_ y_', '__init__|init __proto__|proto x y'],
    [
      'hyphens',
      'e-mail long-term state-of-the-art',
      'email|e mail longterm|long term state of the art',
    ],
    ['files', 'foo.test.ts README.md', 'foo.test.ts|foo test ts readme.md|readme md'],
    ['files that begin with a dot', '.gitignore .NET a .b', '.gitignore|gitignore .net|net a .b'],
    ['paths', 'src/a/fooBar.ts C:\\dir\\x', 'src a foobar.ts|foobar|foo bar ts c dir x'],
    ['versions', 'v0.6.2 1.2.3-beta.1', 'v0.6.2|0.6.2|v0 6 2 1.2.3-beta.1|1 2 3beta|3 beta 1'],
    [
      'numbers',
      '3.14 1,000 1,2,3 10:30 2026-03-01',
      '3.14|3 14 1000 1 2 3 10 30 20260301|2026 03 01',
    ],
    ['languages of programs', 'C++ C# g++ F#', 'c++ c# g++ f#'],
    ['flags', '--flag --dry-run -x', 'flag dryrun|dry run x'],
    ['modules', 'node:fs std::vector @scope/pkg', 'node fs std vector scope pkg'],
    ['mail', 'ann@example.com', 'ann example.com|example com'],
    ['addresses', 'https://github.com/a/b?x=1#top', 'github.com|github com a b x 1 top'],
    ['abbreviations', 'U.S.A. e.g. z.B.', 'usa eg zb'],
    ['a blank forgotten', 'by noon.Then we', 'by noon then we'],
    [
      'constructor and its like',
      'constructor toString hasOwnProperty',
      'constructor tostring|to string hasownproperty|has own property',
    ],
  ])('%s', (_, text, expected) => check(text, expected))
})

describe('markdown', () => {
  test.each([
    ['emphasis', '**bold** *it* _em_ ~~gone~~ ==high==', 'bold it em gone high'],
    ['emphasis within a word', '**bold**wo**rd** a*b', 'boldword a b'],
    ['emphasis within signs', '**重要**です', '重要|重 要で|要 です '],
    [
      'a link: its words and its address',
      '[the text](https://x.org/a%20b.html)',
      'the text x.org|x org a b.html|b html',
    ],
    ['an address in other letters', '(/wiki/%E6%9D%B1%E4%BA%AC)', 'wiki 東京|東 京'],
    ['wikilinks', '[[a/b|c]] ![[d e#f]]', 'a b c d e f'],
    ['code', '`const x` and\n```ts\ny()\n```', 'const x and ts y'],
    [
      'tags of looks',
      'a<br>b<br/>c <b>d</b> <custom-tag e="f">',
      'a b c d customtag|custom tag e f',
    ],
    ['entities', 'AT&amp;T &nbsp;x &#8211; y', 'at t x y'],
    ['footnotes', 'said[^1] so.[^note]', 'said 1 so note'],
    ['tags', '#project/alpha #日记', 'project alpha 日记|日 记'],
    ['lists and tables', '- [x] done\n| a | b |\n|---|---|', 'x done a b'],
    ['pictures', '🚀 launch ✅ 👨‍👩‍👧 👍🏽', '🚀 launch ✅ 👨 👩 👧 👍'],
    ['bytes in letters', '![](data:image/png;base64,iVBOR/w0+KG=) z', 'data image png z'],
  ])('%s', (_, text, expected) => check(text, expected))
})

describe('stems', () => {
  test('only where they differ, and never of little words', () => {
    expect(analyse('the houses house was', 'en').stems).toEqual(['~en:hous', '~en:hous'])
    expect(analyse('die Häuser der Haus', 'de').stems).toEqual(['~de:haus'])
  })

  test('of the word as it is written: without its accent another is found', () => {
    expect(analyse('mangé', 'fr').stems).toEqual(['~fr:mang'])
  })

  test('never of identifiers, figures, other scripts', () => {
    expect(analyse('testsRun v1.0s 10ths встречи', 'en').stems).toEqual(['~en:test'])
    expect(analyse('встречи tests', 'ru').stems).toEqual(['~ru:встреч'])
  })

  test('none of a language that is not known or not loaded', () => {
    expect(analyse('houses', 'und').stems).toEqual([])
    expect(analyse('husene', 'no').stems).toEqual([])
    expect(analyse('houses', 'constructor').stems).toEqual([])
  })

  test('a language that is loaded later has them from then on', async () => {
    expect(analyse('gatos', 'es').stems).toEqual([])
    await loadStemmers(['es'])
    expect(analyse('gatos', 'es').stems).toEqual(['~es:gat'])
  })
})

describe('what nobody meant to be read', () => {
  test.each([
    ['a line of a megabyte', 'word '.repeat(200_000).replaceAll(' ', '-'), 200_000],
    ['a line of a megabyte in dots', 'a.b'.repeat(350_000), undefined],
    ['100,000 letters', 'a'.repeat(100_000), 1],
    ['100,000 letters in humps', 'aB'.repeat(50_000), 1],
    ['100,000 capitals and 100,000 small ones', 'A'.repeat(100_000) + 'a'.repeat(100_000), 1],
    ['100,000 letters with an accent', 'é'.repeat(100_000), 1],
    ['50,000 quotes in one another', `${'"'.repeat(25_000)}x${'"'.repeat(25_000)}`, 1],
    ['100,000 accents on a letter', `x${'\u0301\u0316'.repeat(50_000)}`, 1],
    ['100,000 accents on nothing', '\u0301\u0316'.repeat(50_000), 0],
    ['100,000 Han signs', '漢'.repeat(100_000), 100_000],
    ['100,000 kana with marks', 'か\u3099\u302a'.repeat(33_333), undefined],
    ['100,000 Thai letters', 'ประเทศไทย'.repeat(11_111), undefined],
    ['100,000 of one Thai letter', 'ก'.repeat(100_000), undefined],
    ['100,000 syllables', '각'.repeat(100_000), 99_999],
    ['100,000 underscores', '_'.repeat(100_000), 0],
    ['100,000 underscores in a word', `a${'_'.repeat(100_000)}b`, 2],
    ['100,000 apostrophes', "a'".repeat(50_000), undefined],
    ['100,000 stars', '*'.repeat(100_000), 0],
    ['100,000 stars in a word', 'a**'.repeat(33_000), 1],
    ['100,000 escapes', '%41'.repeat(100_000), 1],
    ['100,000 escapes of nothing', '%'.repeat(100_000), 0],
    ['100,000 ampersands', '&'.repeat(100_000), 0],
    ['100,000 halves of pairs', '\ud83d'.repeat(100_000), 0],
    ['100,000 pictures', '🚀'.repeat(100_000), 100_000],
    ['100,000 NULs', '\0'.repeat(100_000), 0],
    ['100,000 joiners', '\u200d'.repeat(100_000), 0],
    ['100,000 joiners in a word', `a${'\u200d'.repeat(100_000)}b`, 1],
    ['100,000 tags', '<br>'.repeat(100_000), 0],
  ])('%s', (_, text, length) => {
    const analysis = analyse(text, 'en')
    if (length !== undefined) expect(analysis.length).toBe(length)
    for (const {term} of analysis.words) {
      if (LONGEST < term.length) throw new Error(`too long: ${term.length}`)
    }
  })

  test('a long word is cut, and not through a pair', () => {
    check('a'.repeat(100), 'a'.repeat(64))
    check(`${'a'.repeat(63)}𝒳𐐨`, `${'a'.repeat(63)}x`)
    check(`${'a'.repeat(63)}𐐨𐐨`, 'a'.repeat(63))
  })

  test('halves of pairs, NUL and control signs stand between words', () => {
    check('a\ud83db\udc00c\0d\u0007e\u2028f', 'a b c d e f')
  })
})

test('what the terms depend on is named', () => {
  expect(ANALYSIS).toContain(String(ANALYSIS_VERSION))
  expect(ANALYSIS).toContain(process.versions.icu)
  expect(ANALYSIS).toContain(process.versions.unicode)
})
