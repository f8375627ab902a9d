/**
 * Reads recall cases of the neutral shape: a folder a set, a file (gzipped or not) a case,
 * `{set, case, docs: [{id, session, turn, date, speaker, text}], queries: [{id, type, text, gold_docs,
 * gold_sessions}]}`. Each case is a corpus of its own.
 */

import {readdirSync, readFileSync, statSync} from 'node:fs'
import path from 'node:path'
import {gunzipSync} from 'node:zlib'

/** Yields the cases under `folder` one after the other, those of `set` alone where it is given. */
export function* casesUnder(folder, set) {
  for (const name of readdirSync(folder).sort()) {
    const inner = path.join(folder, name)
    if (!statSync(inner).isDirectory() || (set !== undefined && set !== name)) continue
    for (const file of readdirSync(inner).sort()) {
      if (/\.json(\.gz)?$/.test(file)) yield readCase(path.join(inner, file))
    }
  }
}

function readCase(file) {
  const bytes = readFileSync(file)
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}
