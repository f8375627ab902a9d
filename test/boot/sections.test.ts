/** Who the agent is at small budgets, and where long sections may be parted. */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import {type Block, inParts} from '../../src/boot/sentences.js'
import {BrainBox} from './scene.js'

const repository = path.resolve(import.meta.dirname, '../..')
const soulOf = (folder: string) => readFileSync(path.join(repository, folder, 'SOUL.md'), 'utf8')

const prose =
  'You are Ada, the research assistant of a small harbour museum, and you answer for what it says in public. You read every source before you quote it, and say where you found it.\nWhen two catalogues disagree you show both; you never choose in silence.'

const souls = {
  'the example’s': soulOf('brain-example'),
  'a coding agent’s': soulOf('templates/coding-agent'),
  'an assistant’s': soulOf('templates/assistant'),
  'the smallest': soulOf('templates/minimal'),
  'one long paragraph': `# Soul\n\n${prose} ${prose}\n`,
  Japanese:
    '# 魂\n\n私は小さな博物館の研究助手です。出典を読まずに引用することはありません。二つの目録が食い違うときは、両方を示します。誰にも秘密を漏らしません。返事は短く、要点から始めます。\n',
}

describe('identity is held', () => {
  const cases = Object.entries(souls).flatMap(([name, soul]) =>
    [500, 700, 900].map((budget) => [name, budget, soul] as const),
  )
  test.each(cases)('%s at a budget of %i', async (_, budget, soul) => {
    using box = new BrainBox({'SOUL.md': soul})
    const {ledger, text} = await boot(box.scene(), {budget})
    expect(ledger[0]).toMatchObject({layer: 'identity', reason: 'carried'})
    expect(text).toMatch(/^# Identity\n/)
    if (ledger.some(({reason}) => reason === 'over-budget'))
      expect(text).toContain('`brain show SOUL.md`')
  })
})

describe('long prose is parted', () => {
  function check(text: string, longest: number, expected: readonly Block[]) {
    const parts = inParts({line: 3, text}, longest)
    expect(parts).toEqual(expected)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  }

  test('after sentences, each part with its line', () =>
    check('One is.\nTwo is. Three is', 9, [
      {line: 3, text: 'One is.\n'},
      {line: 4, text: 'Two is. '},
      {line: 4, text: 'Three is'},
    ]))
  test('and short sentences stay together', () =>
    check('One. Two. Three.', 10, [
      {line: 3, text: 'One. Two. '},
      {line: 3, text: 'Three.'},
    ]))
  test('not before a small letter', () =>
    check('Tools, e.g. grep, are fine.', 5, [{line: 3, text: 'Tools, e.g. grep, are fine.'}]))
  test('without blanks, where a script has none', () =>
    check('はい。「いいえ。」でも。', 24, [
      {line: 3, text: 'はい。'},
      {line: 3, text: '「いいえ。」'},
      {line: 3, text: 'でも。'},
    ]))
  test.each([
    '```\nA. B. C.\n```',
    '| A. B. | C. D. |',
    '> Said A. Said B.',
    '<div>A. B.</div>',
    '    code. More.',
  ])('never within %j', (text) => check(text, 4, [{line: 3, text}]))
})
