/** Leaving out what time has nothing to do with loses nothing. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import {agesOf, followed} from '../../src/catalog/asking.js'
import {openCatalog} from '../../src/catalog/catalog.js'
import {complaintsOf} from '../../src/catalog/claims.js'
import {unclocked} from '../../src/catalog/clocks.js'
import {judge} from '../../src/catalog/judge.js'
import {type Recollection, recollect} from '../../src/catalog/memories.js'
import type {Memory, Moment} from '../../src/catalog/memory.js'
import type {Scene} from '../../src/catalog/scene.js'
import {subjectsOf} from '../../src/catalog/subjects.js'
import {type Instant, instant} from '../../src/ground/instant.js'
import {at, benchOf} from './bench-scene.js'
import {aTimelyBrain} from './timely-brain.js'

/** Recalls all memories, each of them judged. */
async function judgeEvery(
  scene: Scene,
  {heldAt, now}: Moment,
): Promise<Omit<Recollection, 'head' | 'hasty'>> {
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
      expect(found).toMatchObject(await judgeEvery(scene, {heldAt, now}))
    }),
    {numRuns: 150},
  )
})

test('what is judged now holds at every now inside its span', async () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-28', '2026-12-01', '2027-02-01']
  const aMoment = fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(-1, 0, 1, 86_400_000))
    .map(([day, after]) => instant(at(`${day}T00:00Z`) + after))
  await fc.assert(
    fc.asyncProperty(aTimelyBrain, aMoment, aMoment, async ({files, options}, one, other) => {
      const {scene} = benchOf(files, options)
      const found = await judgeEvery(scene, {heldAt: one, now: one})
      const later = Math.max(other, one + 1) as Instant
      for (const now of [instant(one + 1), later, instant(found.steady.until - 1)]) {
        if (now < found.steady.from || found.steady.until <= now) continue
        const {memories} = await judgeEvery(scene, {heldAt: now, now})
        expect(memories.map(standing)).toEqual(found.memories.map(standing))
      }
    }),
    {numRuns: 150},
  )

  function standing({id, standing, stale, unreadable}: Memory): unknown {
    return {id, standing, stale, unreadable}
  }
})
