/**
 * What frontmatter says of a note: title, tags, aliases, placement, and its claim.
 *
 * Kind to what other programs and hands write: any scalar is a title (`2024-01-01`, `802.11`,
 * `null`), tags may be a list, one text with commas or blanks, or nothing. Unknown keys are kept
 * as data and never remarked on.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {type Claimed, type Reading, readClaim, type Said} from './claim.js'
import type {Frontmatter} from './frontmatter.js'
import {pointAt} from './lines.js'
import type {Note, Place} from './note.js'
import type {YamlField} from './yaml.js'

export interface Fields extends Pick<Note, 'aliases' | 'tags' | 'places'> {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly type: string | undefined
  /** Only what frontmatter says, to lay over what the path says. */
  readonly place: Place
  readonly claimed: Claimed
}

/** Reads the fields of `frontmatter`; messages go to `reading`. */
export function readFields(frontmatter: Frontmatter, reading: Reading): Fields {
  const {fields, lost} = frontmatter
  const text = (key: string) => textOf(fields.get(key))
  return {
    title: titleOf(fields.get('title')),
    description: text('description'),
    type: text('type'),
    place: placeOf(text('wing'), text('room'), text('hall')),
    tags: [...tagsOf(fields.get('tags')), ...tagsOf(fields.get('tag'))],
    aliases: [...namesOf(fields.get('aliases')), ...namesOf(fields.get('alias'))],
    places: placesOf(fields, reading),
    claimed: readClaim((key) => saidIn(fields.get(key)), lost, reading),
  }
}

function placeOf(
  wing: string | undefined,
  room: string | undefined,
  hall: string | undefined,
): Place {
  const place: {-readonly [Key in keyof Place]: Place[Key]} = {}
  if (wing !== undefined) place.wing = wing
  if (room !== undefined) place.room = room
  if (hall !== undefined) place.hall = hall
  return place
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
function saidIn(field: YamlField | undefined): Said[] | undefined {
  if (field === undefined) return undefined
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
  const text = foldBlanks(entry.text).trim()
  return text === '' ? undefined : text
}

/** Even `null` can be a title: who leaves it out writes nothing, or `~`. */
function titleOf(field: YamlField | undefined): string | undefined {
  const entry = field?.entries[0]
  const isNull = entry?.isNull === true && /^null$/i.test(entry.text)
  return isNull ? entry.text : textOf(field)
}

function tagsOf(field: YamlField | undefined): string[] {
  return textsOf(field, /[,\s]+/)
    .map((tag) => tag.trim().replace(/^#+/, ''))
    .filter((tag) => tag !== '')
}

function namesOf(field: YamlField | undefined): string[] {
  return textsOf(field, ',')
    .map((name) => foldBlanks(name).trim())
    .filter((name) => name !== '')
}

/** The texts of a list; those in one text, parted at `between`. In a list even `null` is a text. */
function textsOf(field: YamlField | undefined, between: string | RegExp): string[] {
  if (field === undefined) return []
  const {entries, value} = field
  if (Array.isArray(value)) {
    return entries.filter(({isNull, text}) => !isNull || text !== '~').map(({text}) => text)
  }
  return entries.flatMap(({isNull, text}) => (isNull ? [] : text.split(between)))
}
