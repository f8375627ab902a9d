/** What is read without a YAML parser is read as the parser would, to the last offset. */

import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {readPlainYaml} from '../../src/note/plain-yaml.js'
import {readYaml} from '../../src/note/yaml.js'

/** Holds the two to each other; tells whether the plain reader dared. */
function agrees(block: string): boolean {
  const plain = readPlainYaml(block)
  if (plain !== undefined) expect(plain, JSON.stringify(block)).toEqual(readYaml(block))
  return plain !== undefined
}

test.each([
  'title: The API speaks gRPC\n',
  'title: "A: quoted, # title"\nkey: \'api.protocol\'\n',
  'tags: [api, decision/made, größe]\n',
  'tags: []\n',
  'importance: 0.9\npinned: true\nturns: 12\n',
  'created: 2026-11-29T20:53:39Z\nvalid_to: 2026-11-29\nttl: 90d\n',
  'title: C# and a:b, at 10:30\n\nsource: https://example.org/a#b\n',
  'title: it\'s a "title"\n',
  'title: 名古屋の用語\n',
  'tags:\n- a\n- \n- "b c"\nalias: x\n',
  'tags: \n  - a\n  -\n\nalias: x\n',
])('reads %j by itself', (block) => {
  expect(agrees(block)).toBe(true)
})

test.each([
  'title: null\n',
  'title: Null\n',
  'a: ~\n',
  'a: 007\n',
  'a: 1e3\n',
  'a: .5\n',
  'a: 0x1f\n',
  'a:\n',
  'a: \n',
  'a:  two spaces\n',
  'a: b: c\n',
  'a: b #c\n',
  'a: b \n',
  'a: b:\n',
  'a: b\n  continued\n',
  'a:\n\n- b\n',
  'a:\n  - b\n - c\n',
  'a: x\n- b\n',
  'a:\n- b: c\n',
  'a:\n-  b\n',
  'a:\n- - b\n',
  'a:\n- b\n  c\n',
  'a: [b: c]\n',
  'a: [[b]]\n',
  'a: [null]\n',
  'a: [b, , c]\n',
  'a: &x b\n',
  'a: "b\\n"\n',
  "a: 'it''s'\n",
  'a: b\na: c\n',
  'null: b\n',
  '__proto__: b\n',
  '? a\n: b\n',
  '# comment\na: b\n',
  'a: b\r\n',
  'a: b\tc\n',
  'a: |\n  b\n',
  '- a\n',
  '{a: b}\n',
  '',
])('leaves %j to the parser', (block) => {
  agrees(block)
  expect(readPlainYaml(block)).toBeUndefined()
})

const sign = fc.constantFrom(
  ...['a', 'B', '0', '1', '9', ' ', ' ', ':', '#', '-', '.', ',', '[', ']', '{', '}', '"', "'"],
  ...[
    '\\',
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
    '?',
    '~',
    '_',
    '/',
    'é',
    '漢',
    '\t',
    '\r',
    '\u00a0',
  ],
)
const value = fc.oneof(
  fc.string({unit: sign, maxLength: 12}),
  fc.string({unit: sign, maxLength: 8}).map((rest) => `a${rest}`),
  fc.string({unit: sign, maxLength: 8}).map((rest) => `[a${rest}]`),
  fc.string({unit: sign, maxLength: 8}).map((rest) => `"${rest}"`),
  fc.string({maxLength: 12}),
  fc.constantFrom(
    'null',
    'true',
    'FALSE',
    'yes',
    '2026-02-31',
    '1_000',
    '0o7',
    '.inf',
    '12h',
    '1.10',
    '10:30',
  ),
)
const item = fc
  .tuple(fc.constantFrom('- ', '  - ', '-', '- - '), value)
  .map((parts) => parts.join(''))
const key = fc.constantFrom('a:', 'b:', 'c: ')
const line = fc
  .tuple(
    fc.constantFrom('a', 'a', 'b_c', 'd-e', 'True', '0', 'k v'),
    fc.constantFrom(': ', ': ', ': ', ':', ':  '),
    value,
  )
  .map((parts) => parts.join(''))

test('agrees with the parser on any lines', () => {
  let dared = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(line, line, item, key), {minLength: 1, maxLength: 3}),
      (lines) => {
        if (agrees(lines.map((each) => `${each}\n`).join(''))) dared++
      },
    ),
    {numRuns: 12_000},
  )
  expect(dared).toBeGreaterThan(100)
})

test('reads the frontmatter of most drawers by itself', () => {
  const root = new URL('../../brain-example/drawers', import.meta.url).pathname
  const drawers = readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.md') && !name.endsWith('AGENTS.md'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
  const blocks = drawers.map((text) => text.slice(4, text.indexOf('\n---\n') + 1))
  expect(blocks.filter(agrees).length / blocks.length).toBeGreaterThan(0.9)
})
