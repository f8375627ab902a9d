/**
 * Changes inline fields of one fact, and no byte besides.
 *
 * Fields are replaced where they stand; new ones come after the last of them, else at the end of the
 * fact's first paragraph, before a block id. What comes out is read again, and handed on only if
 * this fact says what was asked, and everything else says what it did.
 */

import type {NotePath} from '../ground/note-path.js'
import {type FoundBlock, findBlocks} from './blocks.js'
import {type FieldEdit, type Rewritten, type Splice, spliced} from './field-edit.js'
import {readFrontmatter} from './frontmatter.js'
import type {InlineField} from './inline-fields.js'
import {linesOf} from './lines.js'
import type {Fact} from './note.js'
import {readStructure} from './structure.js'

/**
 * Changes `edits` in `fact`, which was read of this very `text`.
 *
 * @param block an id to give to the fact, without `^`, where it has none.
 */
export function rewriteFact(
  text: string,
  fact: Fact,
  edits: readonly FieldEdit[],
  block?: string,
): Rewritten {
  const before = blocksOf(text)
  const index = before.findIndex(
    (found) => found.span.start === fact.span.start && found.text === fact.text,
  )
  const found = before[index]
  if (found === undefined) return refused('the fact is not where it was')
  const splices: Splice[] = []
  const last = new Map(edits.map((edit) => [edit.key, edit]))
  for (const edit of last.values()) {
    const made = splicesFor(text, found, edit)
    if (typeof made === 'string') return refused(made)
    splices.push(...made)
  }
  if (block !== undefined && found.block !== block) {
    if (found.block !== undefined) return refused(`it has the block id \`^${found.block}\` already`)
    if (!/^[A-Za-z0-9-]+$/.test(block)) return refused(`\`${block}\` is no block id`)
    if (found.endOfLead === undefined) return refused(onlyText)
    splices.push({start: found.endOfLead, end: found.endOfLead, text: ` ^${block}`})
  }
  if (splices.length === 0) return {ok: true, text}
  const after = spliced(text, splices)
  const isAsWanted = isKept(before, blocksOf(after), index, [...last.values()], block)
  return isAsWanted ? {ok: true, text: after} : refused('it would not be read as it was meant')
}

const onlyText = 'only list items and paragraphs can carry fields'

function refused(why: string): Rewritten {
  return {ok: false, why}
}

function blocksOf(text: string): FoundBlock[] {
  const lines = linesOf(text)
  const {bodyStart} = readFrontmatter('' as NotePath, text, lines)
  return findBlocks(text, readStructure(text, bodyStart).pieces, lines)
}

function splicesFor(text: string, found: FoundBlock, {key, value}: FieldEdit): Splice[] | string {
  const same = found.fields.filter((field) => field.key === key)
  const fields = same.filter(({isComment}) => !isComment)
  const values = valuesOf(value)
  const unfit = values.find((one) => !fits(one))
  if (unfit !== undefined) return `\`${unfit}\` cannot stand in an inline field`
  if (values.length === 0 && fields.length < same.length) return `\`${key}\` stands in a comment`

  const splices: Splice[] = []
  for (const [index, field] of fields.entries()) {
    const wanted = values[index]
    if (wanted === undefined) splices.push(removal(text, field))
    else if (wanted !== field.value) {
      const start = field.valueStart
      const pad = text[start - 1] === ':' ? ' ' : ''
      splices.push({start, end: field.valueEnd, text: pad + wanted})
    }
  }
  const more = values.slice(fields.length)
  if (more.length === 0) return splices
  if (found.insertAt === undefined) return onlyText
  const addition = more.map((one) => ` [${key}:: ${one}]`).join('')
  return [...splices, {start: found.insertAt, end: found.insertAt, text: addition}]
}

function valuesOf(value: FieldEdit['value']): string[] {
  if (value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map((one) => String(one).trim())
}

/** A value ends with the bracket that closes the field. */
function fits(value: string): boolean {
  if (value === '' || /[\r\n`]|<!--/.test(value) || 1500 < value.length) return false
  return isBalanced(value, '[', ']') && isBalanced(value, '(', ')')
}

function isBalanced(value: string, opening: string, closing: string): boolean {
  let depth = 0
  for (const character of value) {
    if (character === opening) depth++
    else if (character === closing && --depth < 0) return false
  }
  return depth === 0
}

function removal(text: string, field: InlineField): Splice {
  let start = field.start
  while (' \t'.includes(text[start - 1] ?? '\n')) start--
  const isFirst = /(?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)])?$/.test(
    text.slice(Math.max(0, start - 200), start),
  )
  if (!isFirst) return {start, end: field.end, text: ''}
  let end = field.end
  while (' \t'.includes(text[end] ?? '\n')) end++
  return {start: field.start, end, text: ''}
}

function isKept(
  before: readonly FoundBlock[],
  after: readonly FoundBlock[],
  index: number,
  edits: readonly FieldEdit[],
  block: string | undefined,
): boolean {
  if (before.length !== after.length) return false
  const others = before.every((old, at) => at === index || saying(old) === saying(after[at]!))
  const old = before[index]!
  const now = after[index]!
  if (!others || old.text !== now.text || now.block !== (block ?? old.block)) return false
  const edited = new Set(edits.map(({key}) => key))
  const rest = ({fields}: FoundBlock) =>
    JSON.stringify(fields.filter(({key}) => !edited.has(key)).map(({key, value}) => [key, value]))
  if (rest(old) !== rest(now)) return false
  return edits.every(({key, value}) => {
    const read = now.fields.filter((field) => field.key === key && !field.isComment)
    return JSON.stringify(read.map((field) => field.value)) === JSON.stringify(valuesOf(value))
  })
}

function saying({text, block, fields}: FoundBlock): string {
  return JSON.stringify([text, block, fields.map(({key, value}) => [key, value])])
}
