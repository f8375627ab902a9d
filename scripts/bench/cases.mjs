/**
 * Reads recall cases, each a corpus of its own with questions about it.
 *
 * The neutral shape is a folder a set, a file (gzipped or not) a case: `{set, case, docs: [{id, session, turn, date,
 * speaker, text}], queries: [{id, type, text, date, gold_docs, gold_sessions}]}`. What LongMemEval and LoCoMo are
 * published as is read too (`public-files.mjs`): a file of theirs, or a folder in which they lie under
 * their own names.
 */

import {readdirSync, readFileSync, statSync} from 'node:fs'
import path from 'node:path'
import {gunzipSync} from 'node:zlib'
import {publicCases} from './public-files.mjs'

const CASE = /\.json(\.gz)?$/
const PUBLISHED = /^(?:longmemeval_(?:s|oracle)(?:_cleaned)?|locomo10)\.json(?:\.gz)?$/

/**
 * Yields the cases of the files and folders `places` one after the other, of folders those of `set` alone where it
 * is given. A published file is a set with the file's name. `tell` gets a sentence about what is left out.
 */
export function* casesIn(places, {set, tell = () => {}} = {}) {
  for (const place of places) {
    const files = statSync(place).isDirectory() ? filesUnder(place, set) : [place]
    for (const file of files) yield* casesOf(file, tell)
  }
}

function filesUnder(folder, set) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const inner = path.join(folder, name)
      if (set !== undefined && set !== nameOf(name)) return []
      if (!statSync(inner).isDirectory()) return PUBLISHED.test(name) ? [inner] : []
      const files = readdirSync(inner).sort()
      return files.filter((file) => CASE.test(file)).map((file) => path.join(inner, file))
    })
}

function* casesOf(file, tell) {
  const content = readJson(file)
  const published = publicCases(nameOf(file), content)
  if (published === undefined && !Array.isArray(content?.queries)) {
    throw new Error(`${file} is neither a case nor a file of LongMemEval or LoCoMo`)
  }
  if (published === undefined) return yield content
  for (const [why, count] of Object.entries(published.leftOut)) {
    if (count !== 0) tell(`${nameOf(file)}: ${count} left out (${why})`)
  }
  yield* published.cases
}

function nameOf(file) {
  return path.basename(file).replace(CASE, '')
}

function readJson(file) {
  const bytes = readFileSync(file)
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}
