/**
 * The index of a brain: Orama, with a tokenizer, an index, documents and ids of ours.
 *
 * Notes go in by Orama's `insert` and `remove`, what is kept on the disk by its `load`, and every
 * question by its `search`. Orama is the library since its parts can be replaced one by one, and
 * must be: with its own, an index of this size opens in seconds, and ranks by the beginnings of
 * words (`docs/decisions/0012`). This file alone knows Orama, and imports five of its functions, so
 * that a bundle leaves out the rest.
 */

import {type AnyOrama, create, insert, load, type Results, remove, search} from '@orama/orama'
import {openPostings, type Postings} from '../postings/postings.js'
import type {VectorModel} from '../postings/vector-table.js'
import type {Found, FoundChunk, Question} from '../rank/question.js'
import type {RankedChunk} from '../rank/rank.js'
import {ANALYSIS} from '../terms/fingerprint.js'
import {loadStemmers} from '../terms/stem.js'
import {contentsOf} from './contents.js'
import type {ComparableStore, IndexedNote, Put, VectorOf} from './index-store.js'
import {type ChunkDocument, chunkIds, noteDocuments} from './note-documents.js'
import {type Asked, NOTE_PROPERTY, type Receipt, rankedIndex} from './ranked-index.js'
import {wordTokenizer} from './word-tokenizer.js'

export interface StoreOptions {
  /** Where the index is kept. */
  readonly cacheDir: string
  /** What else its content depends on: an index made under another is not used. */
  readonly fingerprint: string
  /** Whose vectors are kept beside the words; none where absent. */
  readonly vectors?: VectorModel | undefined
  /** True for an index that reads and writes no file. */
  readonly inMemory?: boolean
}

/**
 * Opens what is kept of an index, and loads the stemmers of its languages. Never fails because of
 * what it finds.
 */
export async function openStore({
  cacheDir,
  fingerprint,
  vectors,
  inMemory = false,
}: StoreOptions): Promise<ComparableStore> {
  const folder = inMemory ? undefined : cacheDir
  const postings = openPostings(folder, `${ANALYSIS} ${fingerprint}`, {vectors})
  await loadStemmers(postings.languages)
  return new OramaStore(postings)
}

class OramaStore implements ComparableStore {
  readonly #postings: Postings
  readonly #orama: AnyOrama

  constructor(postings: Postings) {
    this.#postings = postings
    this.#orama = oramaOver(postings)
  }

  get revision() {
    return `${this.#postings.revision} ${this.#postings.vectorRevision}`
  }
  get notes() {
    return this.#postings.notes
  }
  get chunks() {
    return this.#postings.chunks
  }
  get languages() {
    return this.#postings.languages
  }
  get lost() {
    return this.#postings.lost
  }

  digestOf(path: IndexedNote['path']) {
    return this.#postings.digestOf(path)
  }

  paths() {
    return this.#postings.paths()
  }

  put(note: IndexedNote, vectorOf?: VectorOf): Put {
    const receipt: Receipt = {redone: 0, vectorOf}
    insert(this.#orama, note as never, note.language, false, receipt as never)
    return {redone: receipt.redone}
  }

  idsOf(path: IndexedNote['path']) {
    return this.#postings.chunkIdsOf(path)
  }

  withoutVector(limit: number) {
    return [...this.#postings.chunksWithoutVector(limit)]
  }

  setVector(path: IndexedNote['path'], id: string, vector: Int8Array) {
    return this.#postings.setVector(path, id, vector)
  }

  remove(path: IndexedNote['path']): void {
    remove(this.#orama, path)
  }

  search(question: Question): Found {
    const asked: Asked = {question}
    const {hits} = search(this.#orama, {
      term: question.text,
      // Without these Orama would show all there is where a question has no words.
      properties: '*',
      relevance: asked as never,
      // What comes back from the index is the page already, and Orama makes room for as many.
      limit: Math.min(question.limit, this.#postings.chunks),
      sortBy: byPlace,
      // There are none, and otherwise it would copy every hit to leave them out.
      includeVectors: true,
    }) as Results<ChunkDocument>
    const {total, words, instead, hits: ranked} = asked.ranked!
    const ofChunk = new Map(ranked.map((one) => [`${one.chunk}`, one]))
    return {
      total,
      words,
      instead,
      hits: hits.map(({id, document}) => foundOf(document, ofChunk.get(id)!)),
    }
  }

  contents(withVectors = true) {
    return contentsOf(this.#postings, withVectors)
  }

  save(anew = false) {
    return this.#postings.save(anew)
  }
}

function oramaOver(postings: Postings): AnyOrama {
  const orama: AnyOrama = create({
    schema: {[NOTE_PROPERTY]: 'string'},
    id: 'brain',
    sort: {enabled: false},
    components: {
      tokenizer: wordTokenizer,
      index: rankedIndex(),
      documentsStore: noteDocuments(),
      getDocumentIndexId: ({path}: IndexedNote) => path,
      getDocumentProperties: (note: IndexedNote) => ({[NOTE_PROPERTY]: note}),
      validateSchema: () => undefined,
    } as never,
  })
  // It has no component for these, but uses those that it finds.
  orama.internalDocumentIDStore = chunkIds(postings) as never
  load(orama, {
    index: postings,
    docs: postings,
    internalDocumentIDStore: undefined,
    sorting: {enabled: false},
    pinning: undefined,
    language: wordTokenizer.language as never,
  })
  return orama
}

type Scored = [id: number, score: number, document: ChunkDocument]

/**
 * Best first; of equals by path, then by place. Orama's own order of equals is that of their
 * numbers.
 */
function byPlace([idOfA, scoreOfA, a]: Scored, [idOfB, scoreOfB, b]: Scored): number {
  if (scoreOfA !== scoreOfB) return scoreOfB - scoreOfA
  if (a.note.path !== b.note.path) return a.note.path < b.note.path ? -1 : 1
  return a.chunk.start - b.chunk.start || idOfA - idOfB
}

function foundOf({chunk, note}: ChunkDocument, ranked: RankedChunk): FoundChunk {
  const {match, score, parts, matched} = ranked
  const {start, end, fromLine, toLine, fact} = chunk
  return {
    path: note.path,
    title: note.title,
    digest: note.digest,
    start,
    end,
    fromLine,
    toLine,
    ...(fact === undefined ? {} : {fact}),
    match,
    score,
    parts,
    matched,
  }
}
