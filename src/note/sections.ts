/**
 * Cuts an identity or procedures file into its sections: each heading with what stands under it, up
 * to the next heading of any depth.
 */

import {type Lines, lineAt} from './lines.js'
import type {Section} from './note.js'
import type {Piece} from './piece.js'

/** The sections of the body that begins at `bodyStart`; what stands above the first heading first. */
export function readSections(
  text: string,
  bodyStart: number,
  pieces: readonly Piece[],
  lines: Lines,
): Section[] {
  const headings = pieces.filter(({kind}) => kind === 'heading')
  const sections: Section[] = []
  const add = (heading: Piece | undefined, start: number, textStart: number, next: number) => {
    const own = text.slice(textStart, next).replaceAll('\r\n', '\n')
    const trimmed = own.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
    if (heading === undefined && trimmed === '') return
    const end = start + text.slice(start, next).trimEnd().length
    sections.push({
      title: heading?.title ?? '',
      depth: heading?.depth ?? 0,
      text: trimmed,
      span: {
        start,
        end,
        fromLine: lineAt(lines, start),
        toLine: lineAt(lines, Math.max(start, end - 1)),
      },
    })
  }
  const first = headings[0]?.start ?? text.length
  const above = text.slice(bodyStart, first)
  add(undefined, bodyStart + above.length - above.trimStart().length, bodyStart, first)
  for (const [index, heading] of headings.entries()) {
    add(heading, heading.start, heading.end, headings[index + 1]?.start ?? text.length)
  }
  return sections
}
