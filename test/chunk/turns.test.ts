import {describe, expect, test} from 'vitest'
import {MOST, tokensOf} from '../../src/chunk/size.js'
import {chunksOf, paragraphs, shown} from './read.js'

const chat = (text: string) => `---\ntype: chat\n---\n${text}`
/** `speaker: text` of each turn, and `- text` of what is none. */
function said(text: string, path?: string): string[] {
  return chunksOf(text, path).map(({speaker, text: own}) => `${speaker ?? '-'}: ${own}`)
}

describe('a conversation is cut by turn', () => {
  const two = '**user:** a\n\n**assistant:** b\n'
  test.each([
    ['of the type conversation', `---\ntype: conversation\n---\n${two}`],
    ['of the type transcript', `---\ntype: Transcript\n---\n${two}`],
    ['of the type chat', chat(two)],
    ['that lists its speakers', `---\nspeakers: [User, assistant]\n---\n${two}`],
    ['that counts its turns', `---\nturns: 2\n---\n${two}`],
  ])('%s', (_, text) => {
    expect(said(text).map((one) => one.toLowerCase())).toEqual(['user: a', 'assistant: b'])
  })

  test('that is a session', () => {
    expect(said(two, 'sessions/s.md')).toEqual(['user: a', 'assistant: b'])
  })

  test.each([
    ['a note that says nothing of itself', two],
    ['of another type', `---\ntype: document\n---\n${two}`],
    ['with nobody listed', `---\nspeakers: []\nturns:\n---\n${two}`],
  ])('but not %s', (_, text) => {
    expect(said(text)).toEqual(['-: **user:** a\n\n**assistant:** b'])
  })
})

describe('a turn begins', () => {
  test.each([
    [
      'with a role',
      '**user:** a\n\n**Assistant**: b\n\n**HUMAN** (9:00): c\n\n**ai** : d\n',
      ['user: a', 'assistant: b', 'human: c', 'ai: d'],
    ],
    [
      'with a time after the name',
      '**user** (2026-11-29 14:20): a\n\n**tool, 14:21:** b\n',
      ['user: a', 'tool: b'],
    ],
    ['with a wide colon', '**user：** a\n\n**tool**：b\n', ['user: a', 'tool: b']],
    [
      'where its text is a paragraph below',
      '**user:**\n\na\n\nb\n\n**ai:** c\n',
      ['user: a\n\nb', 'ai: c'],
    ],
    ['where it says nothing', '**user:**\n\n**ai:** b\n', ['user: **user:**', 'ai: b']],
    ['with an underline below', '**user:** a\n---\n\n**ai:** b\n', ['user: a\n---', 'ai: b']],
    ['over CRLF', '**user:** a\r\n\r\nb\r\n\r\n**ai:** c\r\n', ['user: a\r\n\r\nb', 'ai: c']],
    [
      'after a table, a list, code',
      '**user:** a\n\n- b\n- c\n\n**ai:** d\n\n```\ne\n```\n\n**user:** f\n',
      ['user: a\n\n- b\n- c', 'ai: d\n\n```\ne\n```', 'user: f'],
    ],
  ])('%s', (_, text, wanted) => expect(said(chat(text))).toEqual(wanted))

  test.each([
    ['with a name of nobody', '**user:** a\n\n**Note:** b\n\n**Ann:** c\n'],
    ['in a quote', '**user:** a\n\n> **assistant:** b\n\n> > **ai:** c\n'],
    ['in code', '**user:** a\n\n```\n**assistant:** b\n\n**ai:** c\n```\n\n    **tool:** d\n'],
    ['in an item', '**user:** a\n\n- **assistant:** b\n\n  **ai:** c\n'],
    ['in a comment', '**user:** a\n\n<!--\n**assistant:** b\n-->\n'],
    ['within a block', '**user:** a\n**assistant:** b\n'],
    ['with a blank before it', '**user:** a\n\n **assistant:** b\n'],
    ['without a colon', '**user:** a\n\n**assistant** b\n\n**ai** (9:00) c\n'],
    ['with one asterisk or three', '**user:** a\n\n*assistant:* b\n\n***ai:*** c\n'],
    ['in a heading', '**user:** a\n\n## **assistant:** b\n\nc\n'],
    ['with a name of an object', '**user:** a\n\n**constructor:** b\n\n**__proto__:** c\n'],
  ])('not %s', (_, text) => {
    const chunks = chunksOf(chat(text))
    expect(chunks.map(({speaker}) => speaker)).toEqual(['user'])
    expect(chunks[0]?.text).toBe(text.slice('**user:** '.length).trim())
  })
})

describe('the speakers that are listed', () => {
  const talk = (speakers: string, text: string) => `---\nspeakers: ${speakers}\n---\n${text}`

  test('count, and no role beside them', () => {
    const text = talk('[Mara, Jörg]', '**Mara:** a\n\n**user:** b\n\n**Jörg:** c\n')
    expect(said(text)).toEqual(['Mara: a\n\n**user:** b', 'Jörg: c'])
  })

  test('are told by their letters, and named as they are listed', () => {
    const text = talk(
      '[Mara K., "ＡＮＮ", 7, "Li, Wei"]',
      '**mara  k.:** a\n\n**ann:** b\n\n**7:** c\n\n**Li, Wei:** d\n',
    )
    expect(said(text)).toEqual(['Mara K.: a', 'ＡＮＮ: b', '7: c', 'Li, Wei: d'])
  })

  test('may say when within the bold', () => {
    expect(said(talk('[Mara]', '**Mara, 14:20:** a\n\n**Mara, Pirol:** b\n'))).toEqual([
      'Mara: a',
      'Mara: b',
    ])
  })

  test('may be one alone', () => {
    expect(said(talk('Mara', 'a\n\n**Mara:** b\n'))).toEqual(['-: a', 'Mara: b'])
  })
})

describe('headings', () => {
  test('above the first turn are its trail, and what stands there is text', () => {
    expect(shown(chat('# Talk\n\nOf today.\n\n## Morning\n\n**user:** a\n\n**ai:** b\n'))).toEqual([
      '4-6 Talk | Of today.',
      '8-10 Talk > Morning | user: a',
      '12-12 Talk > Morning | ai: b',
    ])
  })

  test('right above a turn lead to it, and others belong to what is said', () => {
    const text =
      '# Talk\n\n**user:** a\n\n## Plan\n\nb\n\n## Evening\n\n**ai:** c\n\n# Next\n\n**user:** d\n'
    expect(shown(chat(text))).toEqual([
      '4-6 Talk | user: a\n\n## Plan\n\nb'.replace('4-6', '4-10'),
      '12-14 Talk > Evening | ai: c',
      '16-18 Next | user: d',
    ])
  })

  test('at the end belong to the last turn', () => {
    expect(said(chat('**user:** a\n\n# B\n'))).toEqual(['user: a\n\n# B'])
  })
})

test('a long turn is cut, and each part has its speaker and its number', () => {
  const long = paragraphs(40)
  const chunks = chunksOf(
    chat(`# T\n\n**user:** a\n\n**ai:** ${long.join('\n\n')}\n\n**user:** b\n`),
  )
  const parts = chunks.filter(({speaker}) => speaker === 'ai')
  expect(parts.length).toBeGreaterThan(5)
  expect(chunks.map(({turn}) => turn)).toEqual([1, ...parts.map(() => 2), 3])
  for (const {text, trail, kind} of parts) {
    expect(tokensOf(text, 0, text.length)).toBeLessThanOrEqual(MOST)
    expect({trail, kind}).toEqual({trail: ['T'], kind: 'turn'})
    expect(text).toMatch(/^Paragraph/)
  }
})

test('the same words of two speakers have two ids', () => {
  const [first, second, third] = chunksOf(chat('**user:** yes\n\n**ai:** yes\n\n**user:** yes\n'))
  expect(second?.id).not.toBe(first?.id)
  expect(third?.id).toBe(`${first?.id}-2`)
})

test('a conversation without a turn is cut like any note', () => {
  expect(shown(chat('# A\n\nb\n\n## C\n\nd\n'))).toEqual(['4-6 A | b', '8-10 A > C | d'])
})
