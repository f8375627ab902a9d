/**
 * Whatever happens to a brain between two boots, the second answers as if nothing had been kept.
 *
 * Files are written, changed within the same size, renamed, removed and touched, by hand and by Git;
 * settings change, the clock goes on, caches break. After each step the brain is asked with all that
 * `.brain/` has gathered on the way, and with an empty cache, and both answers must be the same bytes.
 */

import {readFileSync, writeFileSync} from 'node:fs'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {BootContext} from '../../src/boot/context.js'
import type {BootOptions} from '../../src/brain.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {START} from '../support/git-box.js'
import {
  appending,
  committing,
  cutting,
  gitting,
  removing,
  renaming,
  renamingFolder,
  type Step,
  setting,
  settling,
  touching,
  turning,
  waiting,
  writing,
} from '../support/steps.js'
import {World} from '../support/world.js'

const DAY = 86_400_000

/** Asks with the caches in `cacheDir`. */
async function ask(
  world: World,
  options: BootOptions,
  cacheDir?: string,
): Promise<BootContext | string> {
  const {scene, close} = world.open(cacheDir)
  try {
    return await boot(scene, options)
  } catch (error) {
    // A brain may have no wing `a` at the moment, and says so.
    if (error instanceof BrainError) return error.message
    throw error
  } finally {
    await close()
  }
}

async function check(world: World, options: BootOptions): Promise<void> {
  const kept = await ask(world, options)
  const fresh = await ask(world, options, world.elsewhere())
  expect(kept).toEqual(fresh)
}

const notes = [
  'MEMORY.md',
  'SOUL.md',
  'AGENTS.md',
  'drawers/a/one/x.md',
  'drawers/a/two/y.md',
  'drawers/b/one/z.md',
  'daily/2026-01-03.md',
]
const aNote = fc.constantFrom(...notes)

const fact = fc.constantFrom(
  '- The door is green.\n',
  '- The door is blue.\n',
  '- Trusted by its words. [ttl:: 3d]\n',
  '- Trusted by its word!! [ttl:: 3d]\n',
  '- Under a key, one. [key:: k]\n',
  '- Under a key, two. [key:: k]\n',
  '- Begins. [valid_from:: 2026-01-05] [key:: k]\n',
  '- Ends. [valid_to:: 2026-01-06]\n',
  '- Replaces. [supersedes:: drawers/a/one/x.md]\n',
  '- Replaced. [superseded_by:: [[y]]]\n',
  '- Reviewed. [ttl:: 5d] [reviewed:: 2026-01-04]\n',
  '- Outer. [ttl:: 2d]\n  - Inner. [ttl:: 4d]\n',
)
const head = fc.constantFrom(
  '',
  '---\nttl: 3d\n---\n',
  '---\nkey: k\n---\n',
  '---\nsupersedes: drawers/a/two/y.md\n---\n',
  '---\nsupersedes: "[[x]]"\nttl: 2d\n---\n',
  '---\nvalid_to: 2026-01-08\n---\n',
  '---\nvalid_to: soon\n---\n',
  '---\ncreated: 2026-01-02\nttl: 6d\n---\n',
  '---\nhall: facts\n---\n',
)
const content = fc
  .tuple(head, fc.array(fact, {minLength: 1, maxLength: 4}))
  .map(([before, facts]) => before + facts.join(''))

const steps: fc.Arbitrary<Step> = fc.oneof(
  {weight: 5, arbitrary: writing(aNote, content)},
  {weight: 2, arbitrary: appending(aNote, fact)},
  {weight: 3, arbitrary: turning(aNote)},
  {weight: 3, arbitrary: renaming(aNote)},
  {weight: 1, arbitrary: renamingFolder('drawers/a', 'drawers/b')},
  {weight: 1, arbitrary: removing(aNote)},
  {weight: 1, arbitrary: touching(aNote)},
  {
    weight: 1,
    arbitrary: setting(
      'brain.yaml',
      '',
      'zone: Asia/Tokyo\n',
      'ttl:\n  roles:\n    drawer: 3d\n',
      'ttl:\n  halls:\n    facts: 2d\n',
      'boot:\n  half_life: 5\n  also: [other.md]\n',
    ),
  },
  {weight: 1, arbitrary: setting('.gitignore', '', 'drawers/a\n', 'MEMORY.md\n')},
  {weight: 5, arbitrary: committing},
  {weight: 3, arbitrary: gitting()},
  {weight: 3, arbitrary: waiting},
  {weight: 6, arbitrary: settling},
  {weight: 1, arbitrary: cutting},
)

const questions: fc.Arbitrary<BootOptions> = fc.constantFrom<BootOptions>(
  {},
  {},
  {heldAt: '2026-01-03'},
  {heldAt: new Date(START + 6 * DAY).toISOString()},
  {budget: 300},
  {wing: 'a'},
  {for: 'claude-code'},
)

/** In milliseconds: whoever hunts waits long. */
const patience = {timeout: 3_600_000}

/** As many courses as go into some seconds; `MDBRAIN_RUNS` of them where somebody hunts for a fault. */
const bounds =
  process.env.MDBRAIN_RUNS === undefined
    ? {numRuns: 8, interruptAfterTimeLimit: 60_000}
    : {numRuns: Number(process.env.MDBRAIN_RUNS)}

/** What a course begins with: old enough to have gone stale, and to be known to Git. */
const beginning = {
  'MEMORY.md': '- The door is green.\n- Trusted by its words. [ttl:: 3d]\n- One. [key:: k]\n',
  'SOUL.md': 'Me.\n',
  'drawers/a/one/x.md': '---\nttl: 3d\n---\nThe gate is green.\n',
  'drawers/a/two/y.md': '---\nkey: k\n---\nTwo.\n',
  'drawers/b/one/z.md': '---\nsupersedes: drawers/a/one/x.md\n---\nThree.\n',
  'daily/2026-01-03.md': '- A day.\n',
}

test(
  'a boot with all that is kept is one with an empty cache, after every step',
  patience,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, {minLength: 12, maxLength: 20}),
        fc.array(questions, {minLength: 1, maxLength: 2}),
        async (course, asked) => {
          const world = new World()
          try {
            world.box.commit(beginning)
            for (const [index, one] of course.entries()) {
              await one.run(world)
              await check(world, asked[index % asked.length]!)
            }
          } finally {
            world.box.remove()
          }
        },
      ),
      bounds,
    )
  },
)

test('what is kept of an answer is taken, or the law above says nothing', async () => {
  const world = new World()
  world.box.commit({'MEMORY.md': '- The door is green.\n- By its words. [ttl:: 3d]\n'})
  const first = (await ask(world, {})) as BootContext
  await world.settle()
  const [memo] = world.cached('boot').filter((name) => !name.includes('.ledger.'))
  writeFileSync(memo!, readFileSync(memo!, 'utf8').replace('green', 'taken'))
  await world.settle()
  expect(await ask(world, {})).toEqual({
    ...first,
    text: first.text.replace('green', 'taken'),
  })
})
