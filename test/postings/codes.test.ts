import fc from 'fast-check'
import {expect, test} from 'vitest'
import {compareBytes} from '../../src/postings/byte-order.js'
import {ByteSink} from '../../src/postings/byte-sink.js'
import {ByteSource} from '../../src/postings/byte-source.js'
import {Corpus} from '../../src/postings/corpus.js'
import {Dictionary} from '../../src/postings/dictionary.js'
import {countsOf, told} from '../../src/postings/posting-code.js'
import {applyRecord, pathIn, writePut, writeRemoval} from '../../src/postings/record.js'
import {TermTable} from '../../src/postings/term-table.js'
import {Texts} from '../../src/postings/texts.js'
import {writeVector} from '../../src/postings/vector-record.js'
import {type VectorSpace, VectorTable} from '../../src/postings/vector-table.js'
import {counted, draft, MODEL, noteOf, pool, seededNote} from './made-notes.js'

const number = fc.oneof(
  fc.nat(300),
  fc.nat(2 ** 32 - 1),
  fc.constantFrom(127, 128, 2 ** 28, 2 ** 32 - 1),
)
const text = fc.string({unit: 'grapheme', maxLength: 200})

test('what is written one after the other is read so', () => {
  const item = fc.oneof(number, text, fc.double())
  fc.assert(
    fc.property(fc.array(item), fc.constantFrom(1, 1000), (items, room) => {
      const sink = new ByteSink(room)
      for (const written of items) {
        if (typeof written === 'string') sink.text(written)
        else if (Number.isInteger(written) && 0 <= written && !Object.is(written, -0))
          sink.varint(written % 2 ** 32)
        else sink.float(written)
      }
      const source = new ByteSource(sink.written())
      for (const written of items) {
        if (typeof written === 'string') expect(source.text()).toBe(written)
        else if (Number.isInteger(written) && 0 <= written && !Object.is(written, -0))
          expect(source.varint()).toBe(written % 2 ** 32)
        else expect(source.float()).toBe(written)
      }
      expect([source.isBroken, source.at]).toEqual([false, sink.length])
    }),
  )
})

test('what is cut off, or anything at all, reads as nothing and says so', () => {
  const check = (
    bytes: readonly number[],
    read: (source: ByteSource) => unknown,
    expected: unknown,
  ) => {
    const source = new ByteSource(Buffer.from(bytes))
    expect([read(source), source.isBroken, source.at]).toEqual([expected, true, bytes.length])
  }
  check([], (source) => source.varint(), 0)
  check([0x80, 0x80], (source) => source.varint(), 0)
  check([0x80, 0x80, 0x80, 0x80, 0x80, 0x01], (source) => source.varint(), 0)
  check([5, 65, 66], (source) => source.text(), '')
  check([0xff, 0xff, 0xff, 0xff, 0x0f, 65], (source) => source.text(), '')
  check([1, 2, 3], (source) => source.float(), 0)
  check([1, 2, 0x83], (source) => source.skip(3), undefined)
})

test('bytes are in the order of the texts they are of', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    'é',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uff66',
    '\uffff',
    '\u{10000}',
    '\u{20000}',
    '\u{10ffff}',
  )
  const short = fc.string({unit, maxLength: 4})
  fc.assert(
    fc.property(short, short, (a, b) => {
      const [bytesA, bytesB] = [Buffer.from(a), Buffer.from(b)]
      const order = Math.sign(compareBytes(bytesA, 0, bytesA.length, bytesB, 0, bytesB.length))
      expect(order).toBe(a < b ? -1 : a === b ? 0 : 1)
    }),
    {numRuns: 500},
  )
})

test('a dictionary finds what is in it, and the place of what is not', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text), text, (words, other) => {
      const sorted = words.sort()
      const from = new Uint32Array(sorted.length + 1)
      sorted.forEach((word, i) => {
        from[i + 1] = from[i]! + Buffer.byteLength(word)
      })
      const dictionary = new Dictionary(Buffer.from(sorted.join('')), from, sorted.length)
      for (const [i, word] of sorted.entries()) {
        expect([dictionary.find(word), dictionary.at(i)]).toEqual([i, word])
      }
      expect(dictionary.find(other)).toBe(sorted.indexOf(other))
      const after = sorted.findIndex((word) => other <= word)
      expect(dictionary.firstFrom(other)).toBe(after === -1 ? sorted.length : after)
    }),
  )
})

test('a table of terms is a map of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({unit: 'grapheme', maxLength: 6}), {maxLength: 300}),
      (words) => {
        const table = new TermTable()
        const map = new Map<string, number>()
        for (const word of words) {
          expect(table.find(word)).toBe(map.get(word) ?? -1)
          if (!map.has(word)) map.set(word, map.size)
          expect(table.findOrAdd(word)).toBe(map.get(word))
        }
        for (const [word, i] of map) expect([table.find(word), table.termAt(i)]).toEqual([i, word])
      },
    ),
  )
})

test('texts are read where they were added, kept ones too', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (kept, added) => {
      const first = new Texts()
      const places = kept.map((one) => first.add(one))
      const texts = new Texts(Buffer.from(first.written()))
      places.push(...added.map((one) => texts.add(one)))
      const all = [...kept, ...added]
      const copies = new Texts()
      places.forEach((at, i) => {
        expect(texts.read(at)).toBe(all[i])
        expect(texts.compare(at, Buffer.from(all[i]!))).toBe(0)
        expect(copies.read(copies.copy(texts, at, 1))).toBe(all[i])
      })
      if (1 < added.length) {
        expect(texts.readSeveral(places[kept.length]!, added.length)).toEqual(added)
      }
    }),
  )
})

test('counts are packed as far as there is room for them', () => {
  const packed = (counts: number[]) => {
    const {body, other} = counted(counts, [])
    return countsOf(told(body), other)
  }
  const check = (counts: number[], expected: number[]) => expect(packed(counts)).toEqual(expected)
  check([], [0, 0, 0, 0, 0, 0])
  check([1], [1, 0, 0, 0, 0, 0])
  check([7, 1, 2, 3, 4, 5], [7, 1, 2, 3, 4, 5])
  check([70_000, 63, 64, 65, 1000, 63], [65_535, 63, 63, 63, 63, 63])
  expect(counted([0, 1], []).other).toBe(1)
  expect(counted([0, 0, 1], []).other).toBe(64)
})

test('a record puts what was put, and only where it can', () => {
  fc.assert(
    fc.property(pool, draft, (contents, drawn) => {
      const {entry, terms} = noteOf(drawn, contents)
      const whole = writePut(entry, terms)
      const corpus = new Corpus()
      expect(pathIn(whole)).toBe(entry.path)
      expect(applyRecord(corpus, whole)).toBe(true)
      const {chunks, ...row} = entry
      expect(corpus.notes.rowOf(0)).toEqual(row)
      expect(corpus.chunksOf(0).map((chunk) => corpus.rowOf(chunk))).toEqual(chunks)

      // Its first chunk is said to be there already.
      const relative = writePut({...entry, title: 'another'}, [undefined, ...terms.slice(1)])
      expect(applyRecord(new Corpus(), relative)).toBe(false)
      expect(applyRecord(corpus, relative)).toBe(true)
      expect([corpus.notes.rowOf(0).title, corpus.chunkCount]).toEqual(['another', chunks.length])
      expect(applyRecord(corpus, writeRemoval(entry.path))).toBe(true)
      expect([corpus.noteCount, corpus.chunkCount, corpus.wordCount]).toEqual([0, 0, 0])
    }),
  )
})

const SPACE: VectorSpace = {id: 'a space', dimensions: MODEL.dimensions}

test('a record brings vectors with a note, or one after it, and only into their own space', () => {
  const {entry, terms, vectors} = seededNote('a.md', 1)
  const byPlace = new Map(vectors!.slice(0, 2).map((vector, place) => [place, vector!]))
  const put = writePut(entry, terms, {space: SPACE, byPlace})
  const last = entry.chunks[2]!.id
  const later = writeVector('a.md', last, SPACE, vectors![2]!)
  expect(pathIn(later)).toBe('a.md')
  // Without vectors a record has no byte more than one that cannot have any.
  expect(writePut(entry, terms, {space: SPACE, byPlace: new Map()})).toEqual(writePut(entry, terms))
  const check = (space: VectorSpace | undefined, isTheirs: boolean) => {
    const corpus = new Corpus(undefined, space)
    expect(applyRecord(corpus, later)).toBe(false)
    expect([applyRecord(corpus, put), applyRecord(corpus, later)]).toEqual([true, true])
    const known = [0, 1, 2].map((chunk) => corpus.vectors?.isKnown(chunk))
    expect(known).toEqual([isTheirs, isTheirs, isTheirs])
    if (isTheirs) expect(corpus.vectors!.row(2)).toEqual(vectors![2])
    // A note that was there already is given its vectors too.
    const had = new Corpus(undefined, space)
    applyRecord(had, writePut(entry, terms))
    expect([applyRecord(had, put), had.vectors?.isKnown(1)]).toEqual([true, isTheirs])
  }
  check(SPACE, true)
  check({...SPACE, id: 'another'}, false)
  check({...SPACE, dimensions: 2}, false)
  // Where none are asked for, what comes first is kept.
  check(undefined, true)
})

test('a record of vectors that is cut off, or anything at all, changes nothing or does what it says', () => {
  const {entry, terms, vectors} = seededNote('a.md', 1)
  const byPlace = new Map(vectors!.map((vector, place) => [place, vector!]))
  const put = writePut(entry, terms, {space: SPACE, byPlace})
  const later = writeVector('a.md', entry.chunks[0]!.id, SPACE, Int8Array.of(1, 2, 3))
  const bare = writePut(entry, terms).length
  for (const space of [SPACE, undefined]) {
    for (let length = bare + 1; length < put.length; length++) {
      const corpus = new Corpus(undefined, space)
      const isPut = applyRecord(corpus, put.subarray(0, length))
      expect([length, corpus.noteCount]).toEqual([length, isPut ? 1 : 0])
    }
    for (let length = 0; length < later.length; length++) {
      const corpus = new Corpus(undefined, space)
      applyRecord(corpus, writePut(entry, terms))
      expect([length, applyRecord(corpus, later.subarray(0, length))]).toEqual([length, false])
      expect(corpus.vectors?.blocks() ?? []).toEqual([])
    }
    for (const record of [put, later]) {
      const from = record === put ? bare : 0
      for (let at = from; at < record.length; at++) {
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const changed = Buffer.from(record)
          changed[at] = value
          const corpus = new Corpus(undefined, space)
          applyRecord(corpus, writePut(entry, terms))
          applyRecord(corpus, changed)
          for (const block of corpus.vectors?.blocks() ?? []) {
            expect(block.to).toBeLessThanOrEqual(corpus.chunks.limit)
          }
        }
      }
    }
  }
})

test('a vector that there is no room for is none', () => {
  const table = new VectorTable({id: 'large', dimensions: 8192}, 0)
  const vector = new Int8Array(8192).fill(1)
  expect(table.set(2 ** 40, vector)).toBe(false)
  expect([table.isKnown(2 ** 40), table.blocks(), table.set(1, vector)]).toEqual([false, [], true])
  expect(table.row(1)).toEqual(vector)
})
