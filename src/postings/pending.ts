/**
 * What changed since the last time it was made to last, as records for the log.
 *
 * Only as long as it is little. Where it is much, as it is in a first index, all is written anew instead, and
 * records would be work and memory for nothing.
 */

export class Pending {
  #records: Buffer[] | undefined
  #room: number
  #isAny = false

  /** `room` is how many bytes of records are worth adding to the log. */
  constructor(room: number) {
    this.#room = room
    this.#records = 0 < room ? [] : undefined
  }

  /** Whether anything changed. */
  get isAny(): boolean {
    return this.#isAny
  }

  /** In the order of the changes. `undefined` where they are too much to be added. */
  get records(): readonly Buffer[] | undefined {
    return this.#records
  }

  /** Remembers a change, which is written down where it may be needed. */
  add(write: () => Buffer): void {
    this.#isAny = true
    if (this.#records === undefined) return
    const record = write()
    this.#records.push(record)
    this.#room -= record.length
    if (this.#room < 0) this.#records = undefined
  }
}
