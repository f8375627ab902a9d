/** A fact as it stands in its file: from the beginning of its first line, so that an indented one keeps its place. */

import type {Fact} from '../note/note.js'

export function factLines(text: string, {span}: Fact): string {
  return text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.end)
}
