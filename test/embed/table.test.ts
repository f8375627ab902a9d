/** Tables that are right, and every way in which one is not. */

import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {builtInEmbedder} from '../../src/embed/static-embedder.js'
import {checkTable, openTable} from '../../src/embed/table.js'
import {WordPiece} from '../../src/embed/word-piece.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {reference} from './reference.js'
import {alphabet, makeTable, tableFile} from './tiny-table.js'

const tokens = ['office', '##ice', 'the', ...alphabet]

/** What `work` is stopped by. */
function stopOf(work: () => unknown): BrainError {
  try {
    work()
  } catch (error) {
    if (error instanceof BrainError) return error
    throw error
  }
  throw new Error('it was not stopped')
}

function embedFrom(file: string): void {
  builtInEmbedder(file).embed(['the offices'], 'passage')
}

test('a table is opened as it was written', () => {
  const made = makeTable({tokens})
  const {vocabulary, scales, vectors, header} = openTable(tableFile(made.bytes))
  expect(header).toMatchObject({name: 'tiny', dimensions: 8, maxWord: 100})
  for (const [row, token] of made.tokens.entries()) {
    expect(vocabulary.rowOf(token)).toBe(row)
    const bytes = new Int8Array(new Int32Array(vectors.subarray(2 * row, 2 * row + 2)).buffer)
    expect(Array.from(bytes, (byte) => scales[row]! * byte)).toEqual(made.vectorOf(token))
  }
  for (const none of ['', 'offic', 'officee', '##', '##the', 's##', '[UNK', '\n', ' ']) {
    expect(vocabulary.rowOf(none)).toBe(-1)
  }
})

test('the length of the vocabulary may count the blanks after it', () => {
  const plain = makeTable({tokens})
  const bytes = {vocabulary: 0, scales: 4 * plain.tokens.length, vectors: 8 * plain.tokens.length}
  const sample = makeTable({tokens, header: {bytes: {...bytes, vocabulary: 111}}})
  const vocabulary = sample.scalesAt - (sample.bytes.indexOf('\n') + 1)
  const padded = makeTable({tokens, header: {bytes: {...bytes, vocabulary}}})
  expect(openTable(tableFile(padded.bytes)).vocabulary.rowOf('office')).toBe(1)
})

describe('a table that is none', () => {
  const made = makeTable({tokens})
  const line = made.bytes.indexOf('\n') + 1
  const cut = (length: number) => made.bytes.subarray(0, length)
  const changed = (from: string, to: string) => {
    const bytes = Buffer.from(made.bytes)
    bytes.write(to, bytes.indexOf(from))
    return bytes
  }
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /no table of this format/],
    ['a text', Buffer.from('# Notes\n\nNothing here.\n'), /no table of this format/],
    ['a large file without a line', Buffer.alloc(100_000, 1), /no table of this format/],
    ['JSON of something else', Buffer.from('{"name": "mdbrain"}\n'), /no table of this format/],
    ['JSON that is no object', Buffer.from('null\n'), /no table of this format/],
    ['a later format', changed('mdbrain-table 1', 'mdbrain-table 2'), /no table of this format/],
    ['its first line, cut', cut(line - 1), /no table of this format/],
    ['its first line alone', cut(line), /bytes, which is not what its first line says/],
    ['all but its last byte', cut(made.bytes.length - 1), /not what its first line says/],
    ['a byte too many', Buffer.concat([made.bytes, Buffer.alloc(1)]), /not what its first line/],
    ['a line end too few', changed('\noffice\n', '\noffice '), /not one of \d+ tokens/],
    ['a line end too many', changed('\noffice\n', '\noff\nce\n'), /not one of \d+ tokens/],
    ['no [UNK]', changed('[UNK]\n', '[UNX]\n'), /has no \[UNK\]/],
  ])('%s', (_, bytes, why) => {
    const file = tableFile(bytes)
    const error = stopOf(() => embedFrom(file))
    expect(error.code).toBe('model-unreadable')
    expect(error.message).toContain(file)
    expect(error.message).toMatch(why)
    expect(error.hint).toMatch(/install mdbrain again/)
    expect(error.data).toMatchObject({path: file})
    expect(stopOf(() => checkTable(file)).code).toBe('model-unreadable')
  })

  test.each<[string, Record<string, unknown>]>([
    ['dimensions that are not read in fours', {dimensions: 6}],
    ['no dimensions', {dimensions: 0}],
    ['tokens that are no number', {tokens: '70'}],
    ['more tokens than there can be', {tokens: 2 ** 40}],
    ['words without a letter', {maxWord: 0}],
    ['a name that is none', {name: 7}],
    ['parts of no length', {bytes: undefined}],
    ['parts of another length', {bytes: {vocabulary: 100, scales: 1, vectors: 1}}],
    ['a checksum that is none', {sha256: 1}],
  ])('%s', (_, header) => {
    const file = tableFile({tokens, header})
    expect(stopOf(() => builtInEmbedder(file)).message).toMatch(/no table of this format/)
  })

  test('a file that is not there, and a folder', () => {
    const file = tableFile(made.bytes)
    expect(stopOf(() => builtInEmbedder(path.dirname(file))).message).toMatch(/EISDIR|no table/)
    rmSync(file)
    expect(stopOf(() => builtInEmbedder(file)).message).toMatch(/there is no such file/)
  })

  test('whatever byte is changed or lacks, it is opened or refused', () => {
    fc.assert(
      fc.property(fc.nat(made.bytes.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const bytes = Buffer.from(made.bytes)
        bytes[at] = byte
        const file = tableFile(isCut ? bytes.subarray(0, at) : bytes)
        let vectors: readonly {vector: Int8Array}[] | undefined
        try {
          vectors = builtInEmbedder(file).embed(['the offices'], 'passage') as typeof vectors
        } catch (error) {
          expect((error as BrainError).code).toBe('model-unreadable')
        }
        if (vectors !== undefined) expect(vectors[0]!.vector.length % 4).toBe(0)
      }),
      {numRuns: 300},
    )
  })
})

test('a checksum tells what opening does not see', () => {
  const sample = makeTable({tokens, header: {sha256: '0'.repeat(64)}})
  const rest = sample.bytes.subarray(sample.bytes.indexOf('\n') + 1)
  const sha256 = createHash('sha256').update(rest).digest('hex')
  const {bytes, vectorsAt} = makeTable({tokens, header: {sha256}})
  checkTable(tableFile(bytes))

  bytes[vectorsAt + 13]! ^= 1
  const file = tableFile(bytes)
  embedFrom(file)
  expect(stopOf(() => checkTable(file)).message).toMatch(/not as it was made/)
})

test('a checksum in a file beside tells it too', () => {
  const file = tableFile(makeTable({tokens}).bytes)
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  writeFileSync(`${file}.sha256`, `${sumOf(readFileSync(file))}  table.bin\n`)
  checkTable(file)
  const bytes = readFileSync(file)
  bytes[bytes.length - 3]! ^= 1
  writeFileSync(file, bytes)
  embedFrom(file)
  expect(stopOf(() => checkTable(file)).message).toMatch(/not as it was made/)
})

test('the table of the package is as it was made', () => {
  const file = path.resolve(import.meta.dirname, '../../models/minilm-static-128.bin')
  expect(readFileSync(`${file}.sha256`, 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}minilm-static-128\.bin\n$/,
  )
  checkTable(file)
})

describe('nothing but the first line is read before a text is', () => {
  const {bytes} = makeTable({tokens})

  test('so that damage is told then, and again until it is mended', () => {
    const file = tableFile(bytes)
    const embedder = builtInEmbedder(file)
    rmSync(file)
    expect(embedder.dimensions).toBe(8)
    expect(stopOf(() => embedder.embed(['a'], 'question')).code).toBe('model-unreadable')
    expect(stopOf(() => embedder.embed(['a'], 'question')).code).toBe('model-unreadable')
    writeFileSync(file, bytes)
    expect(embedder.embed(['a'], 'question')).toHaveLength(1)
    rmSync(file)
    expect(embedder.embed(['a'], 'question')).toHaveLength(1)
  })

  test('and another table in its place is not taken for it', () => {
    const file = tableFile(bytes)
    const embedder = builtInEmbedder(file)
    writeFileSync(file, makeTable({tokens: [...tokens, 'lyon']}).bytes)
    const error = stopOf(() => embedder.embed(['a'], 'question'))
    expect(error.message).toMatch(/another one since this program started/)
  })
})

test('the fingerprint names the table, and tells it from others', () => {
  const of = (header: Record<string, unknown>, more: readonly string[] = []) =>
    builtInEmbedder(tableFile({tokens: [...tokens, ...more], header})).fingerprint
  expect(of({})).toMatch(/^tiny \S{22} static-\d+ unicode-[\d.]+$/)
  expect(of({})).toBe(of({}))
  const sha256 = 'c'.repeat(64)
  const all = [of({}), of({}, ['lyon']), of({made: 'later'}), of({sha256}), of({name: 'other'})]
  expect(new Set(all).size).toBe(all.length)
  expect(of({sha256, made: 'later'})).toBe(of({sha256}))
})

describe.each(packagedTables())('the table of the package: %s', (_, file) => {
  test('is as it was made', () => {
    checkTable(file)
  })

  test('has the tokens of the model it was made of', () => {
    const {vocabulary, header} = openTable(file)
    const wordPiece = new WordPiece(vocabulary, header.maxWord)
    const names = tokensIn(file)
    for (const [text, expected] of reference) {
      const rows = wordPiece.rowsOf(text)
      expect(rows.map((row) => names[row]).join(' ')).toBe(expected)
    }
  })

  test('knows English, and knows what it does not', () => {
    const texts = [
      'The office moved from Paris to Lyon in March, and nobody told the bakery.',
      '私たちの事務所はリヨンにあります。',
      '我们的办公室在里昂',
      '사무실은 리옹에 있습니다',
      'Наш офис находится в Лионе',
      'xqzvkwjhq bvxzkjqwp qqzxvbnmk',
    ]
    const coverages = builtInEmbedder(file).embed(texts, 'passage') as readonly {coverage: number}[]
    const [english, ...others] = coverages.map(({coverage}) => coverage)
    expect(english).toBeGreaterThan(0.97)
    for (const coverage of others) expect(coverage).toBeLessThan(0.02)
  })

  test('puts a question nearer to its answer than to anything else', () => {
    const texts = [
      'Where is the office located?',
      'Our headquarters are in Lyon.',
      'The cat sleeps on the warm mat.',
      'Add two eggs and stir the batter.',
    ]
    const all = builtInEmbedder(file).embed(texts, 'passage') as readonly {vector: Int8Array}[]
    const [question, answer, ...others] = all.map(({vector}) => vector)
    for (const other of others) {
      expect(cosine(question!, other)).toBeLessThan(cosine(question!, answer!) - 0.2)
    }
  })
})

function packagedTables(): [name: string, file: string][] {
  const root = path.resolve(import.meta.dirname, '../..')
  return readdirSync(root, {withFileTypes: true})
    .filter((entry) => entry.isDirectory() && entry.name === 'models')
    .flatMap(({name}) => readdirSync(path.join(root, name)))
    .filter((name) => name.endsWith('.bin'))
    .map((name) => [name, path.join(root, 'models', name)])
}

/** The tokens of a table, read without the code that is tested. */
function tokensIn(file: string): string[] {
  const bytes = readFileSync(file)
  const lines = bytes.subarray(0, 2_000_000).toString('utf8').split('\n', 200_000)
  return lines.slice(1, 1 + JSON.parse(lines[0]!).tokens)
}

function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
