/**
 * The vectors of an index, in maps, and how near they are to a question: by the words of
 * `rank/law.ts`, one number after the other.
 */

import type {VectorModel} from '../../src/postings/postings.js'
import type {AskedMeaning} from '../../src/rank/question.js'

interface Kept {
  /** Fingerprint of the model that it is from. */
  readonly model: string
  readonly vector: Int8Array
}

/** By path and then by chunk, whose ids are those of one note. */
export class NaiveVectors {
  /** Those of other models are kept, and are none. */
  readonly model: VectorModel | undefined
  readonly #kept = new Map<string, Map<string, Kept>>()

  constructor(model: VectorModel | undefined) {
    this.model = model
  }

  /** The same where vectors of another model are asked for. */
  under(model: VectorModel | undefined): NaiveVectors {
    const vectors = new NaiveVectors(model)
    for (const [path, byId] of this.#kept) vectors.#kept.set(path, new Map(byId))
    return vectors
  }

  of(path: string, id: string): Int8Array | undefined {
    const kept = this.#kept.get(path)?.get(id)
    return kept?.model === this.model?.fingerprint ? kept?.vector : undefined
  }

  /** False where it has not as many numbers as the model says. */
  set(path: string, id: string, vector: Int8Array): boolean {
    if (this.model === undefined || vector.length !== this.model.dimensions) return false
    const byId = this.#kept.get(path) ?? new Map<string, Kept>()
    this.#kept.set(path, byId)
    byId.set(id, {model: this.model.fingerprint, vector: vector.slice()})
    return true
  }

  /** Forgets what is of other chunks of a note than these. */
  keep(path: string, ids: readonly string[]): void {
    const byId = this.#kept.get(path) ?? new Map<string, Kept>()
    this.#kept.set(path, new Map([...byId].filter(([id]) => ids.includes(id))))
  }
}

/** The cosine, 0 where it is negative, times the share of the question that the model knows. */
export function nearOf(
  vector: Int8Array | undefined,
  {vector: asked, coverage}: AskedMeaning,
): number {
  if (vector?.length !== asked.length) return 0
  const product = vector.reduce((sum, one, index) => sum + one * asked[index]!, 0)
  // Both are told with 24 bits: the length of what is kept, and how near it is.
  const lengths = Math.fround(lengthOf(vector)) * lengthOf(asked)
  return lengths === 0 ? 0 : Math.fround(Math.max(0, product / lengths) * coverage)
}

function lengthOf(vector: Int8Array): number {
  return Math.sqrt(vector.reduce((sum, one) => sum + one ** 2, 0))
}
