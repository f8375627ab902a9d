/** The laws of reading and rewriting notes. */

import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {decode, encode} from '../../src/note/decode.js'
import type {Note} from '../../src/note/note.js'
import {parse} from '../../src/note/parse.js'
import {rewriteFact, rewriteFields, rewriteReferences} from '../../src/note/rewrite.js'

const read = (text: string | Uint8Array, file = 'MEMORY.md') => parse(notePath(file), text, UTC)

/** Snippets that mean something, so that their combinations do too. */
const snippet = fc.constantFrom(
  '---\n',
  '---',
  '...\n',
  'title: x\n',
  'title: "a: b"\n',
  'tags: [a, b]\n',
  'tags:\n- a\n- @b\n',
  'valid_to: 2026-01-01\n',
  'valid_to: soon\n',
  'a: |\n  text\n',
  '# Heading\n',
  '- item\n',
  '  - nested\n',
  '- fact [key:: k] ^id\n',
  '```\n',
  '~~~\n',
  '> quote\n',
  '[[link]]',
  '[[a|b]]',
  '#tag ',
  '[x](y.md)',
  '`',
  '``',
  '<!-- ',
  ' -->\n',
  'observed: 2026-01-01',
  '| a | b |\n',
  '|---|---|\n',
  '\n',
  '\n\n',
  '    ',
  '\t',
  'word ',
  '漢字',
  '😀',
  '\u2028',
  '^id\n',
  '[valid_from:: 2026-01-01]',
  '(ttl:: 9',
  '<<<<<<< a\n',
  '=======\n',
  '>>>>>>> b\n',
  '* * *\n',
  '1. one\n',
  '\\',
  '[',
  ']',
  '(',
  '::',
  '{',
  '}',
  '&a ',
  '*a ',
  '!!str ',
  '"',
  "'",
  ': ',
  '\uFEFF',
  '\ud800',
  '\r',
)
const markdown = fc.oneof(
  {weight: 4, arbitrary: fc.array(snippet, {maxLength: 30}).map((parts) => parts.join(''))},
  {
    weight: 2,
    arbitrary: fc
      .array(snippet, {maxLength: 12})
      .map((parts) => `---\n${parts.join('')}\n---\nbody\n`),
  },
  {weight: 1, arbitrary: fc.string({unit: 'binary', maxLength: 80})},
)
const files = fc.constantFrom('MEMORY.md', 'AGENTS.md', 'USER.md', 'drawers/a/b/c.md')

const runs = {numRuns: 300}

describe('reading', () => {
  test('never throws, and what comes out survives JSON', () => {
    fc.assert(
      fc.property(markdown, files, (text, file) => {
        const {note} = read(text, file)
        expect(JSON.parse(JSON.stringify(note))).toEqual(note)
      }),
      runs,
    )
    fc.assert(
      fc.property(fc.uint8Array({maxLength: 60}), files, (bytes, file) => void read(bytes, file)),
      runs,
    )
  })

  test('fault 3: a byte order mark changes nothing', () => {
    fc.assert(
      fc.property(markdown, files, (text, file) => {
        const plain = decode(encode(text, false)).text.replace(/^\uFEFF+/, '')
        expect(read(encode(plain, true), file)).toEqual(read(encode(plain, false), file))
      }),
      runs,
    )
  })

  test('fault 3: CRLF changes neither fields nor facts', () => {
    const said = ({note}: {note: Note}) => ({
      fields: note.fields,
      title: note.title,
      tags: note.tags,
      written: note.written,
      facts: note.facts.map(({text, block, key, written}) => ({text, block, key, written})),
      sections: note.sections.map(({title, text}) => ({title, text})),
      extract: note.extract,
    })
    const usual = fc.array(
      snippet.filter((part) => !/[\r\u2028]/.test(part)),
      {maxLength: 30},
    )
    fc.assert(
      fc.property(usual, files, (parts, file) => {
        const text = parts.join('')
        expect(said(read(text.replaceAll('\n', '\r\n'), file))).toEqual(said(read(text, file)))
      }),
      runs,
    )
  })

  test('places and spans point at their text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        // One mark is no part of the text; a second one is.
        const plain = text.replace(/^\uFEFF/, '')
        const {note, messages} = read(text)
        const lines = plain.split('\n')
        const at = ({line, column}: {line: number; column: number}) =>
          lines[line - 1]!.slice(column - 1)
        for (const link of note.links) expect(at(link.place)).toMatch(/^(?:!?\[|\]\()/)
        for (const {text: own, span} of note.facts) {
          const first = own[0]!
          expect(plain.slice(span.start, span.end)).toContain(first)
          expect(lines.slice(0, span.fromLine - 1).join('\n').length).toBeLessThanOrEqual(
            span.start,
          )
        }
        for (const {place} of messages) {
          if (place === undefined) continue
          expect(place.line).toBeLessThanOrEqual(lines.length)
          expect(place.column).toBeLessThanOrEqual(lines[place.line - 1]!.length + 1)
        }
      }),
      {...runs, examples: [['\uFEFF\uFEFF{'], ['\uFEFF\uFEFF- a [[b]]\n']]},
    )
  })
})

const value = fc.oneof(
  fc.string({unit: 'binary', maxLength: 20}),
  fc.constantFrom(
    'null',
    'yes',
    '1.10',
    '2026-01-02',
    'a: b',
    '@x',
    '[[L]]',
    "it's",
    ' x ',
    '#t',
    '-',
    '? x',
    'a #b',
    '\u0085',
    '\\',
  ),
  fc.double({noNaN: true, noDefaultInfinity: true}).filter((number) => !Object.is(number, -0)),
  fc.boolean(),
  fc.array(fc.string({maxLength: 8}), {maxLength: 4}),
)
const key = fc.constantFrom('title', 'tags', 'valid_to', 'a', 'new_key', 'supersedes')

describe('rewriting', () => {
  test('nothing changes no byte', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(rewriteFields(text, [])).toEqual({ok: true, text})
        expect(rewriteReferences(text, () => undefined)).toEqual({ok: true, text})
        for (const fact of read(text.replace(/^\uFEFF+/, '')).note.facts) {
          const plain = text.replace(/^\uFEFF+/, '')
          expect(rewriteFact(plain, fact, [])).toEqual({ok: true, text: plain})
        }
      }),
      runs,
    )
  })

  test('a key is read as it was written, and every other line stays', () => {
    fc.assert(
      fc.property(markdown, key, value, (text, name, wanted) => {
        const result = rewriteFields(text, [{key: name, value: wanted}])
        if (!result.ok) return
        const before = read(text).note
        const {note} = read(result.text)
        expect(note.fields[name]).toEqual(wanted)
        expect({...note.fields, [name]: 0}).toEqual({...before.fields, [name]: 0})
        const plain = (one: string) => one.replace(/^\uFEFF+/, '')
        // A second byte order mark is none where a body begins behind it.
        const bodyOf = (one: string, {body}: Note) => plain(plain(one).slice(body.start))
        expect(bodyOf(result.text, note)).toBe(bodyOf(text, before))
        const others = (one: Note, of: string) =>
          plain(of)
            .slice(0, one.body.start)
            .split('\n')
            .filter((line) => !/^\s*$|^(?:---|\.\.\.)/.test(line))
        const kept = others(before, text)
        const now = new Set(others(note, result.text))
        const own = lineOf(before, name)
        if (own === undefined) expect(kept.filter((line) => !now.has(line))).toEqual([])
      }),
      runs,
    )
  })

  test('writing the same again changes nothing', () => {
    fc.assert(
      fc.property(markdown, key, value, (text, name, wanted) => {
        const once = rewriteFields(text, [{key: name, value: wanted}])
        if (once.ok) expect(rewriteFields(once.text, [{key: name, value: wanted}])).toEqual(once)
      }),
      runs,
    )
  })

  test('a fact says what was asked, and all others what they did', () => {
    const text = fc.array(snippet, {minLength: 1, maxLength: 20}).map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        text,
        fc.nat(5),
        fc.constantFrom('k2', '2026-05-05', '[[N]]'),
        (raw, index, wanted) => {
          const plain = raw.replace(/^\uFEFF+/, '')
          const {facts} = read(plain).note
          const fact = facts[index]
          if (fact === undefined) return
          const result = rewriteFact(plain, fact, [{key: 'key', value: wanted}], fact.block ?? 'zz')
          if (!result.ok) return
          const after = read(result.text).note.facts
          expect(after[index]).toMatchObject({
            key: wanted,
            block: fact.block ?? 'zz',
            text: fact.text,
          })
          expect(after.map((one) => one.text)).toEqual(facts.map((one) => one.text))
        },
      ),
      runs,
    )
  })
})

function lineOf(note: Note, name: string): number | undefined {
  return note.places[name]?.line
}

/** Run on a real vault where `MDBRAIN_VAULT` names its folder; `MDBRAIN_VAULT_INVALID` its broken blocks. */
const vault = process.env.MDBRAIN_VAULT
describe.runIf(vault !== undefined)('fault 5: a real vault', () => {
  const notes = (folder: string): string[] =>
    readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
      const full = path.join(folder, entry.name)
      if (entry.isDirectory()) return notes(full)
      return entry.name.endsWith('.md') ? [full] : []
    })

  test('reads whole, and rewriting nothing changes no byte', {timeout: 300_000}, () => {
    const invalid: string[] = []
    for (const file of notes(vault!)) {
      const bytes = readFileSync(file)
      const {text, bom} = decode(bytes)
      const {messages} = parse(notePath(path.relative(vault!, file)), bytes, UTC)
      for (const {rule, place} of messages) {
        if (rule === 'invalid-frontmatter')
          invalid.push(`${path.relative(vault!, file)}:${place?.line}`)
      }
      const fields = rewriteFields(text, [])
      const references = rewriteReferences(text, () => undefined)
      for (const result of [fields, references]) {
        expect(result.ok && Buffer.from(encode(result.text, bom)).equals(bytes)).toBe(true)
      }
    }
    expect(invalid).toHaveLength(Number(process.env.MDBRAIN_VAULT_INVALID ?? 15))
  })
})
