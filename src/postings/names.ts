/** Names that few things have and many share: each has a number, told by 16 bits in a column. */

/** What none has a name for: the number 0. */
const NONE = 0

/** More than anybody has: whoever comes after has none. */
const MOST = 0xffff

export class Names {
  /** By number; the first is empty. */
  readonly list: string[]
  readonly #numbers: Map<string, number>

  /** @param list as `list` told it; the first is empty, or there is none. */
  constructor(list: readonly string[] = []) {
    this.list = list.length === 0 ? [''] : [...list]
    this.#numbers = new Map(this.list.map((name, number) => [name, number]))
  }

  /** The number of a name, a new one where it has none. */
  numberOf(name: string): number {
    // As it is read again: bytes know no half of a sign.
    const sound = name.toWellFormed()
    const known = this.#numbers.get(sound)
    if (known !== undefined) return known
    if (MOST < this.list.length) return NONE
    const number = this.list.push(sound) - 1
    this.#numbers.set(sound, number)
    return number
  }
}
