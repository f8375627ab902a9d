/**
 * Notes and questions that nobody writes in good faith: whatever they hold, searching answers, answers rightly, and
 * answers before a test runs out of time.
 */

import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import type {Brain, SearchOptions} from '../../src/brain.js'
import {CLI, Sandbox} from '../support/sandbox.js'

/** In milliseconds. Each takes a second or two where nothing else runs, thirty times as long beside many others; what hangs, hangs for longer. */
const patience = {timeout: 240_000}

/** As it is built. It starts quicker than the command, and takes questions of any length. */
const library: typeof import('../../src/index.js') = await import(
  path.join(path.dirname(CLI), 'index.js')
)

type Files = Readonly<Record<string, string | Uint8Array>>

interface Asked {
  readonly box: Sandbox
  readonly brain: Brain
  /** The paths of the hits, best first, each once. Every hit is checked to be one that can be shown and explained. */
  found(query: string, options?: SearchOptions): Promise<string[]>
}

async function brainOf(files: Files): Promise<Asked> {
  const box = new Sandbox({git: false})
  box.write({
    'MEMORY.md': '- The mast is of spruce.\n',
    'plain.md': '# Plain\n\nA quiet lagoon.\n',
    ...files,
  })
  const brain = await library.openBrain({root: box.root, env: {HOME: box.home}})
  onTestFinished(() => brain.close())
  const found = async (query: string, options: SearchOptions = {}) => {
    const {total, hits} = await inStep(brain, query, {limit: 50, ...options})
    expect(hits.length).toBeLessThanOrEqual(total)
    for (const {lines, snippet, marks, score, parts} of hits) {
      expect(lines[0]).toBeLessThanOrEqual(lines[1])
      expect(snippet.length).toBeLessThanOrEqual(300)
      for (const [start, end] of marks)
        expect([start < end, end <= snippet.length]).toEqual([true, true])
      expect(score).toBeCloseTo(
        Object.values(parts).reduce((all, part) => all + part, 0),
        9,
      )
    }
    return [...new Set(hits.map((hit) => hit.path))]
  }
  return {box, brain, found}
}

/** A search of a busy machine answers after some seconds from what it has, and says so: it is asked again. */
async function inStep(brain: Brain, query: string, options: SearchOptions = {}) {
  for (;;) {
    const report = await brain.search(query, options)
    if (!report.staleIndex) return report
  }
}

/** All is as it would be if it were made anew. */
async function checkWell({brain}: Asked): Promise<void> {
  // What a busy machine read in haste is told, and read once more.
  const isHaste = ({what}: {what: string}) => what.includes('read in haste')
  let report = await brain.doctor()
  while (report.findings.some(isHaste)) report = await brain.doctor()
  expect(report).toMatchObject({findings: [], well: true})
}

const MEGABYTE = 1_000_000

describe('notes', () => {
  test.each<readonly [what: string, text: string, finds: readonly string[]]>([
    [
      'a line of a megabyte',
      `# Top\n\nbeginning ${'word after word '.repeat(65_000)} ending\n`,
      ['beginning', 'ending', '"word ending"'],
    ],
    ['a megabyte without a blank', `${'x'.repeat(MEGABYTE)}\n\nlantern\n`, ['lantern']],
    [
      'a token of 100,000 letters',
      `before ${'abcdefghij'.repeat(10_000)} after\n`,
      ['before', 'after', 'abcdefghij'.repeat(10_000)],
    ],
    ['a token of 100,000 humps', `before ${'fooBar'.repeat(17_000)} after\n`, ['before', 'after']],
    [
      'a token of 100,000 underscores and parts',
      `before ${'ab_'.repeat(33_000)}c after\n`,
      ['before', 'after'],
    ],
    ['a path of 50,000 folders', `before ${'a/'.repeat(50_000)}b.ts after\n`, ['before', 'after']],
    ['50,000 quotes in each other', `${'>'.repeat(50_000)} lantern\n\nafter\n`, ['after']],
    [
      'quotes in each other, line by line',
      `${Array.from({length: 300}, (_, at) => `${'> '.repeat(at)}deep`).join('\n')}\n\nlantern\n`,
      ['lantern', 'deep'],
    ],
    ['50,000 brackets', `${'['.repeat(50_000)} lantern ${']('.repeat(50_000)}\n`, ['lantern']],
    ['50,000 stars and backticks', `${'*_`'.repeat(50_000)} lantern\n`, ['lantern']],
    ['50,000 quotation marks', `${'"a '.repeat(50_000)} lantern\n`, ['lantern', '"a lantern"']],
    ['20,000 headings', `${'# heading\n\n## other\n'.repeat(10_000)}\nlantern\n`, ['lantern']],
    [
      'a table of 5,000 columns',
      `|${' cell |'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n|${' lantern |'.repeat(5_000)}\n`,
      ['lantern'],
    ],
    ['a fence that never ends', `\`\`\`\n${'code line\n'.repeat(50_000)}lantern\n`, ['lantern']],
    ['Chinese without an end', `${'港の鍵は事務所に'.repeat(40_000)}提灯\n`, ['提灯', '港の鍵']],
    [
      'Thai without a blank',
      `${'ภาษาไทยไม่มีช่องว่าง'.repeat(5_000)}\n\nlantern\n`,
      ['ภาษาไทย', 'lantern'],
    ],
    ['100,000 accents on one letter', `e${'\u0301'.repeat(100_000)} lantern\n`, ['lantern']],
    ['pictures in rows', `${'👩‍👩‍👧‍👦🏳️‍🌈'.repeat(10_000)} lantern\n`, ['lantern', '👩‍👩‍👧‍👦']],
    ['line ends alone', `${'\n'.repeat(MEGABYTE)}lantern\n`, ['lantern']],
    ['old line ends alone', `${'\r'.repeat(100_000)}lantern\r`, ['lantern']],
  ])('%s', patience, async (_what, text, finds) => {
    const asked = await brainOf({'odd.md': text})
    for (const query of finds) {
      const [first] = await asked.found(query)
      expect([query.slice(0, 40), first]).toEqual([query.slice(0, 40), 'odd.md'])
    }
    expect(await asked.found('lagoon')).toEqual(['plain.md'])
    await checkWell(asked)
  })

  test('5,000 facts under as many keys', patience, async () => {
    const facts = Array.from({length: 5000}, (_, at) => `- item number${at}x [key:: k${at}]\n`)
    const asked = await brainOf({'MEMORY.md': facts.join('')})
    const {total, hits} = await inStep(asked.brain, 'item number4999x')
    expect([total, hits[0]?.lines]).toEqual([5000, [5000, 5000]])
    await checkWell(asked)
  })

  test('words that every object has', patience, async () => {
    const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf']
    const nameOf = (word: string) => `drawers/w/r/${word}.md`
    const asked = await brainOf(
      Object.fromEntries(words.map((word) => [nameOf(word), `The ${word} of it, ${word}.\n`])),
    )
    for (const word of words) {
      expect([word, (await asked.found(word))[0]]).toEqual([word, nameOf(word)])
      expect([word, await asked.found(`"${word} of it"`)]).toEqual([word, [nameOf(word)]])
    }
    // A slip in such a word, and such a word where only a slip of it stands.
    expect(await asked.found('constructer')).toEqual([nameOf('constructor')])
    const other = await brainOf({'odd.md': 'A constructer, with a slip.\n'})
    expect(await other.found('constructor')).toEqual(['odd.md'])
    expect((await other.found('constructor lagoon'))[0]).toBe('plain.md')
    await checkWell(asked)
  })

  test('titles, tags, keys and values that every object has', patience, async () => {
    const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const note = (word: string) =>
      [
        `---\ntitle: ${word}\naliases: [${word} too]\ntags: [${word}, ${word}/inner]`,
        ...['type', 'session', 'hall', 'key', 'wing', 'room', word, 'status'].map(
          (key) => `${key}: ${word}`,
        ),
        '---\nA lantern.\n',
      ].join('\n')
    const nameOf = (word: string) => `drawers/w/r/n${words.indexOf(word)}.md`
    const asked = await brainOf(Object.fromEntries(words.map((word) => [nameOf(word), note(word)])))
    for (const word of words) {
      const fitting: readonly SearchOptions[] = [
        {tag: word},
        {tag: `${word}/inner`},
        {wing: word},
        {room: word},
        {type: word},
        {session: word},
        {where: own(word, word)},
        {where: {status: word}},
        {where: own(word, ['other', word])},
      ]
      for (const options of fitting) {
        const paths = await asked.found('lantern', options)
        expect([word, options, paths]).toEqual([word, options, [nameOf(word)]])
      }
      expect([word, await asked.found('lantern', {where: own(word, 'other')})]).toEqual([word, []])
      expect([word, (await asked.found(`${word} too`))[0]]).toEqual([word, nameOf(word)])
    }
    const plain = await brainOf({})
    for (const word of words) {
      expect([word, await plain.found('lagoon', {where: own(word, 'x')})]).toEqual([word, []])
      expect([word, await plain.found('lagoon', {tag: word})]).toEqual([word, []])
      expect([word, await plain.found(word)]).toEqual([word, []])
    }
    await checkWell(asked)
  })

  test('10,000 tags, aliases and values', patience, async () => {
    const list = (letter: string) =>
      Array.from({length: 10_000}, (_, at) => letter + at.toString(36)).join(',')
    const asked = await brainOf({
      'tags.md': `---\ntags: [${list('t')}]\n---\nA lantern.\n`,
      'aliases.md': `---\naliases: [${list('a')}]\n---\nA lantern.\n`,
      'values.md': `---\nthings: [${list('v')}]\n---\nA lantern.\n`,
      'beyond.md': `---\ntags: [${list('beyond')}]\n---\nA lantern.\n`,
    })
    expect(await asked.found('lantern', {tag: 't0'})).toEqual(['tags.md'])
    expect(await asked.found('lantern', {tag: 't'})).toEqual([])
    expect(await asked.found('lantern', {where: {things: 'v0'}})).toEqual(['values.md'])
    expect(await asked.found('a7pr')).toEqual(['aliases.md'])
    expect(await asked.found('t7pr')).toEqual(['tags.md'])
    expect((await asked.found('lantern')).sort()).toEqual([
      'aliases.md',
      'beyond.md',
      'tags.md',
      'values.md',
    ])
    await checkWell(asked)
  })

  test('bytes that are no text, or hardly one', patience, async () => {
    const bytes = (...parts: readonly (string | readonly number[])[]) =>
      Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const asked = await brainOf({
      'nul-first.md': bytes('lantern ', [0], ' lantern\n'),
      'nul-later.md': bytes(`${'lantern '.repeat(2000)}`, [0], ' beacon\n'),
      'lone.md': bytes('lantern ', [0xed, 0xa0, 0xbd], ' beacon\n'),
      'latin.md': bytes('Gr', [0xf6, 0xdf], 'e lantern\n'),
      'utf16.md': Buffer.from('\uFEFFlantern\n', 'utf16le'),
      'marks.md': '\uFEFF\uFEFFlantern\u200B\u00AD\u202E beacon\n',
      'controls.md': 'lantern \u0001\u0002\u001B[31m\u007F\u0085\u2028\u2029 beacon\n',
    })
    const beacons = ['controls.md', 'lone.md', 'marks.md', 'nul-later.md']
    expect((await asked.found('beacon')).sort()).toEqual(beacons)
    expect((await asked.found('lantern')).sort()).toEqual([...beacons, 'latin.md'].sort())
    const {stdout} = asked.box.run(['search', 'lantern', '--limit', '50'])
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F\u0085\u202E]/)
    await checkWell(asked)
  })

  test('names of files that are hard to print or to find', patience, async () => {
    const names = [
      ...['a\nb.md', ' blank .md', '#hash#1.md', '=wing:x.md', '~de:haus.md', '%00.md'],
      ...['港の鍵.md', 'e\u0301.md', '-n.md', 'constructor.md', '__proto__.md'],
    ]
    const asked = await brainOf(Object.fromEntries(names.map((name) => [name, 'A lantern.\n'])))
    expect((await asked.found('lantern')).sort()).toEqual(names.toSorted())
    expect((await asked.found('=wing:x'))[0]).toBe('=wing:x.md')
    expect((await asked.found('~de:haus'))[0]).toBe('~de:haus.md')
    expect(asked.box.run(['search', 'lantern', '--limit', '50']).stdout).not.toContain('a\nb')
    await checkWell(asked)
  })
})

/** Also where the key is one that a literal does not take as its own. */
function own(key: string, value: string | readonly string[]) {
  return Object.fromEntries([[key, value]])
}

describe('questions', () => {
  const files = {
    'odd.md': 'The rocket 🚀 is "quoted", and C++ is not C#; it is what it was.\n',
    'other.md': 'The and of it, to be or not to be.\n',
  }
  test.each<readonly [what: string, query: string, finds: string | undefined]>([
    ['of a megabyte, with a word', `rocket ${'zyzzyva '.repeat(125_000)}`, 'odd.md'],
    ['of a megabyte without a blank', 'z'.repeat(MEGABYTE), undefined],
    ['of a megabyte of one word', 'lagoon '.repeat(140_000), 'plain.md'],
    ['of 50,000 quotes', '"'.repeat(50_000), undefined],
    ['of 50,000 quotes and a word', `${'"'.repeat(4_000)}rocket${'"'.repeat(50_000)}`, 'odd.md'],
    ['of 50,000 quotes that open', `lagoon ${'„'.repeat(50_000)}`, 'plain.md'],
    ['of 25,000 phrases', '"quiet lagoon" '.repeat(25_000), 'plain.md'],
    ['of pictures', '🚀', 'odd.md'],
    ['of many pictures', '👩‍👩‍👧‍👦🏳️‍🌈🚀'.repeat(2_000), undefined],
    ['of little words', 'to be or not to be', 'other.md'],
    ['of one little word', 'the', undefined],
    ['of signs alone', "?!.,;:()[]{}<>/\\|@#$%^&*-_=+~`'", undefined],
    ['of backslashes', '\\'.repeat(50_000), undefined],
    ['of a path of 50,000 folders', 'a/'.repeat(50_000), undefined],
    ['of humps', 'fooBar'.repeat(17_000), undefined],
    ['of accents alone', '\u0301'.repeat(50_000), undefined],
    ['of NUL and halves of letters', '\u0000rocket\ud83d \udc00', 'odd.md'],
    ['of Chinese without an end', '港の鍵'.repeat(100_000), undefined],
    ['of words that every object has', 'constructor __proto__ toString rocket', 'odd.md'],
    ['of the index’s own signs', '=role:facts ~en:lagoon', undefined],
    ['of blanks of every kind', '\u00a0\u2003lagoon\u200b\u3000', 'plain.md'],
  ])('%s', patience, async (_what, query, finds) => {
    const asked = await brainOf(files)
    const paths = await asked.found(query)
    if (finds !== undefined) expect(paths[0]).toBe(finds)
    expect(await asked.found('quiet lagoon')).toEqual(['plain.md'])
  })

  test('through the command', patience, async () => {
    const {box} = await brainOf(files)
    for (const query of ['"'.repeat(50_000), '🚀'.repeat(1000), '?!', 'the', '\ud83d', '-', '--']) {
      const {stdout, exit} = box.run(['search', '--json', '--', query])
      expect([query.slice(0, 9), exit]).toEqual([query.slice(0, 9), 0])
      expect(JSON.parse(stdout)).toHaveProperty('hits')
    }
  })

  test('that ask for what can never be', patience, async () => {
    const asked = await brainOf(files)
    const most = Number.MAX_SAFE_INTEGER
    const [none, lagoon]: readonly (readonly string[])[] = [[], ['plain.md']]
    const cases: readonly (readonly [SearchOptions, readonly string[] | undefined])[] = [
      [{limit: most}, lagoon],
      [{offset: most}, none],
      [{minScore: 1e308}, none],
      [{minScore: -1e308}, lagoon],
      [{where: {'a=': '='}}, none],
      [{where: {['k'.repeat(10_000)]: 'v'.repeat(MEGABYTE)}}, none],
      [{where: {}}, lagoon],
      [{where: {a: []}}, none],
      [{tag: '#'}, none],
      [{tag: '/'}, none],
      [{session: '\n'}, none],
      [{since: '0001-01-01', until: '9999-12-31'}, none],
      [{heldAt: '9999-12-31'}, lagoon],
    ]
    for (const [options, paths] of cases) {
      const name = JSON.stringify(options).slice(0, 60)
      expect([name, await asked.found('lagoon', options)]).toEqual([name, paths])
    }
  })
})
