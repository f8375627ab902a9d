/**
 * A table of the first columns of a larger one, each row with its scale: the columns that `make-table.py` makes are the
 * table's principal axes, the widest first.
 *
 * `node scripts/model/cut-table.mjs FILE DIMENSIONS NAME OUT`
 */

import {readFileSync, writeFileSync} from 'node:fs'
import process from 'node:process'
import {fileURLToPath} from 'node:url'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, dimensions, name, out] = process.argv.slice(2)
  if (out === undefined) {
    console.error('usage: node scripts/model/cut-table.mjs FILE DIMENSIONS NAME OUT')
    process.exit(2)
  }
  writeCut(readTable(file), Number(dimensions), name, out)
}

/** The parts of a table, of which the first line is read. */
export function readTable(file) {
  const bytes = readFileSync(file)
  const end = bytes.indexOf(10) + 1
  const header = JSON.parse(bytes.toString('utf8', 0, end))
  const vectors = end + header.bytes.vocabulary + header.bytes.scales
  return {header, beforeVectors: bytes.subarray(end, vectors), vectors: bytes.subarray(vectors)}
}

/** Writes the first `dimensions` columns of a table as the table `name` to the file `out`. */
export function writeCut({header, beforeVectors, vectors}, dimensions, name, out) {
  const rows = Array.from({length: header.tokens}, (_, row) => {
    const from = row * header.dimensions
    return vectors.subarray(from, from + dimensions)
  })
  const bytes = {...header.bytes, vectors: header.tokens * dimensions}
  const line = JSON.stringify({...header, name, dimensions, bytes})
  // What follows the first line begins at a multiple of 64 bytes; blanks in JSON are none of its values.
  const size = Buffer.byteLength(line) + 1 + header.bytes.vocabulary
  const padded = Buffer.from(`${line}${' '.repeat((64 - (size % 64)) % 64)}\n`)
  writeFileSync(out, Buffer.concat([padded, beforeVectors, ...rows]))
}
