/**
 * What Orama takes for its store of documents and for its book of ids: both answer from the
 * postings.
 *
 * Orama's own keep every document and, in a Map, every id. Of 100,000 chunks that would be made
 * anew at each start, to show ten of them. Here what goes in is a note, called by its path, and
 * what is found is a chunk, called by its number; a row is read when it is shown. Orama tells the
 * two apart as it does everywhere: ids from outside are strings, its own are numbers.
 */

import type {ChunkRow, NoteRow, Postings} from '../postings/postings.js'

/** A chunk with its note, as a hit shows it. */
export interface ChunkDocument {
  readonly chunk: ChunkRow
  readonly note: NoteRow
}

/** Orama's number of a chunk. Not the chunk's own, since 0 is no number to Orama. */
export function internalIdOf(chunk: number): number {
  return chunk + 1
}

function chunkOf(internalId: number): number {
  return internalId - 1
}

/** A `documentsStore` of Orama's. What it stores is in the postings already, or about to be. */
export function noteDocuments() {
  return {
    create: () => undefined,
    load: (_ids: unknown, postings: Postings) => postings,
    get: (postings: Postings, id: string | number) =>
      typeof id === 'number' ? documentOf(postings, id) : noteAt(postings, id),
    getMultiple: (postings: Postings, ids: readonly number[]) =>
      ids.map((id) => documentOf(postings, id)),
    /** Asked for only where a search has neither words nor properties; ours has both. */
    getAll: () => ({}),
    /**
     * True whatever was there before: an insert replaces, and what stays the same is not done
     * again.
     */
    store: () => true,
    remove: () => true,
    count: ({notes}: Postings) => notes,
    save: () => undefined,
  }
}

function documentOf(postings: Postings, internalId: number): ChunkDocument {
  const chunk = chunkOf(internalId)
  return {chunk: postings.rowOf(chunk), note: postings.noteRowOf(postings.noteOf[chunk]!)}
}

/** All that Orama needs of a document which it is to remove. `undefined` where there is none. */
function noteAt(postings: Postings, path: string): {readonly path: string} | undefined {
  return postings.noteAt(path) === undefined ? undefined : {path}
}

/** A note has no number of Orama's. It asks for one, hands it to the index, and there it ends. */
const NO_NUMBER = -1

/** An `internalDocumentIDStore` of Orama's. */
export function chunkIds(postings: Postings) {
  return {
    idToInternalId: {get: () => NO_NUMBER},
    /** A chunk is called by its number, whatever that is. */
    internalIdToId: new Proxy([], {
      get: (_, name) => (name === 'length' ? postings.chunkLimit : name),
    }),
    load: () => {},
    save: () => undefined,
  }
}
