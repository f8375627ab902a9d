import {describe, expect, test} from 'vitest'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {log} from '../../src/writing/log.js'
import {BrainBox, expectCommitted, refused, zone} from './brain-box.js'

const TODAY = 'daily/2026-01-01.md'

function blocksOf(box: BrainBox, file = TODAY): string[] {
  return parse(notePath(file), box.read(file), UTC).note.blocks.map(({text}) => text)
}

test('an entry stands in the file of today, with its time', async () => {
  const box = new BrainBox()
  const written = await log(box.scene, {text: 'Moved CI to Node 24', agent: 'pirol'})
  expectCommitted(box, written)
  expect(written).toMatchObject({id: TODAY, changed: true, messages: []})
  expect(box.read(TODAY)).toBe('- 00:00 Moved CI to Node 24\n')
  expect(box.lastMessage()).toContain('log: Moved CI to Node 24')
})

test('fault 40: today is a day of the brain’s zone', async () => {
  const box = new BrainBox({}, {settings: {zone: zone('America/New_York')}})
  const {id} = await log(box.scene, {text: 'New year over there'})
  expect(id).toBe('daily/2025-12-31.md')
  expect(box.read(id)).toBe('- 19:00 New year over there\n')
})

test('without a zone of its own the machine’s is used, and said', async () => {
  const settings = {zone: UTC, zoneWritten: false}
  const box = new BrainBox({}, {settings, machineZone: 'Asia/Tokyo'})
  const {id, messages} = await log(box.scene, {text: 'Morning'})
  expect(id).toBe(TODAY)
  expect(box.read(id)).toBe('- 09:00 Morning\n')
  expect(messages).toMatchObject([{rule: 'missing-zone', severity: 'info', path: 'brain.yaml'}])
  expect(messages[0]?.hint).toContain('zone: Asia/Tokyo')
})

describe('fault 43: what stands in the file stays, byte for byte', () => {
  test.each([
    ['with a last line ending', '# Thursday\n\n- 08:00 up\n', '- 00:00 next\n'],
    ['without one', '- 08:00 up', '\n- 00:00 next\n'],
    ['CRLF', '# Thursday\r\n- 08:00 up\r\n', '- 00:00 next\r\n'],
    ['CRLF without a last one', 'a\r\n- 08:00 up', '\r\n- 00:00 next\r\n'],
    ['blanks at the end', '- 08:00 up  \n  \n', '- 00:00 next\n'],
    ['frontmatter', '---\ntags: [a]\n---\n', '- 00:00 next\n'],
    ['a byte order mark', '\uFEFF- 08:00 up\n', '- 00:00 next\n'],
    ['empty', '', '- 00:00 next\n'],
  ])('%s', async (_, before, added) => {
    const box = new BrainBox({[TODAY]: before})
    const bytes = box.bytes(TODAY)
    await log(box.scene, {text: 'next'})
    expect(box.bytes(TODAY)).toBe(bytes + added)
  })
})

test('fault 44: an entry with a key is written once a day', async () => {
  const box = new BrainBox()
  await log(box.scene, {text: 'Standup', key: 'standup'})
  const again = await log(box.scene, {text: 'Standup', key: 'standup'})
  expect(again).toMatchObject({changed: false, committed: false})
  await log(box.scene, {text: 'Other', key: 'stand'})
  expect(box.read(TODAY)).toBe('- 00:00 Standup [key:: standup]\n- 00:00 Other [key:: stand]\n')
  box.tick(86_400)
  expect(await log(box.scene, {text: 'Standup', key: 'standup'})).toMatchObject({changed: true})
})

describe('a text of several lines reads back as one entry', () => {
  test.each([
    ['paragraphs', 'First\n\nSecond\nthird'],
    ['a list', 'Did:\n- this\n- that'],
    ['a fence', '```sh\nnpm test\n\n- no item\n```\nafter'],
    ['headings and quotes', '# Heading\n> quote\nlazy'],
    ['a rule', 'above\n---\nbelow'],
    ['a fence that is not closed', '```\ncode'],
    ['CRLF', 'one\r\n\r\ntwo\r\n'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['code by indentation', '    four\n    spaces'],
  ])('%s', async (_, text) => {
    const box = new BrainBox({[TODAY]: '- 08:00 up\n'})
    await log(box.scene, {text, key: 'k'})
    await log(box.scene, {text: 'next'})
    const blocks = blocksOf(box)
    expect(blocks).toHaveLength(3)
    expect(blocks[2]).toContain('next')
    for (const line of text.split(/\r?\n/)) expect(blocks[1]).toContain(line.trim())
  })
})

test('an OpenClaw workspace keeps its days in memory/', async () => {
  const box = new BrainBox({'memory/2025-12-30-slug.md': '- a\n', 'AGENTS.md': '# A\n'})
  expect((await log(box.scene, {text: 'x'})).id).toBe('memory/2026-01-01.md')
})

test('a folder memory/ beside daily/ is no OpenClaw workspace', async () => {
  const box = new BrainBox({'memory/2025-12-30.md': '- a\n', 'daily/2025-12-30.md': '- a\n'})
  expect((await log(box.scene, {text: 'x'})).id).toBe(TODAY)
})

test('fault 42: fifty appended at once are fifty entries', async () => {
  const box = new BrainBox({}, {git: false})
  const names = Array.from({length: 50}, (_, index) => `entry ${index}.`)
  await Promise.all(names.map((text) => log(box.scene, {text})))
  const lines = box.read(TODAY).trim().split('\n').sort()
  expect(lines).toEqual(names.map((text) => `- 00:00 ${text}`).sort())
}, 60_000)

test('a log that is not UTF-8 is left alone', async () => {
  const box = new BrainBox()
  box.write({[TODAY]: new Uint8Array([0x2d, 0x20, 0xff, 0x0a])})
  const before = box.bytes(TODAY)
  await refused(log(box.scene, {text: 'x'}), 'not-editable')
  expect(box.bytes(TODAY)).toBe(before)
})

test('an empty text is refused', async () => {
  await refused(log(new BrainBox().scene, {text: '\n'}), 'bad-argument')
})
