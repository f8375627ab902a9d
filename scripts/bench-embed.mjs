/**
 * `npm run bench:embed`: what the built-in model costs on one core.
 *
 * Loading is measured in processes of their own, since a process does it once; tokens on the documents of this
 * repository, each text once when its words are new to the model and then again and again; a question by itself.
 * Options: `--table FILE` (that of the package), `--texts FOLDER` of markdown (`docs/`), `--runs N` (9).
 */

import {execFileSync} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {parseArgs} from 'node:util'
import {build} from 'esbuild'
import {percentile, wholeNumber} from './bench/processes.mjs'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const {values} = parseArgs({
  options: {
    table: {type: 'string', default: path.join(root, 'models/minilm-static-128.bin')},
    texts: {type: 'string', default: path.join(root, 'docs')},
    runs: {type: 'string', default: '9'},
  },
})
const runs = wholeNumber(values, 'runs')

/** About what a chunk has, in UTF-16 units. */
const CHUNK = 1000
/** Each run embeds the texts so often that it takes a good part of a second. */
const TOKENS_A_RUN = 1_000_000

/**
 * Prints the milliseconds from nothing to the first vector, by the clock and of the processor; the code is loaded before.
 */
const loading = `
  const {builtInEmbedder} = await import(process.argv[1])
  const start = performance.now()
  const used = process.cpuUsage()
  builtInEmbedder(process.argv[2]).embed(['where is the office?'], 'question')
  const {user, system} = process.cpuUsage(used)
  console.log(JSON.stringify([performance.now() - start, (user + system) / 1000]))`

const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-embed-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const code = path.join(place, 'embed.mjs')
await build({
  stdin: {
    contents: `export {builtInEmbedder} from './static-embedder.js'
      export {openTable} from './table.js'
      export {WordPiece} from './word-piece.js'`,
    resolveDir: path.join(root, 'src/embed'),
    loader: 'ts',
  },
  outfile: code,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
})
const address = pathToFileURL(code).href
const {builtInEmbedder, openTable, WordPiece} = await import(address)

const texts = readdirSync(values.texts, {recursive: true, encoding: 'utf8'})
  .filter((file) => file.endsWith('.md'))
  .sort()
  .flatMap((file) => chunksOf(readFileSync(path.join(values.texts, file), 'utf8')))
const {vocabulary, header} = openTable(values.table)
const wordPiece = new WordPiece(vocabulary, header.maxWord)
const tokens = texts.reduce((sum, text) => sum + wordPiece.rowsOf(text).length, 0)
const times = Math.max(1, Math.ceil(TOKENS_A_RUN / tokens))

const loads = measure(() =>
  JSON.parse(run(['--input-type=module', '-e', loading, address, values.table])),
)
const first = measure(() => {
  const {embed} = builtInEmbedder(values.table)
  embed([''], 'passage')
  return tokens / secondsOf(() => embed(texts, 'passage'))
})
const {embed} = builtInEmbedder(values.table)
embed(texts, 'passage')
const again = measure(() => {
  const seconds = secondsOf(() => {
    for (let time = 0; time < times; time++) embed(texts, 'passage')
  })
  return (times * tokens) / seconds
})
const questions = texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60))
const asked = questions.map((question) => 1000 * secondsOf(() => embed([question], 'question')))

const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0})
console.log(`table            ${header.name}, ${header.tokens} × ${header.dimensions}`)
console.log(`texts            ${texts.length}, ${whole.format(tokens)} tokens`)
for (const [place, name] of ['load', 'load, of the CPU'].entries()) {
  const ms = loads.map((each) => each[place])
  const [half, most] = [0.5, 1].map((share) => percentile(ms, share).toFixed(1))
  console.log(`${name.padEnd(16)} p50 ${half} ms, most ${most} ms`)
}
console.log(`new words        p50 ${whole.format(percentile(first, 0.5))} tokens/s`)
console.log(`known words      p50 ${whole.format(percentile(again, 0.5))} tokens/s`)
console.log(
  `a question       p50 ${percentile(asked, 0.5).toFixed(4)} ms, p99 ${percentile(asked, 0.99).toFixed(4)} ms`,
)

function chunksOf(text) {
  return Array.from({length: Math.ceil(text.length / CHUNK)}, (_, index) =>
    text.slice(CHUNK * index, CHUNK * (index + 1)),
  )
}

function measure(once) {
  return Array.from({length: runs}, once)
}

function secondsOf(work) {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}

function run(args) {
  return execFileSync(process.execPath, args, {encoding: 'utf8'})
}
