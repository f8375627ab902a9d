/**
 * A table of token vectors, as views of its file.
 *
 * After the first line (`table-header.ts`) come, little-endian: the vocabulary, one token a line, padded
 * by blanks; a scale for each token, of 32 bits, with the weight by how often the token is met in it;
 * and the vectors, row after row, of eight bits. What a token means is its scale times its row.
 *
 * Opening looks at whatever would lead a reader out of an array. Whether the bytes are those that were made
 * is another question (`checkTable`), and takes longer than all the rest.
 */

import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {endianness} from 'node:os'
import {beginningOf, layout, readTableHeader, type TableHeader, unreadable} from './table-header.js'
import {Vocabulary} from './vocabulary.js'
import {UNKNOWN} from './word-piece.js'

export interface Table {
  readonly header: TableHeader
  readonly vocabulary: Vocabulary
  /** By row. */
  readonly scales: Float32Array
  /** Row · dimensions / 4: four components in a number, the first one in its lowest byte. */
  readonly vectors: Int32Array
}

/**
 * Reads the table `file`, all of it. Where `line` is given, the file's first line has to be that one.
 *
 * @throws {BrainError} `model-unreadable` where it is damaged, another one, or something else.
 */
export function openTable(file: string, line?: Uint8Array): Table {
  const {header, bytes, from} = readTable(file, line)
  const {scalesAt, vectorsAt} = layout(header, from)
  const vocabulary = Vocabulary.over(bytes.subarray(from, scalesAt), header.tokens)
  if (vocabulary === undefined) {
    throw unreadable(file, `its vocabulary is not one of ${header.tokens} tokens`)
  }
  if (vocabulary.rowOf(UNKNOWN) === -1) throw unreadable(file, `its vocabulary has no ${UNKNOWN}`)
  // Numbers are read in their place, in the order of the machine.
  if (endianness() === 'BE') bytes.subarray(scalesAt).swap32()
  return {
    header,
    vocabulary,
    scales: new Float32Array(bytes.buffer, scalesAt, header.tokens),
    vectors: new Int32Array(bytes.buffer, vectorsAt, (header.tokens * header.dimensions) / 4),
  }
}

/**
 * Checks every byte of the table `file` against the checksum in its first line, and against the one in the file
 * beside it, where there is one: `minilm.bin.sha256`, as `sha256sum` writes it.
 *
 * @throws {BrainError} `model-unreadable` where it is not as it was made.
 */
export function checkTable(file: string): void {
  const {header, bytes, from} = readTable(file)
  openTable(file)
  const beside = checksumBeside(file)
  if (beside !== undefined && createHash('sha256').update(bytes).digest('hex') !== beside) {
    throw unreadable(file, 'it is not as it was made (the checksum in the file beside it)')
  }
  if (header.sha256 === undefined) return
  const sha256 = createHash('sha256').update(bytes.subarray(from)).digest('hex')
  if (sha256 !== header.sha256) throw unreadable(file, 'it is not as it was made (its checksum)')
}

function checksumBeside(file: string): string | undefined {
  try {
    return /^[0-9a-f]{64}/.exec(readFileSync(`${file}.sha256`, 'utf8'))?.[0]
  } catch {
    return undefined
  }
}

/** The bytes of a table whose first line says how long they are; `from` is where that line ends. */
function readTable(
  file: string,
  expected?: Uint8Array,
): {header: TableHeader; bytes: Buffer; from: number} {
  const {header, line, size} = readTableHeader(file)
  if (expected !== undefined && !line.equals(expected)) {
    throw unreadable(file, 'it has become another one since this program started')
  }
  const {bytes} = beginningOf(file, size)
  if (bytes.length !== size || !line.equals(bytes.subarray(0, line.length))) {
    throw unreadable(file, 'it was changed while it was read')
  }
  return {header, bytes, from: line.length}
}
