/**
 * Headings of a file as they stand in a context.
 *
 * Most files open with one heading that all the rest stands under. It says what the file is called,
 * so it goes beside the file's name, and not on a line of its own above every passage.
 */

import {fileHeading, innerHeading, type Voice} from './passage.js'

/** The headings for stretches of one file: a function from a stretch's own trail to its lines. */
export function headingsOf(
  path: string,
  trails: readonly (readonly string[])[],
  voice: Voice,
): (trail: readonly string[]) => string[] {
  const title = sharedTitle(trails)
  const file = fileHeading(path, voice, title)
  const skipped = title === undefined ? 0 : 1
  return (trail) => {
    const inner = trail.slice(skipped).filter((heading) => heading.trim() !== '')
    return [file, ...inner.map((heading, index) => innerHeading(heading, voice, index + 1))]
  }
}

/** The heading that every stretch stands under. */
function sharedTitle(trails: readonly (readonly string[])[]): string | undefined {
  const first = trails[0]?.[0]
  return trails.every((trail) => trail[0] === first) ? first : undefined
}
