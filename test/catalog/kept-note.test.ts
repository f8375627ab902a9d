import {setTimeout} from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import {expect, test} from 'vitest'
import {type Kept, noteOf, packed} from '../../src/catalog/kept-note.js'
import {readZone} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'

const SEEN = {stat: '', racy: false, digest: ''}
const {note} = parse(notePath('a.md'), 'A note\n', readZone('UTC')!)

function kept(letters: number): Kept {
  return packed(SEEN, 0, {note: {...note, title: 'x'.repeat(letters)}, messages: []})
}

test('a note is parsed once, also after many others came and went', async () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  // More than there is room for, each forgotten at once.
  for (let some = 0; some < 40; some++) noteOf(kept(1 << 20))
  const last = kept(100)
  let isOnce = false
  for (let tries = 0; tries < 100 && !isOnce; tries++) {
    collect()
    await setTimeout(10)
    const first = noteOf(last)
    isOnce = first === noteOf(last)
  }
  expect(isOnce).toBe(true)
})

test('and each time anew where there is no room', () => {
  const huge = kept(33 << 20)
  expect(noteOf(huge)).toEqual(noteOf(huge))
  expect(noteOf(huge)).not.toBe(noteOf(huge))
})
