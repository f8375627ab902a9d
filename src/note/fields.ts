/**
 * What frontmatter says of a note: title, tags, aliases, placement, and its claim.
 *
 * Kind to what other programs and hands write: any scalar is a title (`2024-01-01`, `802.11`,
 * `null`), tags may be a list, one text with commas or blanks, or nothing. Unknown keys are kept
 * as data and never remarked on.
 */

import {type Claimed, type Reading, readClaim, type Said, type Sayings} from './claim.js'
import type {Frontmatter} from './frontmatter.js'
import {pointAt} from './lines.js'
import type {Note, Place} from './note.js'
import type {YamlField} from './yaml.js'

export type Fields = Claimed &
  Pick<Note, 'aliases' | 'tags' | 'fields' | 'places'> & {
    readonly title?: string
    readonly description?: string
    readonly type?: string
    /** Only what frontmatter says, to lay over what the path says. */
    readonly place: Place
  }

/** Reads the fields of `frontmatter`; messages go to `reading`. */
export function readFields(frontmatter: Frontmatter, reading: Reading): Fields {
  const {fields, lost, data} = frontmatter
  const text = (key: string) => textOf(fields.get(key))
  const named = {
    title: titleOf(fields.get('title')),
    description: text('description'),
    type: text('type'),
  }
  const place = {wing: text('wing'), room: text('room'), hall: text('hall')}
  const sayings: Sayings = new Map([...fields].map(([key, field]) => [key, saidIn(field)]))
  return {
    ...present(named),
    place: present(place),
    tags: [...tagsOf(fields.get('tags')), ...tagsOf(fields.get('tag'))],
    aliases: [...namesOf(fields.get('aliases')), ...namesOf(fields.get('alias'))],
    fields: data,
    places: placesOf(fields, reading),
    ...readClaim(sayings, lost, reading),
  }
}

type Present<Shape> = {[Key in keyof Shape]?: Exclude<Shape[Key], undefined>}

function present<Shape extends object>(shape: Shape): Present<Shape> {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== undefined),
  ) as Present<Shape>
}

function placesOf(fields: ReadonlyMap<string, YamlField>, {lines}: Reading): Note['places'] {
  const places: Record<string, Note['places'][string]> = {}
  for (const [key, field] of fields) {
    if (key === '__proto__') continue
    const isEmpty = field.shape === 'nothing'
    places[key] = pointAt(
      lines,
      isEmpty ? field.keyStart : (field.entries[0]?.start ?? field.start),
    )
  }
  return places as Note['places']
}

/** All scalars of a value; a mapping, which has none, stands for itself, so that it is not overlooked. */
function saidIn(field: YamlField): Said[] {
  const said = field.entries
    .filter(({isNull}) => !isNull)
    .map(({text, start, quote}) => ({text, offset: start + quote.length}))
  const isMapping = typeof field.value === 'object' && field.value !== null
  if (said.length !== 0 || !isMapping || Array.isArray(field.value)) return said
  return [{text: JSON.stringify(field.value), offset: field.start}]
}

function textOf(field: YamlField | undefined): string | undefined {
  const entry = field?.entries.length === 1 ? field.entries[0] : undefined
  if (entry === undefined || entry.isNull) return undefined
  const text = entry.text.replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** Even `null` can be a title: who leaves it out writes nothing, or `~`. */
function titleOf(field: YamlField | undefined): string | undefined {
  const entry = field?.entries[0]
  const isNull = entry?.isNull === true && /^null$/i.test(entry.text)
  return isNull ? entry.text : textOf(field)
}

function tagsOf(field: YamlField | undefined): string[] {
  if (field === undefined) return []
  const isOneText = !Array.isArray(field.value)
  return field.entries
    .filter(({isNull, text}) => !isNull || (!isOneText && text !== '' && text !== '~'))
    .flatMap(({text}) => (isOneText ? text.split(/[,\s]+/) : [text.trim()]))
    .map((tag) => tag.replace(/^#+/, ''))
    .filter((tag) => tag !== '')
}

function namesOf(field: YamlField | undefined): string[] {
  if (field === undefined) return []
  const isOneText = !Array.isArray(field.value)
  return field.entries
    .filter(({isNull, text}) => !isNull || (!isOneText && text !== '' && text !== '~'))
    .flatMap(({text}) => (isOneText ? text.split(',') : [text]))
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
}
