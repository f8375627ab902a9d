/**
 * `npm run bench:self -- <vault>`: whether a note is found by its own words.
 *
 * A thousand passages of the vault, always the same ones, are each asked for by six of their words, of those
 * that say something, through the library's `search` on a copy. Where the six stand together in at most
 * three notes, as a plain look at the files tells, the passage's note should be among the first three.
 * Options: `--passages N` (1000), `--seed N`, `--misses` to print what was not found, `--keep FOLDER`.
 */

import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {copyVault, notesUnder} from './bench/corpora.mjs'
import {percentile, wholeNumber} from './bench/processes.mjs'
import {setUp} from './set-up.mjs'

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    passages: {type: 'string', default: '1000'},
    seed: {type: 'string', default: '20261129'},
    misses: {type: 'boolean', default: false},
    keep: {type: 'string'},
  },
})
const [vault] = positionals
if (vault === undefined) {
  console.error('usage: npm run bench:self -- <vault> [--passages N] [--seed N] [--misses]')
  process.exit(2)
}
const wanted = wholeNumber(values, 'passages')
const chance = chances(wholeNumber(values, 'seed'))

const WORDS_ASKED = 6
const NOTES_MOST = 3
const FIRST = 3
/** So many hits hold three notes, unless one note has nearly all of them. */
const HITS = 60

/** Comments, and addresses, bare or of links: what nobody reads, and programs write. */
const NO_CONTENT =
  /<!--[\s\S]*?-->|%%[\s\S]*?%%|\]\([^)\n]*\)|\b[a-z][a-z+.-]*:\/\/[^\s<>"')\]]+|<[^>\n]*>/gi

/** What says nothing by itself; nobody would ask for it. */
const little = new Set(
  (
    'the and for are was were that this with from have has had not but you your can will would which what when ' +
    'where who how why its into out about then than there here their them they our some any all also more most ' +
    'other such only very just like use used using get may one two new see via per des der die das und les est'
  ).split(' '),
)

await setUp()
const {openBrain} = await import('../dist/index.js')
const place = values.keep ?? mkdtempSync(path.join(os.tmpdir(), 'mdbrain-self-'))
if (values.keep === undefined) {
  process.on('exit', () => rmSync(place, {recursive: true, force: true}))
}
const root = path.join(place, 'vault')
copyVault(vault, root)
const notes = notesUnder(root).map((name) => {
  const text = readFileSync(path.join(root, name), 'utf8')
  return {name, text, words: new Set(wordsIn(text))}
})
const notesWith = new Map()
for (const [at, {words}] of notes.entries()) {
  for (const word of words) {
    const list = notesWith.get(word)
    if (list === undefined) notesWith.set(word, [at])
    else list.push(at)
  }
}

const asked = askable()
const brain = await openBrain({
  root,
  onProgress: (done, total, what) => {
    if (done === total) process.stderr.write(`${what}: ${total}\n`)
  },
})
await brain.index()
const missed = []
const times = []
let among = 0
for (const one of asked) {
  const begun = performance.now()
  const {hits} = await brain.search(one.words.join(' '), {limit: HITS, includePast: true})
  times.push(performance.now() - begun)
  const first = [...new Set(hits.map((hit) => hit.path))].slice(0, FIRST)
  if (first.includes(one.name)) among++
  else missed.push({...one, first})
}
await brain.close()

console.log(
  `${asked.length} of ${wanted} passages have six words that stand together in at most ${NOTES_MOST} notes`,
)
console.log(
  `own note among the first ${FIRST}: ${among} of ${asked.length}, ${((100 * among) / asked.length).toFixed(2)} %`,
)
console.log(
  `a search: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % below ${percentile(times, 0.95).toFixed(1)} ms`,
)
if (values.misses) {
  for (const {name, words, together, first} of missed) {
    console.log(`\n${words.join(' ')}\n  of ${name}, and in ${together.length} notes together`)
    for (const other of first) console.log(`  found ${other}`)
  }
}

/** The passages that only a few notes can have, with the words they are asked for by. */
function askable() {
  const found = []
  for (let count = 0; count < wanted; count++) {
    const {name, text} = notes[Math.floor(chance() * notes.length)]
    const passage = passageOf(text)
    if (passage === undefined) {
      // A note without a passage of six words: another one.
      count--
      continue
    }
    const together = notesWithAll(passage)
    if (together.length <= NOTES_MOST) found.push({name, words: passage, together})
  }
  return found
}

/** Six different words of a block of the text, in their order; `undefined` where no block has as many. */
function passageOf(text) {
  const blocks = text
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    .replace(NO_CONTENT, ' ')
    .split(/(?:\r?\n){2,}/)
    .map((block) => [...new Set(wordsIn(block))])
    .map((words) => words.filter((word) => 2 < word.length && !little.has(word)))
    .filter((words) => WORDS_ASKED <= words.length)
  const words = blocks[Math.floor(chance() * blocks.length)]
  if (words === undefined) return undefined
  const rest = words.map((word, at) => ({word, at}))
  const taken = Array.from({length: WORDS_ASKED}, () =>
    rest.splice(Math.floor(chance() * rest.length), 1),
  ).flat()
  return taken.sort((a, b) => a.at - b.at).map(({word}) => word)
}

function notesWithAll(words) {
  const lists = words.map((word) => notesWith.get(word) ?? []).sort((a, b) => a.length - b.length)
  const [first = [], ...others] = lists
  return first.filter((note) => others.every((list) => list.includes(note)))
}

/** Runs of letters and digits in lower case, and nothing else is made of them. */
function wordsIn(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Numbers from 0 to 1, the same in each run. */
function chances(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
