import {existsSync, readdirSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {KeepTurnsRequest, SpokenTurn} from '../../src/brain.js'
import {forget} from '../../src/writing/forget.js'
import {keepTurns} from '../../src/writing/keep-turns.js'
import {move} from '../../src/writing/move.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'
import {type Said, spokenIn} from './spoken-in.js'

const FILE = 'sessions/s1.md'

/** Turns of the user and the model by turns, `u1`, `a2`, `u3`…, saying these texts. */
function turns(...texts: readonly string[]): SpokenTurn[] {
  return texts.map((text, at) =>
    at % 2 === 0
      ? {id: `u${at + 1}`, role: 'user', text}
      : {id: `a${at + 1}`, role: 'assistant', text},
  )
}

const HELLO = turns('How do handhelds sync?', 'Over gRPC.', 'Since when?', 'Since March.')

function request(said: readonly SpokenTurn[], more: Partial<KeepTurnsRequest> = {}) {
  return {session: 's1', agent: 'pirol', turns: said, ...more}
}

function textsIn(box: BrainBox, file = FILE): string[] {
  return spokenIn(box.read(file)).map(([, text]) => text)
}

function commits(box: BrainBox): number {
  return Number(box.git('rev-list', '--count', 'HEAD'))
}

test('what was said stands in the file of the session, by whom and in order', async () => {
  const box = new BrainBox()
  const written = await keepTurns(box.scene, request(HELLO))
  expectCommitted(box, written)
  expect(written).toMatchObject({id: FILE, changed: true, closed: [], messages: []})
  expect(box.lastMessage()).toMatch(/^session: 4 turns of How do handhelds sync\?\n/)
  expect(box.lastMessage()).toContain('pirol')
  expect(box.read(FILE)).toMatch(
    /^---\ntitle: How do handhelds sync\?\ntype: conversation\nsession: s1\nagent: pirol\ncreated: \S+\nlast_messages: .+\n---\n\n\*\*user:\*\* How do/,
  )
  expect(spokenIn(box.read(FILE))).toEqual(HELLO.map(({role, text}): Said => [role, text]))
})

test('only what is new is added, as one commit', async () => {
  const box = new BrainBox()
  await keepTurns(box.scene, request(HELLO.slice(0, 2)))
  const before = commits(box)
  const first = box.read(FILE)
  const written = await keepTurns(box.scene, request(HELLO, {title: 'Another'}))
  expectCommitted(box, written)
  expect(commits(box)).toBe(before + 1)
  expect(box.lastMessage()).toMatch(/^session: 2 turns of How do handhelds sync\?\n/)
  expect(textsIn(box)).toEqual(HELLO.map(({text}) => text))
  const body = (text: string) => text.slice(text.indexOf('\n---\n'))
  expect(body(box.read(FILE)).startsWith(body(first))).toBe(true)
})

test('fault 44: the same turns are written once, however often they come', async () => {
  const box = new BrainBox()
  await keepTurns(box.scene, request(HELLO))
  const [text, count] = [box.read(FILE), commits(box)]
  for (let time = 0; time < 10; time++) {
    const again = await keepTurns(box.scene, request(HELLO))
    expect(again).toMatchObject({id: FILE, changed: false, committed: false})
  }
  await keepTurns(box.scene, request(HELLO.slice(1, 2)))
  await keepTurns(box.scene, request([]))
  expect(box.read(FILE)).toBe(text)
  expect(commits(box)).toBe(count)
})

test('many at once write each turn once', async () => {
  const box = new BrainBox()
  await Promise.all([2, 4, 1, 3, 4, 2].map((n) => keepTurns(box.scene, request(HELLO.slice(0, n)))))
  expect(textsIn(box)).toEqual(HELLO.map(({text}) => text))
})

test('the same words said twice are kept twice', async () => {
  const box = new BrainBox()
  await keepTurns(box.scene, request(turns('yes', 'Done.', 'yes', 'Done.')))
  await keepTurns(box.scene, request(turns('yes', 'Done.', 'yes', 'Done.', 'yes')))
  expect(textsIn(box)).toEqual(['yes', 'Done.', 'yes', 'Done.', 'yes'])
})

test('whatever stretches of a conversation come, in whatever order, each turn is there once', async () => {
  const step = fc.tuple(fc.nat({max: 4}), fc.nat({max: 40}), fc.boolean())
  const steps = fc.array(step, {minLength: 1, maxLength: 6})
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(fc.constantFrom('yes', 'no', 'a\n\nb'), {minLength: 30, maxLength: 30}),
      async (all, texts) => {
        const box = new BrainBox({}, {git: false})
        const whole = turns(...texts)
        let kept = 0
        for (const [more, back, again] of all) {
          const to = Math.min(whole.length, kept + more)
          // At least one that is kept already, where there is one: else nobody can tell.
          const from = Math.max(0, Math.min(kept - 1, to) - back)
          const said = request(whole.slice(from, to))
          await keepTurns(box.scene, said)
          if (again) await keepTurns(box.scene, said)
          kept = Math.max(kept, to)
        }
        if (0 < kept) expect(textsIn(box)).toEqual(texts.slice(0, kept))
        box.remove()
      },
    ),
    {numRuns: 25},
  )
})

describe('a request that does not hold the last turn', () => {
  const renamed = (said: readonly SpokenTurn[]) =>
    said.map((turn) => ({...turn, id: `new-${turn.id}`}))
  const more = turns('', '', '', '', 'And before?', 'REST.').slice(4)

  async function keptAfter(...said: readonly SpokenTurn[]): Promise<string[]> {
    const box = new BrainBox()
    await keepTurns(box.scene, request(HELLO))
    await keepTurns(box.scene, request(said))
    return textsIn(box)
  }
  const all = [...HELLO, ...more].map(({text}) => text)

  test('of which an earlier one is known, holds what follows it', async () => {
    expect(await keptAfter(...HELLO.slice(0, 2), ...more)).toEqual(all)
    expect(await keptAfter(...HELLO.slice(2, 3), ...more)).toEqual(all)
  })

  test('as the transcript was written anew with other ids, repeats nothing', async () => {
    expect(await keptAfter(...renamed([...HELLO, ...more]))).toEqual(all)
    expect(await keptAfter(...renamed([...HELLO.slice(2), ...more]))).toEqual(all)
    expect(await keptAfter(...renamed(HELLO.slice(0, 1)), ...more)).toEqual(all)
  })

  test('as it was compacted, keeps the summary, and repeats nothing', async () => {
    const summary: SpokenTurn = {id: 'sum', role: 'user', text: 'Until now: sync.'}
    const texts = HELLO.map(({text}) => text)
    expect(await keptAfter(summary, ...renamed(HELLO.slice(2)), ...more)).toEqual([
      ...texts,
      summary.text,
      ...more.map(({text}) => text),
    ])
  })

  test('as so much was said since, loses nothing', async () => {
    const later = renamed(turns('Since when?', 'Over gRPC.'))
    expect(await keptAfter(...later)).toEqual([...HELLO, ...later].map(({text}) => text))
  })

  test('of which more were kept than are remembered, is known by its words', async () => {
    const box = new BrainBox()
    const long = turns(...Array.from({length: 100}, (_, at) => `Word ${at}`))
    await keepTurns(box.scene, request(long))
    const branch = {id: 'b', role: 'user', text: 'Otherwise'} as const
    await keepTurns(box.scene, request([...long.slice(0, 10), branch]))
    expect(textsIn(box)).toEqual([...long, branch].map(({text}) => text))
  })
})

describe('fault 43: what a person did to the file stays', () => {
  async function keptAfter(edit: (text: string) => string): Promise<[string, string]> {
    const box = new BrainBox()
    await keepTurns(box.scene, request(HELLO.slice(0, 2)))
    const edited = edit(box.read(FILE))
    box.write({[FILE]: edited})
    await keepTurns(box.scene, request(HELLO))
    return [edited, box.read(FILE)]
  }
  const body = (text: string) => text.slice(text.indexOf('\n---\n') + 5)
  const NEW = '**user:** Since when?\n\n**assistant:** Since March.\n'

  test('words above are changed', async () => {
    const [edited, found] = await keptAfter((text) => text.replace('Over gRPC', 'By gRPC v2'))
    expect(body(found)).toBe(`${body(edited)}\n${NEW}`)
  })

  test('text is taken out, and does not come back', async () => {
    const [edited, found] = await keptAfter((text) => text.replace(/\*\*user:\*\* How.*\n\n/, ''))
    expect(body(found)).toBe(`${body(edited)}\n${NEW}`)
  })

  test('the memory of the last turns is gone', async () => {
    const [edited, found] = await keptAfter((text) => text.replace(/last_messages.*\n/, ''))
    expect(body(found)).toBe(`${body(edited)}\n${NEW}`)
  })

  test('the frontmatter is gone', async () => {
    const [edited, found] = await keptAfter((text) => body(text).trimStart())
    expect(found).toMatch(/^---\nlast_messages: .*\n---\n/)
    expect(found.endsWith(`${edited}\n${NEW}`)).toBe(true)
  })

  test('every line ends as on Windows, and the last does not end', async () => {
    const [edited, found] = await keptAfter((text) =>
      text
        .replace(/last_messages.*\n/, '')
        .trimEnd()
        .replaceAll('\n', '\r\n'),
    )
    expect(found.startsWith(edited.slice(0, 40))).toBe(true)
    expect(found.endsWith(`${body(edited).slice(-20)}\n\n${NEW}`)).toBe(true)
  })

  test('a fence was left open', async () => {
    const [edited, found] = await keptAfter((text) => `${text}\n\`\`\`js\nconst a = 1`)
    expect(body(found)).toBe(`${body(edited)}\n\`\`\`\n\n${NEW}`)
  })

  test.each([
    ['<!-- see below', '-->'],
    ['<pre>x', '</pre>'],
    ['<?php', '?>'],
    ['<!X', '>'],
    ['~~~~', '~~~~'],
  ])('%s was left open', async (open, close) => {
    const [edited, found] = await keptAfter((text) => `${text}\n${open}\n`)
    expect(body(found)).toBe(`${body(edited)}${close}\n\n${NEW}`)
  })

  test('the file has another name', async () => {
    const box = new BrainBox()
    await keepTurns(box.scene, request(HELLO.slice(0, 2)))
    const name = 'sessions/about-sync.md'
    await move(box.scene, FILE, name)
    expect((await keepTurns(box.scene, request(HELLO))).id).toBe(name)
    expect(textsIn(box, name)).toEqual(HELLO.map(({text}) => text))
    expect(existsSync(path.join(box.top, FILE))).toBe(false)
    const {text} = await boot(box.scene, {session: 's1', only: 'project'})
    expect(text).toContain('Since March.')
    await keepTurns(box.scene, request(HELLO, {session: 's2'}))
    expect(textsIn(box, 'sessions/s2.md')).toHaveLength(4)
  })

  test.each<[string, (box: BrainBox) => unknown]>([
    ['is deleted', (box) => box.write({[FILE]: undefined})],
    [
      'is deleted, and that committed',
      (box) => {
        box.write({[FILE]: undefined})
        box.git('commit', '-qam', 'by hand')
      },
    ],
    ['is forgotten', (box) => forget(box.scene, FILE)],
  ])('the file %s: what stood in it does not come back', async (_, lose) => {
    const box = new BrainBox()
    await keepTurns(box.scene, request(HELLO.slice(0, 2)))
    await lose(box)
    expect((await keepTurns(box.scene, request(HELLO.slice(0, 2)))).changed).toBe(false)
    expect(existsSync(path.join(box.top, FILE))).toBe(false)
    await keepTurns(box.scene, request(HELLO))
    await keepTurns(box.scene, request(HELLO))
    expect(textsIn(box)).toEqual(['Since when?', 'Since March.'])
  })

  test('the frontmatter cannot be changed: nothing is written, and it is said what to do', async () => {
    const box = new BrainBox()
    const odd = '---\n{title: x}\n---\n\n**user:** x\n'
    box.write({[FILE]: odd})
    const error = await refused(keepTurns(box.scene, request(HELLO)), 'not-editable')
    expect(error.message).toContain(FILE)
    expect(error.hint).toContain('frontmatter')
    expect(box.read(FILE)).toBe(odd)
  })
})

describe('secrets', () => {
  const key = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`

  test('stand neither in the file nor in the commit, and it is said', async () => {
    const box = new BrainBox()
    const written = await keepTurns(box.scene, request(turns(`My token is ${key}`, 'Thanks')))
    expectCommitted(box, written)
    expect(textsIn(box)[0]).toMatch(/^My token is \[secret removed: [^\]]+\]$/)
    expect(written.messages).toMatchObject([
      {rule: 'secret-removed', severity: 'warning', path: FILE},
    ])
    expect(JSON.stringify(written) + box.git('log', '-p')).not.toContain(key.slice(4))
    const again = await keepTurns(box.scene, request(turns(`My token is ${key}`, 'Thanks')))
    expect(again.changed).toBe(false)
  })

  test('are known again where the ids are others', async () => {
    const box = new BrainBox()
    const said = turns(`My token is ${key}`, 'Thanks')
    await keepTurns(box.scene, request(said))
    const other = said.map((turn) => ({...turn, id: `x${turn.id}`}))
    expect((await keepTurns(box.scene, request(other))).changed).toBe(false)
  })

  test('stand in no title', async () => {
    const box = new BrainBox()
    const title = `About ${key}`
    await keepTurns(box.scene, request(turns('x'), {title}))
    expect(box.read(FILE)).toContain('title: "About [secret removed: ')
  })
})

describe('what cannot be kept as it is', () => {
  test('a NUL and half a character get a sign in their place', async () => {
    const box = new BrainBox()
    await keepTurns(box.scene, request(turns('a\0b \ud83d c', '😀')))
    expect(textsIn(box)).toEqual(['a\u2400b \ufffd c', '😀'])
  })

  test('of five megabytes the beginning and the end are kept, and how much is not', async () => {
    const box = new BrainBox()
    const long = `begin ${'words and more '.repeat(350_000)} end`
    await keepTurns(box.scene, request(turns(long, 'I see.')))
    const [kept, answer] = textsIn(box)
    expect(kept!.length).toBeLessThan(65_000)
    expect(kept!.startsWith('begin words')).toBe(true)
    expect(kept!.endsWith(' end')).toBe(true)
    const left = long.length - 64_000
    expect(kept).toContain(`[${left} of ${long.length} characters were left out here]`)
    expect(answer).toBe('I see.')
  })

  test('turns that say nothing are no turns', async () => {
    const box = new BrainBox()
    const written = await keepTurns(box.scene, request(turns(' \n', '')))
    expect(written).toMatchObject({changed: false, id: FILE})
    expect(existsSync(path.join(box.top, FILE))).toBe(false)
  })

  test('a long conversation goes on in another file, and is known there', async () => {
    const box = new BrainBox()
    const long = turns(...Array.from({length: 9}, (_, at) => `${at} ${'text '.repeat(10_000)}`))
    const written = await keepTurns(box.scene, request(long.slice(0, 7)))
    expect(written.paths).toEqual([FILE, 'sessions/s1~2.md', 'sessions/s1~3.md'])
    expect(written.id).toBe('sessions/s1~3.md')
    await keepTurns(box.scene, request(long))
    const again = await keepTurns(
      box.scene,
      request(long.map((turn) => ({...turn, id: `x${turn.id}`}))),
    )
    expect(again.changed).toBe(false)
    const files = readdirSync(path.join(box.top, 'sessions')).sort()
    expect(files).toEqual(['s1.md', 's1~2.md', 's1~3.md'])
    expect(files.flatMap((file) => textsIn(box, `sessions/${file}`))).toEqual(
      long.map(({text}) => text),
    )
  })
})

describe('the name of the file', () => {
  test.each([
    ['0192f0c1-7d4e', 'sessions/0192f0c1-7d4e.md'],
    ['agent:main:main', /^sessions\/agent-main-main-[a-z0-9]{8}\.md$/],
    ['a~2', /^sessions\/a~2-[a-z0-9]{8}\.md$/],
    ['con', /^sessions\/con--[a-z0-9]{8}\.md$/],
    ['x'.repeat(300), /^sessions\/x{60}-[a-z0-9]{8}\.md$/],
    ['.hidden', /^sessions\/hidden-[a-z0-9]{8}\.md$/],
  ])('%s', async (session, name) => {
    const box = new BrainBox()
    const {id} = await keepTurns(box.scene, request(HELLO, {session}))
    expect(id).toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name)
    const again = await keepTurns(box.scene, request(HELLO, {session}))
    expect(again).toMatchObject({id, changed: false})
  })

  test('fault 9: sessions that a disk would take for one have files of their own', async () => {
    const box = new BrainBox()
    const {id} = await keepTurns(box.scene, request(turns('one'), {session: 'ABC'}))
    const {id: other} = await keepTurns(box.scene, request(turns('two'), {session: 'abc'}))
    expect(other.toLowerCase()).not.toBe(id.toLowerCase())
    expect((await keepTurns(box.scene, request(turns('two'), {session: 'abc'}))).id).toBe(other)
    expect(textsIn(box, id)).toEqual(['one'])
    expect(textsIn(box, other)).toEqual(['two'])
  })

  test.each(['', '../x', 'a/b', '..', 'a\nb'])('%j is none', async (session) => {
    const box = new BrainBox()
    await expect(keepTurns(box.scene, request(HELLO, {session}))).rejects.toThrow(/session/)
    expect(existsSync(path.join(box.top, 'sessions'))).toBe(false)
  })
})

test.each([
  [{id: '', role: 'user', text: 'x'}, 'id'],
  [{id: 'a', role: 'system', text: 'x'}, 'role'],
  [{id: 'a', role: 'user', text: 1}, 'text'],
])('%j is no turn', async (turn, flag) => {
  const box = new BrainBox()
  const error = await refused(keepTurns(box.scene, request([turn as never])), 'bad-argument')
  expect(error.data).toMatchObject({flag})
})

test('when it began is when the first of it was said', async () => {
  const box = new BrainBox()
  const [first, ...rest] = HELLO
  await keepTurns(box.scene, request([{...first!, at: '2025-12-24T18:00:00Z'}, ...rest]))
  expect(box.read(FILE)).toContain('created: 2025-12-24T18:00:00')
})

test('without Git it is kept as well', async () => {
  const box = new BrainBox({}, {git: false})
  expect(await keepTurns(box.scene, request(HELLO))).toMatchObject({
    changed: true,
    committed: false,
  })
  expect(textsIn(box)).toEqual(HELLO.map(({text}) => text))
})

test('where `sessions.keep` is off nothing is written, and it is said', async () => {
  const box = new BrainBox({}, {settings: {sessions: {keep: 'off'}}})
  const written = await keepTurns(box.scene, request(HELLO))
  expect(written).toMatchObject({id: FILE, changed: false, paths: [], committed: false})
  expect(written.detail).toContain('`sessions.keep` is off in brain.yaml')
  expect(existsSync(path.join(box.top, 'sessions'))).toBe(false)
})
