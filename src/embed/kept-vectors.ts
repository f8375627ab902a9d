/**
 * Vectors on the disk, each under the name of its text: a table of fixed places in one file.
 *
 * Where a vector stands follows from its name, so that one is found by reading a few kilobytes at a known place, the
 * file has the same bound from the beginning, and nothing is ever put in order: of four places that a name has the
 * first free one is taken, or one that chance picks. Most of the file is a hole until it is written. Each
 * place has a checksum, since two processes may write at once and a disk may fill up: what does not fit together is not
 * there. Nothing here fails.
 */

import {createHash} from 'node:crypto'
import {closeSync, mkdirSync, openSync, readSync, writeSync} from 'node:fs'
import path from 'node:path'
import type {Embedded} from './embedder.js'

/** Bytes of the name, of the coverage, and of the checksum. */
const NAME = 16
const COVERAGE = 4
const SUM = 4

/** Places that a name may have. */
const PLACES = 4

export class KeptVectors {
  readonly #file: string
  readonly #dimensions: number
  readonly #record: number
  readonly #groups: number

  /**
   * @param file absolute; made with its folder when the first vector is kept.
   * @param mostBytes that it may become.
   */
  constructor(file: string, dimensions: number, mostBytes: number) {
    this.#file = file
    this.#dimensions = dimensions
    this.#record = NAME + COVERAGE + dimensions + SUM
    this.#groups = Math.max(1, Math.floor(mostBytes / (PLACES * this.#record)))
  }

  /** What is kept under each of these names; `undefined` where nothing is. */
  find(names: readonly Buffer[]): (Embedded | undefined)[] {
    const file = this.#open('r')
    try {
      return names.map((name) => (file === undefined ? undefined : this.#findIn(file, name)))
    } finally {
      close(file)
    }
  }

  /** Keeps what was found under these names, as far as that is possible. */
  keep(names: readonly Buffer[], found: readonly Embedded[]): void {
    const file = this.#open('r+') ?? this.#make()
    if (file === undefined) return
    try {
      for (const [at, name] of names.entries()) this.#keepIn(file, name, found[at]!)
    } catch {
      // It is asked for again the next time.
    } finally {
      close(file)
    }
  }

  #findIn(file: number, name: Buffer): Embedded | undefined {
    for (const {record} of this.#placesOf(file, name)) {
      if (!name.equals(record.subarray(0, NAME)) || !isWhole(record)) continue
      const from = NAME + COVERAGE
      const vector = new Int8Array(record.subarray(from, from + this.#dimensions))
      return {vector, coverage: record.readFloatLE(NAME)}
    }
    return undefined
  }

  #keepIn(file: number, name: Buffer, {vector, coverage}: Embedded): void {
    const places = [...this.#placesOf(file, name)]
    const same = places.find(({record}) => name.equals(record.subarray(0, NAME)))
    const free = places.find(({record}) => !isWhole(record))
    const {at} = same ?? free ?? places[name[NAME - 1]! % places.length]!
    const record = Buffer.alloc(this.#record)
    name.copy(record)
    record.writeFloatLE(coverage, NAME)
    record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), NAME + COVERAGE)
    sumOf(record).copy(record, record.length - SUM)
    writeSync(file, record, 0, record.length, at)
  }

  /** The places of a name, with what stands there; zeros beyond the end of the file. */
  *#placesOf(file: number, name: Buffer): Iterable<{readonly at: number; readonly record: Buffer}> {
    const from = (name.readUIntBE(0, 6) % this.#groups) * PLACES * this.#record
    const bytes = Buffer.alloc(PLACES * this.#record)
    try {
      readSync(file, bytes, 0, bytes.length, from)
    } catch {
      bytes.fill(0)
    }
    for (let place = 0; place < PLACES; place++) {
      const begin = place * this.#record
      yield {at: from + begin, record: bytes.subarray(begin, begin + this.#record)}
    }
  }

  #open(how: 'r' | 'r+'): number | undefined {
    try {
      return openSync(this.#file, how)
    } catch {
      return undefined
    }
  }

  #make(): number | undefined {
    try {
      mkdirSync(path.dirname(this.#file), {recursive: true})
      return openSync(this.#file, 'wx+')
    } catch {
      return this.#open('r+')
    }
  }
}

function isWhole(record: Buffer): boolean {
  return sumOf(record).equals(record.subarray(record.length - SUM))
}

function sumOf(record: Buffer): Buffer {
  const content = record.subarray(0, record.length - SUM)
  return createHash('sha256').update(content).digest().subarray(0, SUM)
}

function close(file: number | undefined): void {
  try {
    if (file !== undefined) closeSync(file)
  } catch {}
}
