/** How little an edit changes: what need not be analysed and embedded again. */

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {scannedFences} from '../note/outline.js'
import {chunksOf, paragraphs} from './read.js'

/** Fences by the line scanner, which does not take the time that remark takes. */
const cutOf = (text: string) => chunksOf(text, undefined, scannedFences)

/** How many chunks of `after` were not there before. */
function redone(before: string, after: string): number {
  const known = new Set(cutOf(before).map(({id}) => id))
  return cutOf(after).filter(({id}) => !known.has(id)).length
}

const headed = (texts: readonly string[]) =>
  `# Title\n\n${texts.map((text, index) => `## Section ${index}\n\n${text}\n`).join('\n')}`

describe('fault 17: a line added at the top', () => {
  const line = 'A new line, which nobody has read.'
  const sections: Record<string, string[]> = {
    'of a paragraph': paragraphs(100),
    'of a line': paragraphs(100).map((text) => text.slice(0, 40)),
    'of a word': paragraphs(100).map((_, index) => `w${index}`),
    'of several paragraphs': Array.from({length: 100}, (_, index) =>
      paragraphs(8, index).join('\n\n'),
    ),
  }

  test.each(Object.entries(sections))('of 100 sections %s re-does one chunk', (_, texts) => {
    const before = headed(texts)
    expect(cutOf(before).length).toBeGreaterThanOrEqual(100)
    expect(redone(before, `${line}\n\n${before}`)).toBe(1)
    expect(redone(before, before.replace('# Title\n', `# Title\n\n${line}\n`))).toBe(1)
    expect(redone(before, `---\ntags: [a]\n---\n${before}`)).toBe(0)
  })

  test('within the first of 100 sections re-does what it stands in', () => {
    const before = headed(paragraphs(100))
    expect(redone(before, before.replace('## Section 0\n', `## Section 0\n\n${line}\n`))).toBe(1)
  })

  test('of a section of 100 paragraphs re-does three chunks at most', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const texts = paragraphs(100, seed)
        const before = texts.join('\n\n')
        expect(redone(before, `${line}\n\n${before}`)).toBeLessThanOrEqual(3)
        expect(redone(before, `${line} ${before}`)).toBeLessThanOrEqual(3)
      }),
      {numRuns: 25},
    )
  })

  test('of a list of 300 items, or of one long paragraph, re-does three at most', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const texts = paragraphs(150, seed).map((text) => text.slice(0, 150))
        const list = texts.map((text) => `- ${text}`).join('\n')
        expect(redone(list, `- ${line}\n${list}`)).toBeLessThanOrEqual(3)
        const long = texts.join('. ')
        expect(redone(long, `${line} ${long}`)).toBeLessThanOrEqual(3)
      }),
      {numRuns: 15},
    )
  })
})

test('an edit anywhere changes what is near, and no more', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(99),
      fc.constantFrom('drop', 'change', 'add'),
      (seed, at, how) => {
        const texts = paragraphs(100, seed)
        const edited = texts.flatMap((text, index) => {
          if (index !== at) return [text]
          if (how === 'drop') return []
          return how === 'add' ? [text, 'One more.'] : [`${text} And more.`]
        })
        expect(redone(texts.join('\n\n'), edited.join('\n\n'))).toBeLessThanOrEqual(5)
      },
    ),
    {numRuns: 25},
  )
})

test('a turn said last changes no other', () => {
  const talk = paragraphs(60).map(
    (text, index) => `**${index % 2 === 0 ? 'user' : 'assistant'}:** ${text}`,
  )
  const before = `---\ntype: chat\n---\n${talk.slice(0, 59).join('\n\n')}\n`
  expect(redone(before, `${before}\n${talk[59]}\n`)).toBe(1)
})
