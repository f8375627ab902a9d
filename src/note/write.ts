/** The text of a new note. */

import type {FieldEdit} from './field-edit.js'
import {yamlLine} from './yaml-text.js'

/**
 * Composes a note of `fields`, those without a value left out, and `body`, byte for byte; a line end
 * is added where the body has none. There is a frontmatter even where it is empty: a body that
 * opens with `---` would be taken for one.
 */
export function composeNote(fields: readonly FieldEdit[], body: string): string {
  const lines = fields.flatMap(({key, value}) =>
    value === undefined ? [] : [`${yamlLine(key, value)}\n`],
  )
  const end = body === '' || body.endsWith('\n') ? '' : '\n'
  return `---\n${lines.join('')}---\n\n${body}${end}`
}
