/** Writes tables of a few tokens, and wrong ones. */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterAll} from 'vitest'

export interface TinyTable {
  /** As they are in the file. `[UNK]` is put before them where it is not among them. */
  readonly tokens: readonly string[]
  readonly dimensions?: number
  readonly maxWord?: number
  /** Instead of what the table's first line would say. */
  readonly header?: Readonly<Record<string, unknown>>
}

/** A table's bytes, `[from, to)` of each part, and the tokens with their vectors. */
export interface MadeTable {
  readonly bytes: Buffer
  readonly scalesAt: number
  readonly vectorsAt: number
  readonly tokens: readonly string[]
  readonly vectorOf: (token: string) => number[]
}

/** The same tokens, the same bytes. What a token means is by chance; `[UNK]` means nothing. */
export function makeTable({tokens, dimensions = 8, maxWord = 100, header}: TinyTable): MadeTable {
  const all = tokens.includes('[UNK]') ? tokens : ['[UNK]', ...tokens]
  const scales = Buffer.alloc(4 * all.length)
  const vectors = Buffer.alloc(all.length * dimensions)
  const chance = chances(all.length)
  for (const [row, token] of all.entries()) {
    if (token === '[UNK]') continue
    scales.writeFloatLE(0.001 + chance() / 2 ** 17, 4 * row)
    for (let at = 0; at < dimensions; at++) {
      vectors.writeInt8((chance() % 255) - 127, row * dimensions + at)
    }
  }
  const vocabulary = Buffer.from(all.map((token) => `${token}\n`).join(''))
  const line = JSON.stringify({
    format: 'mdbrain-table 1',
    name: 'tiny',
    dimensions,
    tokens: all.length,
    maxWord,
    bytes: {vocabulary: vocabulary.length, scales: scales.length, vectors: vectors.length},
    ...header,
  })
  const before = Buffer.concat([Buffer.from(`${line}\n`), vocabulary])
  const scalesAt = Math.ceil(before.length / 64) * 64
  const padding = Buffer.alloc(scalesAt - before.length, ' ')
  return {
    bytes: Buffer.concat([before, padding, scales, vectors]),
    scalesAt,
    vectorsAt: scalesAt + scales.length,
    tokens: all,
    vectorOf: (token) => {
      const row = all.indexOf(token)
      return Array.from(
        {length: dimensions},
        (_, at) => scales.readFloatLE(4 * row) * vectors.readInt8(row * dimensions + at),
      )
    },
  }
}

/** Puts a table, or other bytes, into a file that is gone after the tests. */
export function tableFile(table: TinyTable | Buffer): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-table-'))
  folders.push(folder)
  const file = path.join(folder, 'tiny.bin')
  writeFileSync(file, Buffer.isBuffer(table) ? table : makeTable(table).bytes)
  return file
}

/** All that words of small Latin letters can be spelled with. */
export const alphabet: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap(
  (letter) => [letter, `##${letter}`],
)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, {recursive: true, force: true})
})

/** Numbers of 16 bits by chance, always the same ones. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The lower half of such numbers goes round too soon.
    return state >>> 16
  }
}
