/**
 * Changes keys of the frontmatter, and no byte besides.
 *
 * The new value is spliced in where the old one stood, by the offsets that `yaml.ts` tells:
 * comments, quotes, order, line ends and everything else stay. What comes out is read again, and
 * handed on only if exactly the edited keys have changed; what cannot be edited safely is refused.
 */

import type {NotePath} from '../ground/note-path.js'
import {type FieldEdit, type Rewritten, type Splice, spliced} from './field-edit.js'
import {type Frontmatter, readFrontmatter} from './frontmatter.js'
import {findHead, type Head} from './head.js'
import {linesOf} from './lines.js'
import {readYaml, type YamlField} from './yaml.js'
import {yamlLine, yamlText, yamlValue} from './yaml-text.js'

/** Changes `edits` in the frontmatter of `text`; makes one where there is none. */
export function rewriteFields(text: string, edits: readonly FieldEdit[]): Rewritten {
  const before = read(text)
  let after = text
  for (const edit of edits) {
    const written = rewriteField(after, edit)
    if (!written.ok) return written
    after = written.text
  }
  if (after === text) return {ok: true, text}
  const why = deviation(before, read(after), edits)
  const isBodyKept = after.slice(read(after).bodyStart) === text.slice(before.bodyStart)
  if (why !== undefined) return refused(why)
  return isBodyKept ? {ok: true, text: after} : refused('the body would not stay as it is')
}

type Value = NonNullable<FieldEdit['value']>
type Block = Head & {kind: 'block'}

function refused(why: string): Rewritten {
  return {ok: false, why}
}

function read(text: string): Frontmatter {
  return readFrontmatter('' as NotePath, text, linesOf(text))
}

function rewriteField(text: string, edit: FieldEdit): Rewritten {
  const {key, value} = edit
  if (typeof value === 'number' && !Number.isFinite(value))
    return refused(`\`${key}\` is no number`)
  const head = findHead(text)
  if (head.kind === 'unterminated') {
    return refused(
      head.isTooLong
        ? 'the frontmatter is longer than 64 KB'
        : 'the frontmatter has no closing line',
    )
  }
  if (head.kind === 'none' || isProse(text)) {
    return {ok: true, text: value === undefined ? text : withNewBlock(text, key, value)}
  }
  const block = text.slice(head.start, head.end)
  const {trouble, isFlow, fields} = readYaml(block)
  if (trouble !== undefined) return refused(`the frontmatter is no YAML: ${trouble.reason}`)
  if (isFlow) return refused('the frontmatter is written in braces')
  const same = fields.filter((field) => field.key === key)
  if (1 < same.length) return refused(`\`${key}\` is written twice`)
  const [field] = same
  const changed =
    field === undefined ? added(text, head, fields, edit) : changedIn(block, field, edit)
  if (typeof changed === 'string') return refused(changed)
  const base = field === undefined ? 0 : head.start
  const moved = changed.map(({start, end, text: replacement}) => ({
    start: start + base,
    end: end + base,
    text: replacement,
  }))
  return {ok: true, text: spliced(text, moved)}
}

/** Two thematic breaks with prose between them look like a block to `findHead`, but were not read as one. */
function isProse(text: string): boolean {
  return read(text).bodyStart <= 1
}

function withNewBlock(text: string, key: string, value: Value): string {
  const eol = eolOf(text)
  const begin = text.startsWith('\uFEFF') ? 1 : 0
  const block = `---${eol}${yamlLine(key, value)}${eol}---${eol}`
  return text.slice(0, begin) + block + text.slice(begin)
}

function eolOf(text: string): string {
  const newline = text.indexOf('\n')
  return 0 < newline && text[newline - 1] === '\r' ? '\r\n' : '\n'
}

function added(text: string, head: Block, fields: readonly YamlField[], edit: FieldEdit): Splice[] {
  if (edit.value === undefined) return []
  const first = fields[0]
  const lineStart =
    first === undefined ? 0 : text.lastIndexOf('\n', head.start + first.keyStart - 1) + 1
  const indent = first === undefined ? '' : text.slice(lineStart, head.start + first.keyStart)
  const line = indent + yamlLine(edit.key, edit.value) + eolOf(text)
  return [{start: head.end, end: head.end, text: line}]
}

/** The splices in `block`, or why there are none to be made safely. */
function changedIn(block: string, field: YamlField, {key, value}: FieldEdit): Splice[] | string {
  if (value !== undefined && isSame(field.value, value)) return []
  if (field.intricate) return `\`${key}\` uses an anchor, an alias, a tag or a \`?\``
  if (value === undefined) return [wholeLines(block, field)]
  const {start, end, afterColon, shape, entries} = field
  if (shape === 'block-map') return `\`${key}\` holds a mapping`
  if (shape === 'nothing')
    return [{start: afterColon, end: afterColon, text: ` ${yamlValue(value)}`}]
  if (shape === 'block-list') return changedList(block, field, value)
  const quote = shape === 'scalar' ? (entries[0]?.quote ?? '') : ''
  return [{start, end, text: yamlValue(value, quote)}]
}

function isSame(old: unknown, value: Value): boolean {
  if (!Array.isArray(value)) return old === value
  return (
    Array.isArray(old) &&
    old.length === value.length &&
    value.every((text, index) => text === old[index])
  )
}

function wholeLines(block: string, {keyStart, end}: YamlField): Splice {
  const start = block.lastIndexOf('\n', keyStart - 1) + 1
  const newline = block.indexOf('\n', end)
  return {start, end: newline === -1 ? block.length : newline + 1, text: ''}
}

/** Items are added after the last one; any other change writes the list anew, in its own manner. */
function changedList(block: string, field: YamlField, value: Value): Splice[] | string {
  const {key, start, end, afterColon} = field
  const hasComment = /(?:^|\s)#/.test(block.slice(afterColon, end))
  if (!Array.isArray(value)) {
    if (hasComment) return `the comments in \`${key}\` would be lost`
    return [{start: afterColon, end, text: ` ${yamlValue(value)}`}]
  }
  const old = Array.isArray(field.value) ? field.value : []
  const indent = block.slice(block.lastIndexOf('\n', start - 1) + 1, start)
  const eol = eolOf(block)
  const items = value.map((text) => `- ${yamlText(text)}`)
  const isAddition = old.length !== 0 && old.every((text, index) => text === value[index])
  if (isAddition) {
    const more = items.slice(old.length).map((item) => eol + indent + item)
    const newline = block.indexOf('\n', end)
    const at = newline === -1 ? block.length : newline - (block[newline - 1] === '\r' ? 1 : 0)
    return [{start: at, end: at, text: more.join('')}]
  }
  if (hasComment) return `the comments in \`${key}\` would be lost`
  if (items.length === 0) return [{start: afterColon, end, text: ' []'}]
  return [{start, end, text: items.join(eol + indent)}]
}

/** What else than the edits changed; `undefined` where nothing did. */
function deviation(
  before: Frontmatter,
  after: Frontmatter,
  edits: readonly FieldEdit[],
): string | undefined {
  const known = new Set(before.messages.map(({rule}) => rule))
  const trouble = after.messages.find(
    ({rule}) => !known.has(rule) && rule !== 'duplicate-frontmatter',
  )
  if (trouble !== undefined) return `it would leave this behind: ${trouble.reason}`
  const wanted: Record<string, unknown> = Object.assign(Object.create(null), before.data)
  for (const {key, value} of edits) {
    if (value === undefined) delete wanted[key]
    else wanted[key] = value
  }
  const keys = new Set([...Object.keys(wanted), ...Object.keys(after.data)])
  for (const key of keys) {
    if (JSON.stringify(wanted[key]) !== JSON.stringify(after.data[key])) {
      return `\`${key}\` would not be read as it was meant`
    }
  }
  return undefined
}
