import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {cut} from '../../src/chunk/cut.js'
import {LEAST, MOST, tokensOf} from '../../src/chunk/size.js'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {decode} from '../../src/note/decode.js'
import {parse} from '../../src/note/parse.js'
import {fencesOf, scannedFences} from '../note/outline.js'
import {expectLaws} from './laws.js'
import {chunksOf, paragraphs, shown} from './read.js'

const tokens = (text: string) => tokensOf(text, 0, text.length)
/** So many tokens of prose without the end of a sentence. */
const prose = (count: number, word = 'abc') => `${word} `.repeat(count).trim()

describe('along headings', () => {
  test.each([
    ['nothing', '', ['1-1  | ']],
    ['blanks alone', '\n \n\n', ['1-1  | ']],
    ['frontmatter alone', '---\ntitle: A\n---\n', ['4-4  | ']],
    ['one line', 'a\n', ['1-1  | a']],
    ['what stands above the first', 'a\n\n# B\n\nc\n', ['1-1  | a', '3-5 B | c']],
    ['frontmatter is no part', '---\ntitle: A\n---\n\nb\n', ['5-5  | b']],
    ['a title leads to what follows', '# A\n\n## B\n\nc\n', ['1-5 A > B | c']],
    ['and is not lost where it has words', '# A\n\nb\n\n## C\nd', ['1-3 A | b', '5-6 A > C | d']],
    ['depths may be left out', '# A\n#### B\nc\n## D\ne\n', ['1-3 A > B | c', '4-5 A > D | e']],
    ['and begin anywhere', '### A\nb\n# C\nd\n', ['1-2 A | b', '3-4 C | d']],
    ['a heading that leads to nothing', '## A\n\n## B\nc\n', ['1-1 A | ## A', '3-4 B | c']],
    [
      'several of them',
      '# A\n## B\n## C\n## D\ne\n## F\n',
      ['1-3 A | # A\n## B\n## C', '4-5 A > D | e', '6-6 A > F | ## F'],
    ],
    ['a heading without words', '##\na\n', ['1-2  | a']],
    ['underlined headings', 'A\n===\nb\n\nC\nD\n---\ne\n', ['1-3 A | b', '5-8 A > C D | e']],
    ['no heading in code', '# A\n```\n# b\n```\n', ['1-4 A | ```\n# b\n```']],
    ['none in a quote or an item', '> # A\n\n- # B\n', ['1-3  | > # A\n\n- # B']],
    ['no-break spaces are blank', '# A\n\n\u00a0\n', ['1-1 A | # A']],
    ['CRLF', '# A\r\n\r\nb\r\nc\r\n\r\n## D\r\n\r\ne\r\n', ['1-4 A | b\r\nc', '6-8 A > D | e']],
  ])('%s', (_, text, wanted) => expect(shown(text)).toEqual(wanted))

  test('a long heading is cut in the trail, and whole in the text', () => {
    const title = `${'x'.repeat(199)}😀 and on`
    const [chunk, second] = chunksOf(`# ${title}\n\na\n\n## B\n\nc\n`)
    expect(chunk).toMatchObject({trail: ['x'.repeat(199)], text: `# ${title}\n\na`})
    expect(second).toMatchObject({trail: ['x'.repeat(199), 'B'], text: 'c'})
  })
})

describe('to size', () => {
  test('a section that is long is cut between its blocks', () => {
    const chunks = chunksOf(`# A\n\n${paragraphs(60).join('\n\n')}\n`)
    const sizes = chunks.map(({text}) => tokens(text))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(LEAST)
    const usual = sizes.reduce((sum, size) => sum + size) / sizes.length
    expect(usual).toBeGreaterThan(180)
    expect(usual).toBeLessThan(300)
    for (const {text, trail} of chunks) {
      expect(text).toMatch(/^Paragraph/)
      expect(text.endsWith('.')).toBe(true)
      expect(trail).toEqual(['A'])
    }
  })

  test('a section of the most is left whole', () => {
    expect(chunksOf(`# A\n\n${prose(192)}\n\n${prose(192)}\n`)).toHaveLength(1)
    expect(chunksOf(`# A\n\n${prose(192)}\n\n${prose(200)}\n`)).toHaveLength(2)
  })

  test('what is short is joined to a neighbour that has room', () => {
    const short = 'Short, but of five words.'
    const beside = (before: number, after: number) =>
      chunksOf(`${prose(before)}\n\n${short}\n\n${prose(after, 'xyz')}\n`).map(({text}) =>
        tokens(text),
      )
    expect(beside(319, 319)).toHaveLength(2)
    expect(beside(383, 319)).toEqual([expect.closeTo(383, 0), expect.closeTo(325, -1)])
    expect(beside(319, 383)).toHaveLength(2)
    expect(beside(383, 383)).toHaveLength(3)
  })

  test('what a paragraph announces stays with it', () => {
    const list = ['- one', '- two', '- three'].join('\n')
    const chunks = chunksOf(`${prose(280)}\n\nThese are they:\n\n${list}\n\n${prose(200, 'xyz')}\n`)
    expect(chunks.find(({text}) => text.includes('These'))?.text).toContain('- one')
  })

  test('items of a list stay with what is nested in them', () => {
    const items = Array.from(
      {length: 40},
      (_, index) => `- item ${index} ${prose(20)}\n  - its own\n`,
    )
    for (const {text} of chunksOf(items.join(''))) {
      expect(text).toMatch(/^- item/)
      expect(text).toMatch(/- its own$/)
    }
  })

  test('a long paragraph is cut between sentences', () => {
    const sentences = paragraphs(30).join(' ')
    const chunks = chunksOf(sentences)
    expect(chunks.length).toBeGreaterThan(3)
    for (const {text} of chunks) expect(text).toMatch(/^Paragraph[\s\S]*\.$/)
  })

  test.each([
    ['Chinese', '今天天气很好。', /。$/],
    ['Japanese', '「これはペンです。」', /」$/],
    ['Hindi', 'यह एक वाक्य है। ', /।$/],
    ['Arabic', 'هل هذه جملة؟ ', /؟$/],
  ])('%s has sentences', (_, sentence, end) => {
    const chunks = chunksOf(sentence.repeat(200))
    expect(chunks.length).toBeGreaterThan(1)
    for (const {text} of chunks) expect(text).toMatch(end)
  })

  test('a long sentence is cut between lines, a long line between words', () => {
    const lines = Array.from({length: 60}, (_, index) => `line ${index} ${prose(20)}`)
    for (const {text} of chunksOf(lines.join('\n'))) expect(text).toMatch(/^line/)
    for (const {text} of chunksOf(prose(3000, 'word'))) expect(text).toMatch(/^word.*word$/)
  })

  test('tables are cut between rows, and never within a word', () => {
    const rows = Array.from({length: 100}, (_, index) => `| ${index} | ${prose(10)}. Word. |`)
    const chunks = chunksOf(`| a | b |\n|---|---|\n${rows.join('\n')}\n`)
    expect(chunks.length).toBeGreaterThan(2)
    for (const {text} of chunks) expect(text).toMatch(/^\|[\s\S]*\|$/)
  })

  test('a word without an end is cut anywhere, but between letters', () => {
    expect(chunksOf('😀'.repeat(5000)).length).toBeGreaterThan(10)
    expect(chunksOf('x'.repeat(100_000)).length).toBeGreaterThan(50)
    for (const {text} of chunksOf('e\u0301'.repeat(5000))) expect(text).toMatch(/^e/)
    for (const {text} of chunksOf('👩‍👧'.repeat(2000))) expect(text).toMatch(/^👩/u)
    chunksOf('\u0301'.repeat(20_000))
    chunksOf(`x${'🏻'.repeat(5000)}`)
    chunksOf('\ud83d'.repeat(5000))
    chunksOf('漢字'.repeat(3000))
  })

  test('a fence is whole, however long, and so in a quote, an item, a footnote', () => {
    const code = Array.from({length: 200}, (_, index) => `const line${index} = 1. And so on`)
    const fence = ['```js', ...code, '```']
    const [before, whole, after] = chunksOf(
      `${prose(100)}\n\n${fence.join('\n')}\n\n${prose(100)}\n`,
    )
    expect(before?.text).toMatch(/^abc[^`]*abc$/)
    expect(whole?.text).toBe(fence.join('\n'))
    expect(after?.text).toMatch(/^abc[^`]*abc$/)
    for (const prefix of ['> ', '> > ', '> - ', '- ', '- > ']) {
      const rest = prefix.replace(/[-]/g, ' ')
      const quoted = [prose(100), ...fence, prose(100)].map((line, index) =>
        index === 0 ? prefix + line : rest + line,
      )
      expect(chunksOf(`${quoted.join('\n')}\n`).length).toBeGreaterThan(1)
    }
    chunksOf(`[^1]: ${prose(100)}\n\n${fence.map((line) => `    ${line}`).join('\n')}\n`)
  })

  test('an unclosed fence is whole', () => {
    const chunks = chunksOf(`# A\n\n\`\`\`\n${prose(5000)}\n\n# B\n`)
    expect(chunks).toHaveLength(1)
  })

  test('a quote is cut between its blocks', () => {
    const quote = paragraphs(30).map((one) => `> ${one}\n>\n`)
    const chunks = chunksOf(quote.join(''))
    expect(chunks.length).toBeGreaterThan(3)
    for (const {text} of chunks) expect(text).toMatch(/^> Paragraph/)
    expect(chunksOf('>\n'.repeat(3000)).length).toBeGreaterThan(1)
  })

  test('fault 8: the last word of a note of 660 KB is in a chunk', () => {
    const long = `${paragraphs(2000).join('\n\n')}\n\nThe last word is quokka.\n`
    expect(long.length).toBeGreaterThan(660_000)
    for (const text of [
      long,
      long.replaceAll('\n\n', ' '),
      long.replace(/\W+/g, ''),
      `- ${long}`,
    ]) {
      const {note} = parse(notePath('drawers/a/b/long.md'), text, UTC)
      expect(cut(note, text).at(-1)?.text).toMatch(/quokka\.?$/)
    }
  })
})

describe('an id', () => {
  const ids = (text: string) => chunksOf(text).map(({id}) => id)

  test('names what is said and where in the outline, not where in the file', () => {
    const [a] = ids('# A\n\nb\n')
    expect(ids('---\nx: 1\n---\nnew\n\n# A\n\n\nb\n').at(-1)).toBe(a)
    expect(ids('# A\n\nc\n')).not.toContain(a)
    expect(ids('# B\n\nb\n')).not.toContain(a)
    expect(ids('b\n')).not.toContain(a)
  })

  test('tells equal ones apart by their order', () => {
    const [first, second, third] = ids('# A\nb\n# A\nb\n# A\nb\n')
    expect(second).toBe(`${first}-2`)
    expect(third).toBe(`${first}-3`)
  })

  test('a heading cannot stand for text, nor a speaker for a heading', () => {
    const talk = (body: string) => `---\nspeakers: [user]\n---\n${body}`
    const different = [
      ...ids('# a\n\nb\n'),
      ...ids('# a\n## b\n\nb\n'),
      ...ids('# a, 1 b\n\nb\n'),
      ...ids(talk('**user:** b\n')),
      ...ids(talk('# a\n\n**user:** b\n')),
      ...ids('# a\n## user\nb\n'),
    ]
    expect(new Set(different).size).toBe(different.length)
  })

  test('a title above a section makes no difference to the section', () => {
    const [before] = chunksOf('# A\n\n## B\n\nc\n')
    const [, after] = chunksOf('# A\n\nA new line.\n\n## B\n\nc\n')
    expect(after?.id).toBe(before?.id)
  })
})

describe('nothing takes long, and nothing is lost', () => {
  test.each([
    ['a line of a megabyte', 'word '.repeat(200_000)],
    ['a line of a megabyte without a blank', 'x'.repeat(1_000_000)],
    ['sentences of a megabyte', 'A. '.repeat(330_000)],
    ['100,000 headings', '# h\n'.repeat(100_000)],
    ['100,000 sections', '# h\nx\n'.repeat(100_000)],
    ['deeper and deeper headings', '# a\n## b\n### c\n'.repeat(30_000)],
    ['50,000 levels of a list', `${'- '.repeat(50_000)}x`],
    [
      '50,000 nested items',
      Array.from({length: 2000}, (_, at) => `${' '.repeat(at)}- a\n`).join(''),
    ],
    ['50,000 quotes', `${'>'.repeat(50_000)}x`],
    ['equal items', '- a\n'.repeat(100_000)],
    ['an unclosed fence', `\`\`\`\n${'a\n'.repeat(200_000)}`],
    ['fences', '```\na\n```\n'.repeat(50_000)],
    ['a heading of a megabyte', `# ${'x '.repeat(500_000)}\n\na\n`],
    ['blank lines', `a${'\n'.repeat(1_000_000)}b`],
    ['CRLF', 'word word\r\n'.repeat(100_000)],
    ['carriage returns', 'word word\r'.repeat(100_000)],
    ['a table', `| a |\n|---|\n${'| b |\n'.repeat(100_000)}`],
    ['50,000 quotation marks', '"'.repeat(50_000)],
    ['turns', '**user:** hi\n\n'.repeat(30_000)],
  ])('%s', (_, text) => {
    const {note} = parse(notePath('sessions/s.md'), '', UTC)
    let last = 0
    let lost = ''
    for (const {start, end} of cut(note, text)) {
      lost += text.slice(last, start).trim()
      last = end
    }
    expect(lost + text.slice(last).trim()).toBe('')
  })
})

/** Snippets that mean something, so that their combinations do too; some are as long as a chunk. */
const snippet = fc.constantFrom(
  ...[
    '# H',
    '## H',
    '###',
    'A\n===',
    'word',
    'A sentence. ',
    'one: ',
    '- item',
    '  - nested',
    '1. one',
  ],
  ...[
    '> quote',
    '> > deep',
    '> ```',
    '```',
    '~~~',
    '```js',
    '    code',
    '| a | b |',
    '|---|---|',
    '---',
  ],
  ...[
    '<div>',
    '</div>',
    '<!-- c',
    '-->',
    '[^1]: note',
    '[a]: b',
    '**user:** hi',
    '**assistant** (9:00): yes',
  ],
  ...[
    '**Ann:** no',
    '- fact [key:: k]',
    '  - own [ttl:: 9d]',
    '^id',
    '[valid_from:: 2026-01-01]',
    '😀',
  ],
  ...[
    '漢字。',
    '\u00a0',
    '\t',
    '\uFEFF',
    '\ud83d',
    '\\',
    '`',
    prose(100),
    prose(450),
    '漢字。'.repeat(200),
  ],
  ...[
    'x'.repeat(2000),
    `- ${prose(300)}`,
    `> ${prose(300)}`,
    '😀'.repeat(400),
    `# ${'t'.repeat(300)}`,
  ],
)
const lineEnd = fc.constantFrom('\n', '\n', '\n\n', '\n\n', '', '\r\n', '\n  ', '\r')
const body = fc
  .array(fc.tuple(snippet, lineEnd), {maxLength: 25})
  .map((parts) => parts.flat().join(''))
const head = fc.constantFrom('', '---\ntype: chat\n---\n', '---\nspeakers: [Ann, user]\n---\n')
const files = fc.constantFrom('drawers/a/b/c.md', 'drawers/a/b/c.md', 'MEMORY.md')

/** Fences by the line scanner, which finds what remark finds, and does not take its time. */
const checked = (text: string, file: string) =>
  chunksOf(text.replace(/^\uFEFF/, ''), file, scannedFences)

test('the laws, whatever the text', () => {
  fc.assert(
    fc.property(head, body, files, (start, rest, file) => void checked(`${start}${rest}`, file)),
    {numRuns: 600},
  )
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 80}), files, (text, file) => {
      void checked(text, file)
    }),
    {numRuns: 300},
  )
})

test('the same note gives the same chunks', () => {
  fc.assert(
    fc.property(body, files, (text, file) => {
      expect(checked(text, file)).toEqual(checked(text, file))
    }),
    {numRuns: 50},
  )
})

/** Run on a real vault, too, where `MDBRAIN_VAULT` names its folder. */
const vaults = {
  'the example': path.resolve(import.meta.dirname, '../../brain-example'),
  ...(process.env.MDBRAIN_VAULT === undefined ? {} : {'a real vault': process.env.MDBRAIN_VAULT}),
}

test.each(Object.entries(vaults))(
  'the laws on every note of %s',
  {timeout: 900_000},
  (_, vault) => {
    const names = readdirSync(vault, {recursive: true, encoding: 'utf8'})
    for (const file of names.filter((name) => name.endsWith('.md'))) {
      const bytes = readFileSync(path.join(vault, file))
      const {text} = decode(bytes)
      const {note} = parse(notePath(file.replaceAll('\\', '/')), bytes, UTC)
      expectLaws(note, text, cut(note, text), fencesOf(text, note.body.start))
    }
  },
)
