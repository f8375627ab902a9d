import {expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {Draft, readerOf} from '../../src/writing/draft.js'
import {type Outcome, perform} from '../../src/writing/perform.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

const NOTE = notePath('note.md')

function appended(box: BrainBox, line: string): Outcome {
  const draft = new Draft(readerOf(box.top))
  draft.rewrite(NOTE, `${draft.text(NOTE)}${line}\n`)
  return {draft, id: NOTE, subject: 'test: append'}
}

test('what an editor saves between the plan and the landing is kept: the plan is made again', async () => {
  const box = new BrainBox({[NOTE]: 'one\n'})
  let plans = 0
  const written = await perform(box.scene, {}, async () => {
    const outcome = appended(box, 'ours')
    if (plans++ === 0) box.write({[NOTE]: 'one\nby hand\n'})
    return outcome
  })
  expectCommitted(box, written)
  expect(plans).toBe(2)
  expect(box.read(NOTE)).toBe('one\nby hand\nours\n')
})

test('a file that never stands still is given up on, as its editor left it', async () => {
  const box = new BrainBox({[NOTE]: 'one\n'})
  let saves = 0
  const work = perform(box.scene, {}, async () => {
    const outcome = appended(box, 'ours')
    box.write({[NOTE]: `saved ${saves++}\n`})
    return outcome
  })
  await refused(work, 'edit-conflict')
  expect(box.read(NOTE)).toBe(`saved ${saves - 1}\n`)
})

test('messages are of the files that were written', async () => {
  const box = new BrainBox({[NOTE]: '---\nvalid_to: never\n---\none\n', 'other.md': '---\nx\n'})
  const {messages} = await perform(box.scene, {}, async () => appended(box, 'two'))
  expect(messages).toMatchObject([{rule: 'unreadable-date', path: NOTE, place: {line: 2}}])
})

test('a secret is not written, and the answer names its line', async () => {
  const box = new BrainBox({[NOTE]: 'one\n'})
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const error = await refused(
    perform(box.scene, {}, async () => appended(box, `token ${secret}`)),
    'secret-found',
  )
  expect(error.message).not.toContain(secret)
  expect(box.read(NOTE)).toBe('one\n')
})

test('drafts: nothing is created over a file, and the same bytes are no change', () => {
  const files: Record<string, Uint8Array> = {[NOTE]: Buffer.from('\uFEFFone\r\n')}
  const draft = new Draft((path) => files[path])
  expect(() => draft.create(NOTE, 'x')).toThrow(/already/)
  expect(draft.text(NOTE)).toBe('one\r\n')
  draft.rewrite(NOTE, 'two\r\n')
  draft.rewrite(NOTE, 'one\r\n')
  expect(draft.changes()).toEqual([])
  draft.move(NOTE, notePath('b.md'))
  const changes = draft
    .changes()
    .map(({path, after}) => [path, after && Buffer.from(after).toString()])
  expect(changes).toEqual([
    ['note.md', undefined],
    ['b.md', '\uFEFFone\r\n'],
  ])
})
