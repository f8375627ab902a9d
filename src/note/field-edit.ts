/** What is asked of a rewrite, and what comes of it: the shapes. */

export interface FieldEdit {
  readonly key: string
  /** `undefined` takes the key out. */
  readonly value: string | number | boolean | readonly string[] | undefined
}

/** The new text, or why nothing was changed: a clause without a full stop. */
export type Rewritten =
  | {readonly ok: true; readonly text: string}
  | {readonly ok: false; readonly why: string}

/** A replacement of the units from `start` to `end`, excluded. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies `splices`, which must not overlap; those at one place in the order given. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const ordered = splices
    .map((splice, index) => ({...splice, index}))
    .sort((a, b) => a.start - b.start || a.index - b.index)
  let result = ''
  let done = 0
  for (const {start, end, text: replacement} of ordered) {
    result += text.slice(done, start) + replacement
    done = end
  }
  return result + text.slice(done)
}
