/**
 * Commands that are killed at any moment, and commands that run at the same time, harm nothing: the next search finds
 * what a brain with an empty cache finds.
 *
 * Real processes of the built command, on a brain of some hundred notes, killed after some share of the time that they
 * take, or when they have touched `.brain/` so many times. What is not killed is asked of the built library, which starts
 * quicker. `MDBRAIN_RUNS=200` rounds where somebody hunts for a fault.
 */

import fs from 'node:fs'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {expect, test} from 'vitest'
import type {Brain, SearchReport} from '../../src/brain.js'
import {searchWire} from '../../src/cli/wire.js'
import {instant} from '../../src/ground/instant.js'
import type {Finding} from '../../src/recall/finding.js'
import {CLI, Sandbox} from '../support/sandbox.js'

const ROUNDS = Number(process.env.MDBRAIN_RUNS ?? 8)
const STORMS = Math.ceil(ROUNDS / 10)
/** In milliseconds: whoever hunts waits long, and machines are shared. */
const patience = {timeout: 7_200_000}

const QUERIES = ['lantern harbour', 'fetchUserById "red lantern"', '港の鍵 compass']

const WORDS = [
  ...'lantern harbour compass anchor rope barrel canvas tar oak copper salt wind tide'.split(' '),
  ...'captain cook map star island storm letter coin key door red deep fetchUserById'.split(' '),
  ...['港の鍵', 'Größe', 'écluse'],
]

const library: typeof import('../../src/index.js') = await import(
  path.join(path.dirname(CLI), 'index.js')
)

/** Numbers from 0 to 1, the same in each run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function noteOf(name: string, chance: () => number): string {
  const word = () => WORDS[Math.floor(chance() * WORDS.length)]!
  const sentence = () => `${Array.from({length: 4 + Math.floor(chance() * 9)}, word).join(' ')}.`
  const section = (at: number) =>
    `## Part ${at} of ${word()}\n\n${Array.from({length: 6}, sentence).join(' ')}\n`
  const head = `---\ntitle: ${name}, the ${word()}\ntags: [${word()}]\n---\n`
  return (
    head + Array.from({length: 1 + Math.floor(chance() * 4)}, (_, at) => section(at)).join('\n')
  )
}

/** A brain, and beside it the same files without anything that is kept. */
class Twins {
  readonly box = new Sandbox({git: false})
  readonly #chance: () => number
  readonly #names: string[] = []
  #made = 0

  constructor(notes: number, seed: number) {
    this.#chance = chances(seed)
    fs.mkdirSync(this.#bare)
    this.write(
      'MEMORY.md',
      '# Facts\n\n- The lantern is red.\n- The key is lost. [valid_to:: 2026-11-01]\n',
    )
    for (let at = 0; at < notes; at++) this.add()
  }

  get #bare(): string {
    return path.join(this.box.home, 'bare')
  }

  get caches(): string {
    return path.join(this.box.root, '.brain')
  }

  write(name: string, text: string): void {
    for (const root of [this.box.root, this.#bare]) {
      fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true})
      fs.writeFileSync(path.join(root, name), text)
    }
  }

  add(): void {
    const name = `drawers/w${this.#made % 3}/r${this.#made % 7}/n${this.#made++}.md`
    this.#names.push(name)
    this.write(name, noteOf(name, this.#chance))
  }

  /** Changes notes, makes some and removes some. */
  edit(count: number): void {
    for (let at = 0; at < count; at++) {
      const which = Math.floor(this.#chance() * this.#names.length)
      const name = this.#names[which]!
      const what = this.#chance()
      if (what < 0.15) this.add()
      else if (what < 0.25) {
        this.#names.splice(which, 1)
        for (const root of [this.box.root, this.#bare]) fs.rmSync(path.join(root, name))
      } else this.write(name, noteOf(name, this.#chance))
    }
  }

  /** What the next searches find is what they find where nothing is kept; the first is a command's. */
  async check(): Promise<void> {
    fs.rmSync(path.join(this.#bare, '.brain'), {recursive: true, force: true})
    const {stdout, stderr, exit} = this.box.run(['search', '--limit', '40', '--json', QUERIES[0]!])
    expect([exit, stderr]).toEqual([0, ''])
    const found = await this.#inBoth(async (brain) => {
      const reports: SearchReport[] = []
      for (const query of QUERIES) reports.push(await brain.search(query, {limit: 40}))
      return reports
    })
    expect(found.kept).toEqual(found.bare)
    expect(withoutMoment(JSON.parse(stdout))).toEqual(
      withoutMoment(JSON.parse(JSON.stringify(searchWire(found.bare[0]!)))),
    )
    for (const {hits, messages} of found.kept) {
      expect(hits.length).toBeGreaterThan(0)
      expect(messages).toEqual([])
    }
  }

  /** What a doctor finds once a search has brought all in step. */
  async findings(): Promise<readonly Finding[]> {
    const {well, findings} = await asked(this.box.root, (brain) => brain.doctor())
    expect(well).toBe(true)
    return findings
  }

  async #inBoth<Told>(ask: (brain: Brain) => Promise<Told>) {
    return {kept: await asked(this.box.root, ask), bare: await asked(this.#bare, ask)}
  }
}

async function asked<Told>(root: string, ask: (brain: Brain) => Promise<Told>): Promise<Told> {
  const now = instant(Date.parse('2026-11-29T12:00:00Z'))
  const brain = await library.openBrain({root, env: {HOME: root}, clock: {now: () => now}})
  try {
    return await ask(brain)
  } finally {
    await brain.close()
  }
}

/** When it was asked, and whether what was kept was lost, is left out. */
function withoutMoment({held_at: _, messages, ...answer}: Record<string, unknown>) {
  const rules = (messages as readonly {rule: string}[]).map(({rule}) => rule)
  return {...answer, messages: rules.filter((rule) => rule !== 'lost-index')}
}

/** Kills after a time in milliseconds, or when `.brain/` was touched so often. */
type Moment = {readonly after: number} | {readonly touches: number}

/** Runs a command and kills it. Tells whether it was still running. */
async function killed(
  {box, caches}: Twins,
  args: readonly string[],
  when: Moment,
): Promise<boolean> {
  fs.mkdirSync(caches, {recursive: true})
  const {child, ended} = box.start(args)
  const kill = () => void child.kill('SIGKILL')
  let touches = 0
  const watcher = fs.watch(caches, () => {
    if ('touches' in when && when.touches <= ++touches) kill()
  })
  if ('after' in when) void setTimeout(when.after).then(kill)
  const {exit} = await ended
  watcher.close()
  return exit === null
}

const COMMANDS = [['index'], ['search', 'lantern'], ['index', '--rebuild'], ['search', 'key']]

test('fault 26: killed at any moment, the next search is right', patience, async () => {
  const chance = chances(1)
  const twins = new Twins(220, 2)
  const started = Date.now()
  twins.box.run(['index'])
  const whole = Date.now() - started
  let hits = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Also from nothing, and on top of what those killed before have left.
    if (round % 4 === 3) fs.rmSync(twins.caches, {recursive: true})
    twins.edit(Math.floor(chance() ** 3 * 150))
    const isTimed = round % 2 === 0
    const when = isTimed
      ? {after: ((round + chance()) / ROUNDS) * whole}
      : {touches: 1 + Math.floor(chance() * 12)}
    if (await killed(twins, COMMANDS[Math.floor(round / 2) % COMMANDS.length]!, when)) hits++
    await twins.check()
    // Half of a file may be left over, and nothing else that a search does not see for itself.
    const odd = (await twins.findings()).filter(({what}) => what !== 'was left half-written')
    expect(odd).toEqual([])
  }
  expect(hits).toBeGreaterThan(ROUNDS / 4)
})

test(
  'fault 20: several at once while files change, and all is as one made anew',
  patience,
  async () => {
    for (let storm = 0; storm < STORMS; storm++) {
      const chance = chances(storm + 10)
      const twins = new Twins(80, storm + 20)
      if (storm % 2 === 1) twins.box.run(['index'])
      let running = 2 + (storm % 3)
      const worker = async (number: number) => {
        for (let turn = 0; turn < 3; turn++) {
          const args =
            (number + turn) % 2 === 0 ? ['index', '--json'] : ['search', 'lantern', '--json']
          const {stdout, stderr, exit} = await twins.box.start(args).ended
          expect([exit, stderr]).toEqual([0, ''])
          expect(JSON.parse(stdout)).toBeTypeOf('object')
        }
        running--
      }
      const workers = Promise.all(Array.from({length: running}, (_, number) => worker(number)))
      while (0 < running) {
        twins.edit(1 + Math.floor(chance() * 3))
        await Promise.race([setTimeout(chance() * 60), workers])
      }
      await workers
      await twins.check()
      expect(await twins.findings()).toEqual([])
    }
  },
)
