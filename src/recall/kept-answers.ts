/**
 * Answers that were given since anything changed: who asks the same of the same brain is not searched for twice.
 *
 * Several agents begin with the same question, and whoever turns a page comes back to it.
 */

import type {SearchReport} from './hit.js'

/** So many are kept; of more, those that were not asked for longest go. */
const MOST = 500

export class KeptAnswers {
  #grounds: readonly unknown[] = []
  /** By question; those asked for last come last. */
  readonly #answers = new Map<string, SearchReport>()

  /** Forgets all answers that were given on other grounds: another index, other files, other standings. */
  on(grounds: readonly unknown[]): this {
    const isSame =
      grounds.length === this.#grounds.length &&
      grounds.every((ground, at) => ground === this.#grounds[at])
    if (!isSame) this.#answers.clear()
    this.#grounds = grounds
    return this
  }

  /** The answer to `question`, which names all that an answer hangs on beside the grounds. */
  find(question: string): SearchReport | undefined {
    const answer = this.#answers.get(question)
    if (answer === undefined) return undefined
    this.#answers.delete(question)
    this.#answers.set(question, answer)
    return copyOf(answer)
  }

  keep(question: string, answer: SearchReport): void {
    this.#answers.set(question, copyOf(answer))
    if (this.#answers.size <= MOST) return
    const [oldest] = this.#answers.keys()
    this.#answers.delete(oldest!)
  }

  clear(): void {
    this.#answers.clear()
  }
}

/** Whoever is given an answer may do with it what he likes. */
function copyOf(answer: SearchReport): SearchReport {
  return {...answer, hits: answer.hits.map((hit) => ({...hit})), messages: [...answer.messages]}
}
