/**
 * Reads what `supersedes` and `superseded_by` name: `drawers/a/b.md`, `[[b]]`, `[b](b.md)`,
 * `MEMORY.md#^k3f`, or several wikilinks in one text.
 */

import {linksIn} from './links.js'

export interface Cited {
  /** With its anchor, without brackets and label. */
  readonly target: string
  /** Where the target begins and ends in the text, its anchor not included. */
  readonly start: number
  readonly end: number
}

/** The references in `text`. */
export function citedIn(text: string): Cited[] {
  const links = linksIn({text, start: 0})
  if (links.length !== 0) {
    return links.map(({target, anchor, targetStart, targetEnd}) => ({
      target: anchor === undefined ? target : `${target}#${anchor}`,
      start: targetStart,
      end: targetEnd,
    }))
  }
  const target = text.trim()
  if (target === '') return []
  const start = text.indexOf(target)
  const hash = target.indexOf('#')
  return [{target, start, end: start + (hash === -1 ? target.length : hash)}]
}
