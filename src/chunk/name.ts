/** Names chunks by what they say, so that a chunk that only moved is known again. */

import {digest} from '../ground/digest.js'

/** Gives each chunk of one note its id, in order; of equal ones the second is told by `-2`. */
export function namer(): (
  trail: readonly string[],
  speaker: string | undefined,
  text: string,
) => string {
  const seen = new Map<string, number>()
  return (trail, speaker, text) => {
    // The counts keep the parts apart, whatever stands in them.
    let head = speaker === undefined ? '' : `${speaker.length} ${speaker}`
    for (const title of trail) head += `\n${title.length} ${title}`
    const name = digest(`${head}\n\n${text}`)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}
