/**
 * The best few of many, without sorting the many.
 *
 * A heap whose root is the worst that is kept. Equal scores are told apart by `before`, which may
 * have to read a row of the index: it is asked only where two scores are equal to the last bit.
 */

/** Tells whether `a` stands before `b` when both have the same score. */
export type Before = (a: number, b: number) => boolean

export class Top {
  readonly #most: number
  readonly #before: Before
  readonly #items: number[] = []
  readonly #scores: number[] = []

  /** @param most how many are kept; all where it is `Infinity`. */
  constructor(most: number, before: Before) {
    this.#most = most
    this.#before = before
  }

  /** Each item may be offered once. */
  offer(item: number, score: number): void {
    const size = this.#items.length
    if (size < this.#most) {
      this.#items.push(item)
      this.#scores.push(score)
      this.#rise(size)
    } else if (0 < size && this.#isWorse(this.#items[0]!, this.#scores[0]!, item, score)) {
      this.#items[0] = item
      this.#scores[0] = score
      this.#sink()
    }
  }

  /** What is less than that is not kept. */
  get least(): number {
    return this.#items.length < this.#most ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? 0)
  }

  /** What was kept, best first. */
  sorted(): {readonly item: number; readonly score: number}[] {
    const all = this.#items.map((item, at) => ({item, score: this.#scores[at]!}))
    return all.sort((a, b) => (this.#isWorse(a.item, a.score, b.item, b.score) ? 1 : -1))
  }

  #isWorse(item: number, score: number, other: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && this.#before(other, item))
  }

  #isWorseAt(a: number, b: number): boolean {
    const items = this.#items
    const scores = this.#scores
    return this.#isWorse(items[a]!, scores[a]!, items[b]!, scores[b]!)
  }

  #rise(from: number): void {
    let at = from
    while (0 < at) {
      const parent = (at - 1) >> 1
      if (!this.#isWorseAt(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(): void {
    const size = this.#items.length
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (size <= child) return
      if (child + 1 < size && this.#isWorseAt(child + 1, child)) child++
      if (!this.#isWorseAt(child, at)) return
      this.#swap(at, child)
      at = child
    }
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a]!
    const score = this.#scores[a]!
    this.#items[a] = this.#items[b]!
    this.#scores[a] = this.#scores[b]!
    this.#items[b] = item
    this.#scores[b] = score
  }
}
