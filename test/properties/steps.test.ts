/**
 * Whatever happens to a brain between two boots, the second answers as if nothing had been kept.
 *
 * Files are written, changed within the same size, renamed, removed and touched, by hand and by Git;
 * settings change, the clock goes on, caches break. After each step the brain is asked with all that
 * `.brain/` has gathered on the way, and with an empty cache, and both answers must be the same bytes.
 */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {BootContext} from '../../src/boot/context.js'
import type {BootOptions} from '../../src/brain.js'
import {BrainError} from '../../src/ground/brain-error.js'
import type {Instant} from '../../src/ground/instant.js'
import {openHistory} from '../../src/history/git-history.js'
import {sceneOf} from '../boot/scene.js'
import {forgeLog} from '../catalog/bench-scene.js'
import {GitBox, START} from '../support/git-box.js'

const DAY = 86_400_000

class World {
  readonly box = new GitBox()
  #asked = 0

  get root(): string {
    return this.box.top
  }

  at(name: string): string {
    return path.join(this.root, name)
  }

  now(): Instant {
    return this.box.now()
  }

  /** Asks with the caches in `cacheDir`. */
  async ask(options: BootOptions, cacheDir: string): Promise<BootContext | string> {
    const {root, box} = this
    const history = await openHistory(root, {cacheDir, now: () => box.now(), env: box.env})
    const now = new Date(this.now()).toISOString()
    try {
      return await boot(sceneOf(root, {cacheDir, now, history: async () => history}), options)
    } catch (error) {
      // A brain may have no wing `a` at the moment, and says so.
      if (error instanceof BrainError) return error.message
      throw error
    } finally {
      await history.close()
    }
  }

  async check(options: BootOptions): Promise<void> {
    const kept = await this.ask(options, this.at('.brain'))
    const fresh = await this.ask(options, path.join(this.box.home, `fresh-${this.#asked++}`))
    expect(kept).toEqual(fresh)
  }

  /**
   * Makes the caches believe that two seconds went by since they were written, and waits as long as
   * the disk's clock needs for the next change to have another time.
   */
  async settle(): Promise<void> {
    const later = Date.now() / 1000 + 10
    for (const file of this.cached('boot')) utimesSync(file, later, later)
    const log = this.at('.brain/catalog.jsonl')
    if (existsSync(log)) {
      forgeLog(this.root, (json) => json.replaceAll('"racy":true,', ''))
    }
    await setTimeout(25)
  }

  cached(folder = ''): string[] {
    const top = this.at(path.join('.brain', folder))
    if (!existsSync(top)) return []
    return readdirSync(top, {recursive: true, encoding: 'utf8'})
      .map((name) => path.join(top, name))
      .filter((name) => statSync(name).isFile())
      .sort()
  }

  /** Runs Git; what it refuses does not happen. */
  git(...args: readonly string[]): void {
    try {
      this.box.tick()
      this.box.git(...args)
    } catch {}
  }
}

interface Step {
  run(world: World): void | Promise<void>
  toString(): string
}

function step(name: string, run: Step['run']): Step {
  return {run, toString: () => name}
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

const someSettings = fc.constantFrom(
  '',
  'zone: Asia/Tokyo\n',
  'ttl:\n  roles:\n    drawer: 3d\n',
  'ttl:\n  halls:\n    facts: 2d\n',
  'boot:\n  half_life: 5\n  also: [other.md]\n',
)

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(aNote, content)
      .map(([file, text]) =>
        step(`write ${file} ${JSON.stringify(text)}`, ({box}) => box.write({[file]: text})),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(aNote, fact).map(([file, text]) =>
      step(`append to ${file} ${JSON.stringify(text)}`, (world) => {
        mkdirSync(path.dirname(world.at(file)), {recursive: true})
        appendFileSync(world.at(file), text)
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: aNote.map((file) =>
      step(`turn letters of ${file}`, (world) => {
        if (!existsSync(world.at(file))) return
        const text = readFileSync(world.at(file), 'utf8')
        const {atime, mtime} = statSync(world.at(file))
        writeFileSync(
          world.at(file),
          text.replace(/green|blue /g, (c) => (c === 'green' ? 'blue ' : 'green')),
        )
        // As programs do that keep times: what is left to tell it by is the time of the change.
        utimesSync(world.at(file), atime, mtime)
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(aNote, aNote).map(([from, to]) =>
      step(`rename ${from} to ${to}`, (world) => {
        if (from === to || !existsSync(world.at(from))) return
        mkdirSync(path.dirname(world.at(to)), {recursive: true})
        renameSync(world.at(from), world.at(to))
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('drawers/a', 'drawers/b').map((from) =>
      step(`rename the folder ${from}`, (world) => {
        const other = from === 'drawers/a' ? 'drawers/b' : 'drawers/a'
        if (existsSync(world.at(from)) && !existsSync(world.at(other))) {
          renameSync(world.at(from), world.at(other))
        }
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: aNote.map((file) =>
      step(`remove ${file}`, (world) => rmSync(world.at(file), {force: true})),
    ),
  },
  {
    weight: 1,
    arbitrary: aNote.map((file) =>
      step(`touch ${file}`, (world) => {
        if (existsSync(world.at(file))) utimesSync(world.at(file), 1e9, 1e9)
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: someSettings.map((text) =>
      step(`settings ${JSON.stringify(text)}`, ({box}) => box.write({'brain.yaml': text})),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', 'drawers/a\n', 'MEMORY.md\n')
      .map((text) =>
        step(`ignore ${JSON.stringify(text)}`, ({box}) => box.write({'.gitignore': text})),
      ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom('commit', 'amend').map((how) =>
      step(how, (world) => {
        world.git('add', '--all')
        const amend = how === 'amend' ? ['--amend'] : []
        world.git('commit', '--quiet', '--allow-empty', '--message', 'by hand', ...amend)
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ['reset', '--hard', '--quiet', 'HEAD~1'],
        ['checkout', '--force', '--quiet', 'HEAD~1'],
        ['checkout', '--force', '--quiet', 'main'],
        ['checkout', '--force', '--quiet', '-B', 'side', 'HEAD~1'],
        ['merge', '--quiet', '--strategy-option=theirs', '--message', 'merge', 'side'],
        ['checkout', 'HEAD~1', '--', '.'],
        ['revert', '--no-edit', 'HEAD'],
        ['pack-refs', '--all'],
      )
      .map((args) => step(`git ${args.join(' ')}`, (world) => world.git(...args))),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 3600, 86_400, 3 * 86_400)
      .map((seconds) => step(`wait ${seconds} s`, ({box}) => void box.tick(seconds))),
  },
  {weight: 6, arbitrary: fc.constant(step('settle', (world) => world.settle()))},
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(), fc.double({min: 0, max: 1, noNaN: true})).map(([index, part]) =>
      step(`cut a cache ${index} at ${part}`, (world) => {
        const files = world.cached()
        const file = files[index % files.length]
        if (file === undefined) return
        const text = readFileSync(file)
        writeFileSync(file, text.subarray(0, Math.floor(text.length * part)))
      }),
    ),
  },
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

/** As many courses as go into some seconds; `STEPS_RUNS` of them where somebody hunts for a fault. */
const bounds =
  process.env.STEPS_RUNS === undefined
    ? {numRuns: 8, interruptAfterTimeLimit: 15_000}
    : {numRuns: Number(process.env.STEPS_RUNS)}

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
              await world.check(asked[index % asked.length]!)
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
  const first = (await world.ask({}, world.at('.brain'))) as BootContext
  await world.settle()
  const [memo] = world.cached('boot').filter((name) => !name.includes('.ledger.'))
  writeFileSync(memo!, readFileSync(memo!, 'utf8').replace('green', 'taken'))
  await world.settle()
  expect(await world.ask({}, world.at('.brain'))).toEqual({
    ...first,
    text: first.text.replace('green', 'taken'),
  })
})
