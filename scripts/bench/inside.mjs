/**
 * Opens the index of a brain inside this process, as whoever keeps it open has it, so that a query or an
 * edit can be timed without the start of a process and without the look at all the files.
 */

import {appendFileSync, readFileSync} from 'node:fs'
import path from 'node:path'
import {pathToFileURL} from 'node:url'
import {build} from 'esbuild'
import {root} from '../set-up.mjs'

const contents = `
export {digest} from './src/ground/digest.js'
export {decode} from './src/note/decode.js'
export {parse} from './src/note/parse.js'
export {entryOf} from './src/recall/entry-of.js'
export {openFresh} from './src/recall/live-index.js'
export {vectorsOf} from './src/recall/in-step.js'
export {Model} from './src/recall/model.js'
export {builtInEmbedder} from './src/embed/static-embedder.js'
export {DEFAULT_SETTINGS} from './src/settings/defaults.js'
export {loadStemmers} from './src/terms/stem.js'
export {version} from './src/version.js'
`

/** Bundles what is measured, once a process. */
export async function loadInside() {
  const outdir = path.join(root, 'node_modules', '.mdbrain-bench')
  await build({
    stdin: {contents, resolveDir: root, loader: 'ts'},
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir,
    outExtension: {'.js': '.mjs'},
    banner: {
      js: "import {createRequire as hereRequire} from 'node:module';const require=hereRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return import(pathToFileURL(path.join(outdir, 'stdin.mjs')).href)
}

/** The index that `brain index` left in a brain, and the built-in model. */
export async function openIndex(inside, brain) {
  const {openFresh, Model, builtInEmbedder, DEFAULT_SETTINGS, version, loadStemmers} = inside
  const scene = {
    root: brain,
    cacheDir: path.join(brain, '.brain'),
    program: version,
    settings: DEFAULT_SETTINGS,
    settingMessages: [],
    clock: {now: () => Date.now()},
    embedder: async () => builtInEmbedder(path.join(root, 'models/minilm-static-128.bin')),
  }
  const model = await Model.open(scene)
  const store = await openFresh(scene, model)
  if (store.notes === 0) throw new Error(`the index of ${brain} could not be opened`)
  await loadStemmers(['en', 'de', 'es', 'fr'])
  return {store, model}
}

/** Asks every query once and returns the milliseconds of each, those of understanding it included. */
export async function askAll({store, model}, queries) {
  const milliseconds = []
  for (const text of queries) {
    const question = {
      text,
      where: [],
      hidden: new Set(),
      doubted: new Set(),
      offset: 0,
      limit: 10,
    }
    const begun = performance.now()
    const meaning = await model.meaningOf(text)
    store.search(meaning === undefined ? question : {...question, meaning})
    milliseconds.push(performance.now() - begun)
  }
  return milliseconds
}

/** Adds a line to a note and puts it into the index; returns the milliseconds and the bytes written. */
export async function editOnce(inside, {store, model}, brain, note) {
  const file = path.join(brain, note)
  appendFileSync(file, `\nSeen again at ${performance.now()}.\n`)
  const begun = performance.now()
  const bytes = readFileSync(file)
  const {text} = inside.decode(bytes)
  const {zone} = inside.DEFAULT_SETTINGS
  const made = inside.parse(note, text, zone)
  const entry = inside.entryOf({note: made.note, text}, inside.digest(bytes), zone)
  store.put(entry, await inside.vectorsOf(store, model, entry))
  const saved = store.save()
  return {milliseconds: performance.now() - begun, bytes: saved.bytes, how: saved.how}
}
