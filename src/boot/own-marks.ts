/**
 * Passes over what mdbrain itself wrote into a file, between its markers.
 *
 * Such a block says that there is a brain and how to ask it. Read back into a context it would be
 * memory of the memory, and each boot would feed the next.
 */

const BEGIN = /<!--\s{0,9}mdbrain:begin\b/
const END = /<!--\s{0,9}mdbrain:end\b/

export interface Line {
  readonly line: number
  readonly text: string
}

/** A filter over the lines of one file in their order: false from a begin marker to its end marker. */
export function ownMarks(): (text: string) => boolean {
  let isInside = false
  return (text) => {
    const wasInside = isInside
    // A begin and an end on one line: what comes last decides what follows.
    if (isInside ? END.test(text) : BEGIN.test(text)) {
      isInside = !isInside && text.search(END) < text.search(BEGIN)
      return false
    }
    return !wasInside
  }
}
