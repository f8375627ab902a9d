/**
 * Whatever happens to a brain between two searches, each finds what a brain with an empty cache finds.
 *
 * Files are written, changed within the same size, renamed, removed and touched, by hand and by Git; settings change,
 * the clock goes on; caches are cut, flipped, replaced, deleted and put back from a copy; most notes vanish at once, and return or
 * are given up. After each step fixed questions are asked by a process of its own for each, by one that has the brain
 * open all the time, and of an empty cache: hits, scores, parts, totals and standings must be the same.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {SearchOptions} from '../../src/brain.js'
import {type Catalog, openCatalog} from '../../src/catalog/catalog.js'
import type {Scene} from '../../src/catalog/scene.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {digest} from '../../src/ground/digest.js'
import type {History} from '../../src/history/history.js'
import {doctor} from '../../src/recall/doctor.js'
import {indexBrain} from '../../src/recall/index-brain.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {
  appending,
  committing,
  cutting,
  damaging,
  gitting,
  removing,
  renaming,
  renamingFolder,
  type Step,
  setting,
  step,
  touching,
  turning,
  waiting,
  writing,
} from '../support/steps.js'
import {type Opened, World} from '../support/world.js'

const questions: readonly (readonly [query: string, options?: SearchOptions])[] = [
  ['green door'],
  ['blue harbour', {limit: 2, offset: 1}],
  ['door "is green"', {includePast: true}],
  ['fetchUserById', {role: 'drawer'}],
  ['港の鍵'],
  ['what did Ada say about the harbour', {wing: 'a'}],
  ['gate engine', {where: {status: ['open', 'waiting']}, tag: 'ship'}],
  ['trusted words gate harbour', {since: '2026-01-02T00:00Z', until: '2026-01-03T12:00Z'}],
  ['one two three', {standing: 'superseded'}],
  ['harbuor', {minScore: 0.05}],
  ['letters of the many', {offset: 3, limit: 5}],
  ['begins ends der Hafen', {heldAt: '2026-01-05'}],
  ['door', {room: 'one', hall: 'facts', session: 's1'}],
]

/** One that has the brain open all the time. */
interface Watcher extends Opened {
  readonly live: LiveIndex
}

class Searched extends World {
  /** Texts by their digest, of all files that there ever were. */
  readonly #texts = new Map<string, Buffer>()
  #watcher: Watcher | undefined
  #checks = 0
  /** Whether something was done to a cache. */
  damaged = false

  /** Git is asked each thing once in a check, in which nothing changes. */
  override open(cacheDir?: string, root?: string): Opened {
    const {scene, close} = super.open(cacheDir, root)
    const told = new Map<string, Promise<unknown>>()
    const once = <Asked, Answer>(name: string, ask: (asked: Asked) => Promise<Answer>) => {
      return (asked: Asked) => {
        const key = JSON.stringify([this.#checks, name, asked])
        const answer = (told.get(key) ?? ask(asked)) as Promise<Answer>
        told.set(key, answer)
        return answer
      }
    }
    const history = async (): Promise<History> => {
      const real = await scene.history()
      return {
        ...real,
        ages: once('ages', real.ages),
        renames: once('renames', real.renames),
        inHead: once('inHead', real.inHead),
      }
    }
    return {scene: {...scene, history}, close}
  }

  watch(): Watcher {
    if (this.#watcher === undefined) {
      const opened = this.open()
      this.#watcher = {...opened, live: new LiveIndex(opened.scene)}
    }
    return this.#watcher
  }

  async leave(): Promise<void> {
    await this.#watcher?.close()
    this.#watcher = undefined
  }

  /** Does something as a command would, in a process of its own. */
  async asProcess<Result>(
    work: (scene: Scene, live: LiveIndex) => Promise<Result>,
  ): Promise<Result> {
    const {scene, close} = this.open()
    try {
      return await work(scene, new LiveIndex(scene))
    } finally {
      await close()
    }
  }

  /** Begins with these files, all of them in the index. */
  async begin(files: Readonly<Record<string, string>>): Promise<void> {
    this.box.commit(files)
    await this.asProcess(async (scene, live) => {
      this.#remember(openCatalog(scene))
      await indexBrain(scene, live)
    })
  }

  async check(): Promise<void> {
    const turn = this.#checks++
    // Whoever comes first brings the index in step; and with an empty cache, makes it.
    const askers = [() => this.#asProcesses(turn), () => this.#asWatcher(turn)]
    if (turn % 2 === 0) askers.reverse()
    const [one, other] = [await askers[0]!(), await askers[1]!()]
    const [kept, watched] = turn % 2 === 0 ? [other, one] : [one, other]
    const fresh = await this.#anew(turn)
    if (fresh !== undefined) expect(kept).toEqual(fresh)
    // Opened under other settings than there are now, it goes by its own.
    if (this.#isUpToDate()) expect(watched).toEqual(kept)
    else await this.leave()
  }

  async #asProcesses(turn: number): Promise<unknown[]> {
    const {scene, close} = this.open()
    try {
      return await answers(turn, (...asked) => search(scene, new LiveIndex(scene), ...asked))
    } finally {
      await close()
    }
  }

  async #asWatcher(turn: number): Promise<unknown[]> {
    const {scene, live} = this.watch()
    return answers(turn, (...asked) => search(scene, live, ...asked))
  }

  #isUpToDate(): boolean {
    const {settings} = this.watch().scene
    return JSON.stringify(settings) === JSON.stringify(this.open().scene.settings)
  }

  /** With an empty cache; `undefined` where nobody could tell without one. */
  async #anew(turn: number): Promise<unknown[] | undefined> {
    const held = await this.#held()
    if (held.some(([name]) => !isOneOfMany(name))) return undefined
    const root = held.length === 0 ? this.root : this.#copyWith(held)
    const {scene, close} = this.open(this.elsewhere(), root)
    const live = new LiveIndex(scene)
    const missing = new Set(held.map(([name]) => name))
    try {
      return await answers(turn, (...asked) => search(scene, live, ...asked), missing)
    } finally {
      await close()
    }
  }

  /** What is held and can be found, with its text as it is in the index. Remembers all texts that there are. */
  async #held(): Promise<(readonly [name: string, text: Buffer])[]> {
    return this.asProcess(async (scene, live) => {
      const catalog = openCatalog(scene)
      this.#remember(catalog)
      const {entries, held} = await catalog.entries()
      if (held === 0) return []
      const store = await live.open()
      return entries.flatMap((entry): (readonly [string, Buffer])[] => {
        const text = entry.held ? this.#texts.get(store.digestOf(entry.path) ?? '') : undefined
        return text === undefined ? [] : [[entry.path, text]]
      })
    })
  }

  #remember({files}: Pick<Catalog, 'files'>): void {
    for (const {path: name} of files) {
      const text = readFileSync(this.at(name))
      this.#texts.set(digest(text), text)
    }
  }

  /** The brain as it would be if what is held were there. */
  #copyWith(held: readonly (readonly [name: string, text: Buffer])[]): string {
    const root = this.elsewhere()
    const cacheDir = this.at('.brain')
    cpSync(this.root, root, {recursive: true, filter: (from) => from !== cacheDir})
    for (const [name, text] of held) {
      mkdirSync(path.dirname(path.join(root, name)), {recursive: true})
      writeFileSync(path.join(root, name), text)
    }
    // What is ignored since it vanished is held all the same.
    const rules = path.join(root, '.gitignore')
    if (existsSync(rules)) {
      writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^many\n/, ''))
    }
    return root
  }
}

/**
 * What some of the questions are answered, others each time. What is said of lost caches, and of
 * what is held, is left out; as is how that is shown, of which only an extract is known.
 */
async function answers(
  turn: number,
  ask: (query: string, options: SearchOptions) => ReturnType<typeof search>,
  missing: ReadonlySet<string> = new Set(),
): Promise<unknown[]> {
  const found: unknown[] = []
  for (let at = 0; at < atOnce; at++) {
    const [query, options = {}] = questions[(turn * atOnce + at) % questions.length]!
    found.push([query, await answerTo(() => ask(query, options), missing)])
  }
  return found
}

async function answerTo(ask: () => ReturnType<typeof search>, missing: ReadonlySet<string>) {
  try {
    const {hits, messages, ...rest} = await ask()
    return {
      ...rest,
      hits: hits.map((hit) =>
        hit.missing || missing.has(hit.path)
          ? {...hit, missing: true, snippet: '', marks: []}
          : hit,
      ),
      messages: messages.filter(({rule}) => rule !== 'lost-index' && rule !== 'mass-disappearance'),
    }
  } catch (error) {
    // A brain may have no wing `a` at the moment, and says so.
    if (error instanceof BrainError) return {refused: error.message, hint: error.hint}
    throw error
  }
}

const notes = [
  'MEMORY.md',
  'AGENTS.md',
  'drawers/a/one/x.md',
  'drawers/a/two/y.md',
  'drawers/b/one/z.md',
  'daily/2026-01-03.md',
  'sessions/s1.md',
  'Überblick 港.md',
]
const aNote = fc.constantFrom(...notes)

const fact = fc.constantFrom(
  '- The door is green.\n',
  '- The door is blue .\n',
  '- Trusted by its words. [ttl:: 3d]\n',
  '- Trusted by its word!! [ttl:: 3d]\n',
  '- Under a key, one. [key:: k]\n',
  '- Under a key, two. [key:: k]\n',
  '- Begins. [valid_from:: 2026-01-05] [key:: k]\n',
  '- Ends at the harbour. [valid_to:: 2026-01-06]\n',
  '- Replaces the gate. [supersedes:: drawers/a/one/x.md]\n',
  '- Replaced, three. [superseded_by:: [[y]]]\n',
  '- Reviewed door. [ttl:: 5d] [reviewed:: 2026-01-04]\n',
  '- Outer door. [ttl:: 2d]\n  - Inner door. [ttl:: 4d]\n',
)
const paragraph = fc.constantFrom(
  '\nThe harbour gate is green, and the engine is not.\n',
  '\n## The engine\n\nIt takes `fetchUserById(id)` from src/user/fetch.ts.\n',
  '\nDer Hafen ist grün, und das Haus steht nicht weit von ihm.\n',
  '\n港の鍵は事務所にあります。緑のドアの鍵です。\n',
  '\n**Ada:** The harbour is frozen.\n\n**Ben:** And the door is green?\n\n> **Ada:** No.\n',
  `\n## Long\n\n${'The letters of a long section say that the door is green. '.repeat(40)}\n`,
  '\n```\n# no heading, door\n```\n',
  '\nL’écluse du port est fermée depuis que la porte est bleue.\n',
  '\r\nA line of Windows: green door.\r\n',
)
const head = fc.constantFrom(
  '',
  '---\nttl: 3d\n---\n',
  '---\nkey: k\nstatus: waiting\n---\n',
  '---\nsupersedes: drawers/a/two/y.md\n---\n',
  '---\nsupersedes: "[[x]]"\nttl: 2d\n---\n',
  '---\nvalid_to: 2026-01-08\n---\n',
  '---\nvalid_to: soon\n---\n',
  '---\ncreated: 2026-01-02\nttl: 6d\n---\n',
  '---\nhall: facts\nsession: s1\n---\n',
  '---\ntitle: The blue gate\naliases: [Harbour door]\ntags: [ship/engine, Green]\nstatus: open\n---\n',
  '---\nwing: b\nroom: one\ncreated: 2026-01-04\ntags: [ship]\nstatus: Open\n---\n',
  '---\nspeakers: [Ada, Ben]\n---\n',
  '---\nstatus: [open\n---\n',
  '\uFEFF---\nlang: de\n---\n',
)
const content = fc
  .tuple(head, fc.array(fc.oneof(fact, paragraph), {minLength: 1, maxLength: 4}))
  .map(([before, parts]) => before + parts.join(''))

/** So many that they may vanish at once, and be missed. */
const many: Record<string, string> = Object.fromEntries(
  Array.from({length: 22}, (_, at) => [
    `many/n${at}.md`,
    `# Number ${at}\n\nOne of many: the letters of ${at % 3 === 0 ? 'the green door' : 'the harbour'}.\n`,
  ]),
)
const aOneOfMany = fc.constantFrom(...Object.keys(many))

function isOneOfMany(name: string): boolean {
  return /^(?:many|more)\/n\d+\.md$/.test(name)
}

type SearchStep = Step<Searched>

/** Moves folders out of the brain as if their disk were not mounted, and back again. */
const vanishing: fc.Arbitrary<SearchStep> = fc
  .constantFrom(['many'], ['many', 'more'], ['many', 'more', 'drawers', 'daily', 'MEMORY.md'])
  .map((names) =>
    step(`vanish ${names}`, (world) => {
      for (const name of names) {
        const away = path.join(world.box.home, 'away', name)
        if (!existsSync(world.at(name)) || existsSync(away)) continue
        mkdirSync(path.dirname(away), {recursive: true})
        renameSync(world.at(name), away)
      }
    }),
  )
const returning: SearchStep = step('return', (world) => {
  for (const name of ['many', 'more', 'drawers', 'daily', 'MEMORY.md']) {
    const away = path.join(world.box.home, 'away', name)
    if (existsSync(away) && !existsSync(world.at(name))) renameSync(away, world.at(name))
  }
})
const accepting: SearchStep = step('accept', async (world) => {
  const {held} = await world.asProcess((scene, live) => indexBrain(scene, live, {accept: true}))
  expect(held).toBe(0)
})

function damage(arbitrary: fc.Arbitrary<Step>): fc.Arbitrary<SearchStep> {
  return arbitrary.map((one) =>
    step(one.toString(), async (world) => {
      world.damaged = true
      await one.run(world)
    }),
  )
}
const deleting: fc.Arbitrary<Step> = fc
  .constantFrom(/^/, /^index/, /^index-/, /^index\.bin$/, /^catalog/, /^(?:standings|held)/)
  .map((which) =>
    step(`delete caches ${which}`, (world) => {
      for (const file of world.cached()) if (which.test(world.nameOf(file))) rmSync(file)
    }),
  )
const copyOf = (world: World) => path.join(world.box.home, 'copy-of-caches')
/** As from a backup: all of it, or the index alone. */
const puttingBack: fc.Arbitrary<Step> = fc.constantFrom(/^/, /^index/, /^catalog/).map((which) =>
  step(`put back caches ${which}`, (world) => {
    if (!existsSync(copyOf(world))) return
    const files = world.cached().filter((file) => which.test(world.nameOf(file)))
    for (const file of files) rmSync(file)
    cpSync(copyOf(world), world.at('.brain'), {
      recursive: true,
      filter: (from) => from === copyOf(world) || which.test(path.relative(copyOf(world), from)),
    })
  }),
)
const copying: SearchStep = step('copy the caches', (world) => {
  rmSync(copyOf(world), {recursive: true, force: true})
  if (existsSync(world.at('.brain'))) cpSync(world.at('.brain'), copyOf(world), {recursive: true})
})
const damages = damage(
  fc.oneof(
    {weight: 2, arbitrary: cutting},
    {weight: 3, arbitrary: damaging('flip', flipped)},
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', 'noise', 'null', '{}', '[]\n')
        .chain((text) => damaging(`replace by ${JSON.stringify(text)}`, () => Buffer.from(text))),
    },
    {
      weight: 1,
      arbitrary: damaging('add to', (bytes, part) =>
        Buffer.concat([bytes, bytes.subarray(0, Math.floor(100 * part))]),
      ),
    },
    {weight: 3, arbitrary: deleting},
    {weight: 3, arbitrary: puttingBack},
  ),
)

function flipped(bytes: Buffer, part: number): Buffer {
  const turned = Buffer.from(bytes)
  const at = Math.floor(bytes.length * part)
  if (at < bytes.length) turned[at]! ^= 1
  return turned
}

/** What other commands do to what is kept. */
const commands: fc.Arbitrary<SearchStep> = fc.constantFrom<SearchStep>(
  step('index', async (world) => {
    await world.asProcess((scene, live) => indexBrain(scene, live))
  }),
  step('index --rebuild', async (world) => {
    await world.asProcess((scene, live) => indexBrain(scene, live, {rebuild: true}))
  }),
  step('list', async (world) => {
    await world.asProcess((scene) => openCatalog(scene).notes())
  }),
  step('doctor', async (world) => {
    const {held} = await world.asProcess((scene, live) => indexBrain(scene, live))
    const report = await world.asProcess(doctor)
    if (held === 0) expect(report.well).toBe(true)
    if (held === 0 && !world.damaged) expect(report.findings).toEqual([])
  }),
  step('open anew', (world) => world.leave()),
)

const steps: fc.Arbitrary<SearchStep> = fc.oneof(
  {weight: 10, arbitrary: writing(aNote, content)},
  {weight: 3, arbitrary: appending(aNote, fc.oneof(fact, paragraph))},
  {weight: 4, arbitrary: turning(fc.oneof(aNote, aOneOfMany))},
  {weight: 4, arbitrary: renaming(aNote)},
  {weight: 1, arbitrary: renamingFolder('drawers/a', 'drawers/b')},
  {weight: 2, arbitrary: renamingFolder('many', 'more')},
  {weight: 2, arbitrary: removing(fc.oneof(aNote, aOneOfMany))},
  {weight: 1, arbitrary: touching(fc.oneof(aNote, aOneOfMany))},
  {
    weight: 3,
    arbitrary: setting(
      'brain.yaml',
      '',
      'zone: Asia/Tokyo\n',
      'zone: America/Los_Angeles\n',
      'ttl:\n  roles:\n    drawer: 3d\n',
      'ttl:\n  halls:\n    facts: 2d\n',
    ),
  },
  {weight: 1, arbitrary: setting('.gitignore', '', 'drawers/a\n', 'MEMORY.md\n', 'many\n')},
  {weight: 5, arbitrary: committing},
  {
    weight: 4,
    arbitrary: gitting([
      ['stash', '--quiet', '--include-untracked'],
      ['stash', 'pop', '--quiet'],
      ['rm', '-r', '--quiet', '--force', 'many'],
      ['clean', '-fdqx'],
    ]),
  },
  {weight: 3, arbitrary: waiting},
  {weight: 6, arbitrary: damages},
  {weight: 1, arbitrary: fc.constant(copying)},
  {weight: 2, arbitrary: vanishing},
  {weight: 2, arbitrary: fc.constantFrom(returning, accepting)},
  {weight: 4, arbitrary: commands},
)

const beginning = {
  ...many,
  'MEMORY.md': '- The door is green.\n- Trusted by its words. [ttl:: 3d]\n- One. [key:: k]\n',
  'AGENTS.md': '# How\n\nKnock at the door.\n',
  'drawers/a/one/x.md': '---\nttl: 3d\n---\nThe gate is green.\n',
  'drawers/a/two/y.md': '---\nkey: k\n---\nTwo: fetchUserById.\n',
  'drawers/b/one/z.md': '---\nsupersedes: drawers/a/one/x.md\n---\nThree: 港の鍵。\n',
  'daily/2026-01-03.md': '- A day at the harbour.\n',
}

/** In milliseconds: whoever hunts waits long. */
const patience = {timeout: 3_600_000}

/** As many courses as go into some seconds; `MDBRAIN_RUNS` of them where somebody hunts for a fault. */
const bounds =
  process.env.MDBRAIN_RUNS === undefined
    ? {numRuns: 15, interruptAfterTimeLimit: 60_000}
    : {numRuns: Number(process.env.MDBRAIN_RUNS)}
/** How many of the questions are asked after each step. */
const atOnce = process.env.MDBRAIN_RUNS === undefined ? 3 : questions.length

test(
  'a search with all that is kept is one with an empty cache, after every step',
  patience,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(steps, fc.boolean()), {minLength: 6, maxLength: 10}),
        async (course) => {
          const world = new Searched()
          try {
            await world.begin(beginning)
            for (const [one, isSettled] of course) {
              await one.run(world)
              await world.check()
              // Else all is so young that little of what is kept is believed.
              if (isSettled) await world.settle()
            }
          } finally {
            await world.leave()
            world.box.remove()
          }
        },
      ),
      bounds,
    )
  },
)
