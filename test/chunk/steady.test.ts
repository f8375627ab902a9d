/** How little an edit changes: what need not be analysed and embedded again. */

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

const seeds = Array.from({length: 15}, (_, index) => index)

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

  // Which cuts stay hangs on digests: of two thousand such notes none re-does more, and one in two hundred three.
  test.each(seeds)(
    'of a section of 100 paragraphs re-does three chunks at most, note %i',
    (seed) => {
      const texts = paragraphs(100, seed)
      const before = texts.join('\n\n')
      expect(redone(before, `${line}\n\n${before}`)).toBeLessThanOrEqual(3)
      expect(redone(before, `${line} ${before}`)).toBeLessThanOrEqual(3)
    },
  )

  test.each(seeds)(
    'of a list, or of one long paragraph, re-does three at most, note %i',
    (seed) => {
      const texts = paragraphs(150, seed).map((text) => text.slice(0, 150))
      const list = texts.map((text) => `- ${text}`).join('\n')
      expect(redone(list, `- ${line}\n${list}`)).toBeLessThanOrEqual(3)
      const long = texts.join('. ')
      expect(redone(long, `${line} ${long}`)).toBeLessThanOrEqual(3)
    },
  )
})

test.each(seeds)('an edit in the middle changes what is near, and no more, note %i', (seed) => {
  const texts = paragraphs(100, seed)
  const before = texts.join('\n\n')
  const edited = (index: number, now: string[]) => texts.toSpliced(index, 1, ...now).join('\n\n')
  for (const index of [20, 50, 80]) {
    const text = texts[index]!
    for (const now of [[], [text, 'One more.'], [`${text} And more.`]]) {
      expect(redone(before, edited(index, now))).toBeLessThanOrEqual(5)
    }
  }
})

test('a turn said last changes no other', () => {
  const talk = paragraphs(60).map(
    (text, index) => `**${index % 2 === 0 ? 'user' : 'assistant'}:** ${text}`,
  )
  const before = `---\ntype: chat\n---\n${talk.slice(0, 59).join('\n\n')}\n`
  expect(redone(before, `${before}\n${talk[59]}\n`)).toBe(1)
})
