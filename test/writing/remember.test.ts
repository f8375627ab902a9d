import {existsSync, symlinkSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import type {RememberRequest} from '../../src/brain.js'
import type {ErrorCode} from '../../src/ground/brain-error.js'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {checkWish, planRemember, remember} from '../../src/writing/remember.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

test('a memory without a place goes to general/notes, as one commit', async () => {
  const box = new BrainBox()
  const written = await remember(box.scene, {
    text: '# API is gRPC\n\nSince March.\n',
    agent: 'pirol',
    session: 's-1',
  })
  expectCommitted(box, written)
  expect(written).toMatchObject({changed: true, closed: [], messages: []})
  expect(written.id).toMatch(/^drawers\/general\/notes\/.+\.md$/)
  expect(box.read(written.id)).toContain('title: API is gRPC')
  expect(box.lastMessage()).toContain(`remember: API is gRPC (${written.id})`)
  expect(box.lastMessage()).toMatch(/pirol/)
})

test('fault 49: a refused secret is not told again by the name of its note', async () => {
  const box = new BrainBox()
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const error = await refused(remember(box.scene, {text: `Use ${secret}`}), 'secret-found')
  const told = JSON.stringify([error.message, error.hint, error.data]).toLowerCase()
  expect(told).not.toContain(secret.slice(4).toLowerCase())
})

test('everything said of a memory is read back', async () => {
  const box = new BrainBox()
  const {id} = await remember(box.scene, {
    text: 'Retries need the same key.',
    title: 'Retries: "same" key',
    wing: 'Atlas',
    room: 'api',
    hall: 'discoveries',
    type: 'document',
    key: 'api.retries',
    tags: ['api', '#net/http'],
    importance: 0.9,
    pinned: true,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    ttl: '90d',
    source: 'https://example.org/a?b=c#d',
  })
  const {note, messages} = parse(notePath(id), box.read(id), UTC)
  expect(messages).toEqual([])
  expect(note).toMatchObject({
    path: id,
    title: 'Retries: "same" key',
    place: {wing: 'Atlas', room: 'api', hall: 'discoveries'},
    type: 'document',
    key: 'api.retries',
    tags: ['api', 'net/http'],
    importance: 0.9,
    pinned: true,
    fields: {valid_from: '2026-01-01', valid_to: '2026-12-31', ttl: '90d'},
  })
  expect(note.fields.source).toBe('https://example.org/a?b=c#d')
  expect(note.written.created).toBe(box.now())
})

const verbatim = [
  '---\ntitle: not frontmatter\n---\nbody',
  '---',
  'above\n\n---\n\nbelow',
  '> quoted\n> more\n\nUser: hello\n> reply',
  '```yaml\n---\na: b\n---\n```',
  'a\tb\n\tindented\n',
  'line\r\nline\r\n\r\nend',
  'trailing  \nspaces   \n\n\n',
  '\n\n  leading',
  '[valid_to:: 2020-01-01] in the text',
  '\uFEFFwith a mark',
  '…\u2028…\u0085 emoji 👩‍👩‍👧‍👦',
]

describe('fault 10: the text is kept byte for byte', () => {
  test.each(verbatim)('%j', async (text) => {
    const box = new BrainBox({}, {git: false})
    const {id} = await remember(box.scene, {text, title: 'T'})
    const {note} = parse(notePath(id), box.read(id), UTC)
    expect(note.title).toBe('T')
    expect(note.written.validUntil).toBeUndefined()
    const body = box.read(id).slice(note.body.start)
    expect(body).toContain(text)
    expect(body.replace(text, '').trim()).toBe('')
  })

  test('any text', () => {
    const desk = {now: 0 as never, zone: UTC, memories: [], paths: [], read: () => undefined}
    const piece = fc.constantFrom('---', '\n', '\r\n', '> ', '`', '#', '\t', ' ', 'a: b', '"', '漢')
    fc.assert(
      fc.property(fc.array(piece, {minLength: 1, maxLength: 20}), (pieces) => {
        const text = pieces.join('')
        fc.pre(text.trim() !== '')
        const outcome = planRemember(desk, checkWish({text}, UTC))
        const content = new TextDecoder().decode(outcome.draft.changes()[0]!.after)
        const {note} = parse(notePath(outcome.id), content, UTC)
        expect(content.slice(note.body.start)).toContain(text)
      }),
    )
  })
})

test('fault 9: two texts that begin alike both survive', async () => {
  const box = new BrainBox()
  const beginning = 'The same first line, and the same next hundred characters. '.repeat(3)
  const first = await remember(box.scene, {text: `${beginning}one`})
  const second = await remember(box.scene, {text: `${beginning}two`})
  expect(second.id).not.toBe(first.id)
  expect(box.read(first.id)).toContain('one')
  expect(box.read(second.id)).toContain('two')
})

describe('a key', () => {
  test('supersedes the note that is current under it, with links both ways', async () => {
    const box = new BrainBox()
    const first = await remember(box.scene, {text: 'CI is GitLab', key: 'ci.provider'})
    box.tick(60)
    const second = await remember(box.scene, {text: 'CI is Forgejo', key: 'ci.provider'})
    expectCommitted(box, second)
    expect(second.closed).toEqual([first.id])
    expect(box.read(first.id)).toContain(`superseded_by: ${second.id}\n`)
    expect(box.read(first.id)).toContain('valid_to: 2026-01-01T00:01:01Z\n')
    expect(box.read(second.id)).toContain(`supersedes: ${first.id}\n`)
    expect(box.read(second.id)).toContain('valid_from: 2026-01-01T00:01:01Z\n')
    expect(await box.standingOf(first.id)).toBe('superseded')
    expect(await box.standingOf(second.id)).toBe('current')
  })

  test('fault 35: many within one second are a chain with one head', async () => {
    const box = new BrainBox()
    const ids: string[] = []
    for (const text of ['one', 'two', 'three', 'four']) {
      ids.push((await remember(box.scene, {text, key: 'k'})).id)
      box.tick(0.1)
    }
    const standings = await Promise.all(ids.map((id) => box.standingOf(id)))
    expect(standings).toEqual(['superseded', 'superseded', 'superseded', 'current'])
    expect(await box.troubles()).toEqual([])
  })

  test('supersedes a fact in MEMORY.md, which gets a name', async () => {
    const box = new BrainBox({
      'MEMORY.md': '# Facts\n\n- CI is GitLab. [key:: ci.provider]\n- Other.\n',
    })
    box.tick(60)
    const {id, closed} = await remember(box.scene, {text: 'CI is Forgejo', key: 'ci.provider'})
    expect(closed).toEqual([expect.stringMatching(/^MEMORY\.md#\^[0-9a-z]{6}$/)])
    const block = closed[0]!.slice('MEMORY.md#'.length)
    expect(box.read('MEMORY.md')).toContain(`[superseded_by:: ${id}]`)
    expect(box.read('MEMORY.md')).toMatch(/^# Facts\n\n- CI is GitLab\. .*\n- Other\.\n$/)
    expect(box.read('MEMORY.md')).toContain(` ${block}\n`)
    expect(box.read(id)).toContain(`supersedes: ${closed[0]}`)
    expect(await box.standingOf(closed[0]!)).toBe('superseded')
  })

  test('with the same text changes nothing', async () => {
    const box = new BrainBox()
    const request: RememberRequest = {text: 'CI is GitLab\n', key: 'ci.provider', ttl: '90d'}
    const first = await remember(box.scene, request)
    const head = box.git('rev-parse', 'HEAD')
    box.tick(60)
    const again = await remember(box.scene, request)
    expect(again).toMatchObject({id: first.id, changed: false, closed: [], committed: false})
    expect(box.git('rev-parse', 'HEAD')).toBe(head)
  })

  test('with the text of a fact changes nothing', async () => {
    const memory = '- CI is GitLab. [key:: ci.provider]\n'
    const box = new BrainBox({'MEMORY.md': memory})
    const again = await remember(box.scene, {text: 'CI is GitLab.', key: 'ci.provider'})
    expect(again).toMatchObject({id: 'MEMORY.md#1', changed: false})
    expect(box.read('MEMORY.md')).toBe(memory)
  })

  test('with the same text and another end is a new memory', async () => {
    const box = new BrainBox()
    const first = await remember(box.scene, {text: 'The pilot runs', key: 'pilot'})
    box.tick()
    const second = await remember(box.scene, {
      text: 'The pilot runs',
      key: 'pilot',
      validTo: '2026-06-30',
    })
    expect(second.closed).toEqual([first.id])
  })

  test('from a day on: the older holds through the day before', async () => {
    const box = new BrainBox()
    const first = await remember(box.scene, {text: 'PostgreSQL 17', key: 'db'})
    const second = await remember(box.scene, {
      text: 'PostgreSQL 18',
      key: 'db',
      validFrom: '2026-02-01',
    })
    expect(box.read(first.id)).toContain('valid_to: 2026-01-31\n')
    expect(box.read(second.id)).toContain('valid_from: 2026-02-01\n')
    expect(await box.standingOf(first.id)).toBe('current')
    expect(await box.standingOf(second.id)).toBe('upcoming')
  })

  test('with an earlier beginning leaves what came later', async () => {
    const box = new BrainBox()
    const now = await remember(box.scene, {text: 'v2', key: 'v', validFrom: '2025-06-01'})
    const past = await remember(box.scene, {text: 'v1', key: 'v', validFrom: '2025-01-01'})
    expect(past.closed).toEqual([])
    expect(await box.standingOf(now.id)).toBe('current')
    expect(await box.standingOf(past.id)).toBe('superseded')
  })
})

test('fault 36: nothing is closed by likeness', async () => {
  const box = new BrainBox()
  const first = await remember(box.scene, {text: 'CI is GitLab', title: 'CI', key: 'ci'})
  box.tick()
  const second = await remember(box.scene, {text: 'CI is Forgejo', title: 'CI'})
  const third = await remember(box.scene, {text: 'CI is GitLab', key: 'ci.provider'})
  expect([...second.closed, ...third.closed]).toEqual([])
  expect(await box.standingOf(first.id)).toBe('current')
})

test('what it replaces can be named without a key', async () => {
  const box = new BrainBox()
  const a = await remember(box.scene, {text: 'Alpha'})
  const b = await remember(box.scene, {text: 'Beta'})
  box.tick()
  const both = await remember(box.scene, {text: 'Gamma', supersedes: ['Alpha', b.id]})
  expect(both.closed).toEqual([a.id, b.id])
  expect(await box.standingOf(a.id)).toBe('superseded')
  expect(await box.standingOf(b.id)).toBe('superseded')
  await refused(remember(box.scene, {text: 'Delta', supersedes: ['Alpha']}), 'already-superseded')
})

describe('is refused by the name of the flag', () => {
  test.each<[string, Partial<RememberRequest>, ErrorCode]>([
    ['text', {text: ' \n\t'}, 'bad-argument'],
    ['text', {text: 'a\0b'}, 'bad-argument'],
    ['text', {text: 'half \ud800'}, 'bad-argument'],
    ['--title', {title: 'x'.repeat(100_000)}, 'bad-argument'],
    ['--key', {key: 'x'.repeat(1001)}, 'bad-argument'],
    [
      '64 KB',
      {tags: Array.from({length: 2000}, (_, n) => `${'t'.repeat(40)}${n}`)},
      'not-editable',
    ],
    ['--valid-from', {validFrom: 'next tuesday'}, 'bad-argument'],
    ['--valid-from', {validFrom: '2026-02-31'}, 'bad-argument'],
    ['--valid-to', {validTo: '2026-03-01T09:00'}, 'bad-argument'],
    ['--valid-to', {validFrom: '2026-03-01', validTo: '2026-02-01'}, 'bad-argument'],
    ['--ttl', {ttl: '3m'}, 'bad-argument'],
    ['--importance', {importance: 1.5}, 'bad-argument'],
    ['--importance', {importance: Number.NaN}, 'bad-argument'],
    ['--key', {key: 'a\nb'}, 'bad-argument'],
    ['--key', {key: ''}, 'bad-argument'],
    ['--tag', {tags: ['two words']}, 'bad-argument'],
    ['--title', {title: 'a\nb'}, 'bad-argument'],
    ['--wing', {wing: '../..'}, 'path-outside-brain'],
    ['--room', {room: 'a/b'}, 'path-outside-brain'],
    ['--hall', {hall: '..'}, 'path-outside-brain'],
  ])('%s: %j', async (flag, request, code) => {
    const box = new BrainBox({'MEMORY.md': '- a\n'})
    const error = await refused(remember(box.scene, {text: 'something', ...request}), code)
    expect(error.message).toContain(flag)
    expect(box.status()).toBe('')
  })
})

test('fault 62: a wing that is a link out of the brain is refused', async () => {
  const box = new BrainBox({'MEMORY.md': '- a\n', 'drawers/a/b/c.md': 'c\n'})
  symlinkSync(box.home, path.join(box.top, 'drawers', 'out'))
  await refused(remember(box.scene, {text: 'Escapes', wing: 'out'}), 'path-outside-brain')
  expect(existsSync(path.join(box.home, 'general'))).toBe(false)
  expect(existsSync(path.join(box.home, 'notes'))).toBe(false)
})

test('without Git it is on disk, and the answer says why it is not committed', async () => {
  const box = new BrainBox({}, {git: false})
  const written = await remember(box.scene, {text: 'Kept'})
  expect(written).toMatchObject({changed: true, committed: false, why: 'no-git'})
  expect(box.read(written.id)).toContain('Kept')
})
