/**
 * `npm run test:memory`: whether a process that keeps a brain open grows.
 *
 * Two thousand searches and five hundred edits, half of them by the brain and half by hand, on one open brain; after
 * each tenth the heap is swept and measured, and the slope is that of a line through what was measured. Before that as many edits as
 * `--before N` (1500) let all that is kept reach its size: of each note, each word and each question something is,
 * and it takes some editions of every note until nothing is new. `--searches N`, `--edits N`, `--notes N` (80); `--json` prints
 * figures for programs. Ends with 1 where a thousand of these would cost more than 1 MB.
 */

import {spawnSync} from 'node:child_process'
import path from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {parseArgs} from 'node:util'
import {wholeNumber} from '../bench/processes.mjs'
import {root, setUp} from '../set-up.mjs'
import {Place} from './storm/place.mjs'

/** More than what numbers swing by from tenth to tenth, in bytes for a thousand questions and edits. */
const MOST = 1e6
const PARTS = 10

/** Machine code that Node makes of what runs often is no memory of ours: with it a megabyte more is in use after some thousand. */
const AS_WRITTEN = ['--no-opt', '--no-sparkplug']

/** Words that questions are made of. */
const WORDS = 997

/** Questions for each edit while all grows to its size. */
const EACH = 6

const {values} = parseArgs({
  options: {
    searches: {type: 'string', default: '2000'},
    edits: {type: 'string', default: '500'},
    notes: {type: 'string', default: '80'},
    before: {type: 'string', default: '1500'},
    json: {type: 'boolean', default: false},
  },
})

if (globalThis.gc === undefined) {
  await setUp()
  const self = fileURLToPath(import.meta.url)
  const args = ['--expose-gc', ...AS_WRITTEN, self, ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, {stdio: 'inherit'}).status ?? 70
} else await measure()

async function measure() {
  const searches = wholeNumber(values, 'searches')
  const edits = wholeNumber(values, 'edits')
  const notes = wholeNumber(values, 'notes')
  const before = wholeNumber(values, 'before')
  const place = new Place()
  try {
    for (let n = 0; n < notes; n++) place.write(nameOf(n), textOf(n, 0))
    await place.begin()
    const {openBrain} = await import(pathToFileURL(path.join(root, 'dist/index.js')).href)
    const brain = await openBrain({root: place.root, env: place.env})
    for (let at = 0; at < before; at++) {
      for (let more = 0; more < EACH; more++) await ask(brain, at * EACH + more)
      await edit(brain, place, at, notes)
    }
    const sizes = [await swept()]
    let asked = 0
    let edited = 0
    for (let part = 1; part <= PARTS; part++) {
      while (asked < (searches * part) / PARTS) {
        await ask(brain, before * EACH + asked++)
        if (edited * searches < asked * edits) await edit(brain, place, before + edited++, notes)
      }
      sizes.push(await swept())
    }
    await brain.close()
    print({asked, edited, notes, sizes, slope: slopeOf(sizes, (asked + edited) / PARTS)})
  } finally {
    place.remove()
  }
}

/**
 * No two questions are alike, or what is kept of answers would never be full; but their words are of a stock, of which all were
 * asked before anything is measured: of each new word the model remembers what it is made of (some 250 bytes, for 60,000 words at most), and
 * what grows until it is full is not what is looked for here.
 */
async function ask(brain, at) {
  await brain.search(`lantern ${at % WORDS} harbour${Math.floor(at / WORDS)} ${(at * 7) % WORDS}`)
}

/** Changes a note: by the brain, then by hand, and so on. */
async function edit(brain, place, at, notes) {
  const name = nameOf((at * 7) % notes)
  if (at % 2 === 0) await brain.review([name])
  else place.write(name, textOf((at * 7) % notes, at))
}

function nameOf(n) {
  return `drawers/w${n % 5}/r${n % 11}/n${n}.md`
}

function textOf(n, edition) {
  const sentences = Array.from(
    {length: 12},
    (_, at) => `The lantern of harbour${(n + at) % 97} shows ${(edition * 13 + at) % 1000} to sea.`,
  )
  return `---\ncreated: 2026-01-01\nttl: 90d\n---\n# Note ${n}\n\n${sentences.join(' ')}\n`
}

/** Bytes in use when nothing is left that could be let go. */
async function swept() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc()
    await new Promise((done) => setImmediate(done))
  }
  const {heapUsed, external, rss} = process.memoryUsage()
  return {used: heapUsed + external, rss}
}

/** Bytes for a thousand steps, of the line that is nearest to the sizes. */
function slopeOf(sizes, stepsAPart) {
  const middle = (sizes.length - 1) / 2
  const mean = sizes.reduce((sum, {used}) => sum + used, 0) / sizes.length
  const [above, below] = sizes.reduce(
    ([a, b], {used}, at) => [a + (at - middle) * (used - mean), b + (at - middle) ** 2],
    [0, 0],
  )
  return ((above / below) * 1000) / stepsAPart
}

function print(told) {
  const {asked, edited, notes, sizes, slope} = told
  if (values.json) console.log(JSON.stringify(told, null, 2))
  else {
    console.log(
      `${asked} searches and ${edited} edits on ${notes} notes; in use before, and after each tenth:`,
    )
    console.log(`  ${sizes.map(({used}) => `${(used / 1e6).toFixed(1)}`).join('  ')} MB`)
    console.log(`  of the system: ${sizes.map(({rss}) => (rss / 1e6).toFixed(0)).join('  ')} MB`)
    console.log(`  slope: ${(slope / 1e6).toFixed(2)} MB for a thousand`)
  }
  if (MOST < slope) {
    console.error('it grows')
    process.exitCode = 1
  }
}
