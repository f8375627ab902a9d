/**
 * Headings of a file as they stand in a context.
 *
 * Most files open with one heading that all the rest stands under. Where that says no more than the
 * file's name, which each passage begins with, it is left out.
 */

import {fileHeadings, headingOf} from './passage.js'

/** The headings for stretches of one file: a function from a stretch's own trail to its lines. */
export function headingsOf(
  path: string,
  trails: readonly (readonly string[])[],
): (trail: readonly string[]) => string[] {
  const title = sharedTitle(trails)
  const file = fileHeadings(path, title)
  const skipped = title === undefined ? 0 : 1
  return (trail) => {
    const inner = trail.slice(skipped).filter((heading) => heading.trim() !== '')
    return [...file, ...inner.map((heading, index) => headingOf(heading, file.length + index))]
  }
}

/** The heading that every stretch stands under. */
function sharedTitle(trails: readonly (readonly string[])[]): string | undefined {
  const first = trails[0]?.[0]
  return trails.every((trail) => trail[0] === first) ? first : undefined
}
