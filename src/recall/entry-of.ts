/**
 * A note as the index takes it: its chunks, the words of each by field, and what it can be filtered by.
 *
 * What belongs to the whole note (title, aliases, tags, path, facets) stands on its first chunk alone: a
 * word of a title counts once, and the other chunks get it by way of their note. The id of a chunk names all
 * that its terms are made of, so that a chunk whose id is known need not be read again.
 */

import type {JustRead} from '../catalog/entries.js'
import type {Chunk} from '../chunk/chunk.js'
import {cut} from '../chunk/cut.js'
import type {Zone} from '../ground/day.js'
import {digest} from '../ground/digest.js'
import type {Note} from '../note/note.js'
import {USUAL_IMPORTANCE} from '../postings/entry.js'
import type {IndexedChunk, IndexedNote} from '../store/index-store.js'
import {languageOf, READ} from '../terms/language.js'
import type {Language} from '../terms/term.js'
import {dateOf} from './date-of.js'
import {facetsOf} from './facets.js'
import {kindOf} from './freshness-asked.js'

/** Makes an entry of a note whose file has the digest `contentDigest`. */
export function entryOf(
  {note, text, pieces}: JustRead,
  contentDigest: string,
  zone: Zone,
): IndexedNote {
  const language = languageIn(note, text)
  const whole = wholeOf(note)
  const facets = facetsOf(note)
  const date = dateOf(note, zone)
  return {
    path: note.path,
    digest: contentDigest,
    title: note.title,
    language,
    ...(date === undefined ? {} : {date}),
    kind: kindOf(note),
    chunks: cut(note, text, pieces).map((chunk, index) => {
      const {importance} = (chunk.fact && note.facts[chunk.fact - 1]) || note
      const own =
        index === 0
          ? indexed(chunk, language, whole, facets)
          : indexed(chunk, language, undefined, [])
      return importance === USUAL_IMPORTANCE ? own : {...own, importance}
    }),
  }
}

/** What the author says, `lang: de`, else what the words look like. */
function languageIn({fields, body, title}: Note, text: string): Language {
  const said = fields.lang ?? fields.language
  const [code] = typeof said === 'string' ? (/^[a-z]{2}(?![a-z])/i.exec(said.trim()) ?? []) : []
  return code?.toLowerCase() ?? languageOf(`${title}\n${text.slice(body.start, body.start + READ)}`)
}

type Fields = IndexedChunk['fields']

function wholeOf({title, aliases, tags, path}: Note): Fields {
  return {
    title,
    ...(aliases.length === 0 ? {} : {aliases: aliases.join('\n')}),
    ...(tags.length === 0 ? {} : {tags: tags.join('\n')}),
    path,
  }
}

function indexed(
  chunk: Chunk,
  language: Language,
  whole: Fields | undefined,
  facets: readonly string[],
): IndexedChunk {
  const {start, end, fromLine, toLine, fact, turn, text, trail, speaker} = chunk
  const headings = [...trail, ...(speaker === undefined ? [] : [speaker])].join('\n')
  const ofWhole = whole === undefined ? '' : ` ${digest(JSON.stringify([whole, facets]))}`
  return {
    id: `${chunk.id} ${language}${ofWhole}`,
    start,
    end,
    fromLine,
    toLine,
    ...(fact === undefined ? {} : {fact}),
    ...(turn === undefined ? {} : {turn}),
    fields: {body: text, ...(headings === '' ? {} : {headings}), ...whole},
    facets,
  }
}
