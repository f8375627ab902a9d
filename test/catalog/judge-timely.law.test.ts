/** Leaving out what time has nothing to do with loses nothing. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import {agesOf, followed} from '../../src/catalog/asking.js'
import {openCatalog} from '../../src/catalog/catalog.js'
import {complaintsOf} from '../../src/catalog/claims.js'
import {unclocked} from '../../src/catalog/clocks.js'
import {judge} from '../../src/catalog/judge.js'
import {type Recollection, recollect} from '../../src/catalog/memories.js'
import type {Moment} from '../../src/catalog/memory.js'
import type {Scene} from '../../src/catalog/scene.js'
import {subjectsOf} from '../../src/catalog/subjects.js'
import {benchOf} from './bench-scene.js'
import {aTimelyBrain} from './timely-brain.js'

/** Recalls all memories, each of them judged. */
async function judgeEvery(scene: Scene, {heldAt, now}: Moment): Promise<Recollection> {
  const {settings} = scene
  const {notes, messages} = await openCatalog(scene).notes()
  const subjects = subjectsOf(notes)
  const {claims, unresolved} = await followed(scene, subjects, notes)
  const asked = unclocked(subjects, claims, settings, heldAt)
  const ages = await agesOf(scene, subjects, asked)
  const judgement = judge({subjects, claims, ages, settings, heldAt, now})
  const paths = notes.map((note) => note.path)
  return {
    memories: judgement.memories,
    messages: [...messages, ...complaintsOf(unresolved, paths), ...judgement.messages],
    steady: judgement.steady,
    hangsOnNow: [...ages.values()].some(({committed}) => !committed),
  }
}

test('a recollection is what judging every memory gives, to the last message', async () => {
  await fc.assert(
    fc.asyncProperty(aTimelyBrain, async ({files, options, heldAt, now}) => {
      const {scene} = benchOf(files, options)
      const found = await recollect(scene, openCatalog(scene), {heldAt, now})
      expect(found).toEqual(await judgeEvery(scene, {heldAt, now}))
    }),
    {numRuns: 150},
  )
})
