/**
 * The model that comes with the package: each token has a vector, and a text's is the sum of its tokens'.
 *
 * No network is run, so that a million tokens take less than a second. The table has in it what is
 * usually done to such a sum: weights by how often a token is met, and what all texts share taken off
 * (Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", 2017; Model2Vec of
 * MinishLab). The sum need not be divided by the number of tokens, since only its direction is kept.
 *
 * The same on every machine: numbers of 64 bits, always added in the same order.
 */

import {digest} from '../ground/digest.js'
import type {Embedded, Embedder} from './embedder.js'
import {quantise} from './quantise.js'
import {checkTable, openTable, type Table} from './table.js'
import {readTableHeader} from './table-header.js'
import {TokenSum} from './token-sum.js'
import {WordPiece} from './word-piece.js'

/** Raised whenever the same text would get another vector, or coverage, from the same table. */
const VERSION = 1

/**
 * The model whose table is in `file`. Of the file only the first line is read here; the table is read
 * when the first text is embedded, and kept.
 *
 * @throws {BrainError} `model-unreadable` where there is no table; later `embed` throws it where the table
 * is damaged, or has become another one.
 */
export function builtInEmbedder(file: string): Embedder {
  const {header, line, size} = readTableHeader(file)
  let read: ((text: string) => Embedded) | undefined
  return {
    fingerprint: fingerprintOf(header.name, header.sha256 ?? digest(`${size} ${line}`)),
    dimensions: header.dimensions,
    check: () => checkTable(file),
    embed: (texts) => {
      read ??= embedderOver(openTable(file, line))
      return texts.map(read)
    },
  }
}

/** Which signs are letters, and what a letter is without its accent, are Unicode's to say, and it grows. */
function fingerprintOf(name: string, table: string): string {
  return `${name} ${table.slice(0, 22)} static-${VERSION} unicode-${process.versions.unicode}`
}

function embedderOver(table: Table): (text: string) => Embedded {
  const {vocabulary, header} = table
  const wordPiece = new WordPiece(vocabulary, header.maxWord)
  const tokens = new TokenSum(table)
  return (text) => {
    let letters = 0
    let known = 0
    wordPiece.read(text, (word) => {
      for (let at = 0; at < word.rows.length; at++) tokens.count(word.rows[at]!)
      letters += word.letters
      known += word.known
    })
    return {vector: quantise(tokens.take()), coverage: letters === 0 ? 0 : known / letters}
  }
}
