/** Shows what was found, from the files as they are. */

import {readFileSync} from 'node:fs'
import type {Entry} from '../catalog/entries.js'
import {digest} from '../ground/digest.js'
import type {NotePath} from '../ground/note-path.js'
import {decode} from '../note/decode.js'
import type {Found, FoundChunk} from '../rank/question.js'
import {languageOf} from '../terms/language.js'
import type {Language} from '../terms/term.js'
import {recognising, wordsOfQuery} from './asked-words.js'
import {KeptSnippets} from './kept-snippets.js'
import {type Snippet, snippetOf} from './snippet.js'
import {spotter} from './spots.js'

interface Shown {
  readonly text: string
  readonly digest: string
}

/**
 * Makes what shows a hit. Each file is read once. Where it is no longer as it was found, the words are
 * looked for in all of it; of what is `held`, the extract is shown that is known of it.
 */
export function passages(
  root: string,
  query: string,
  {instead}: Pick<Found, 'instead'>,
  held: ReadonlyMap<NotePath, Entry>,
  kept: KeptSnippets = new KeptSnippets(),
): (chunk: FoundChunk) => Snippet {
  const read = new Map<NotePath, Shown>()
  // Of a phrase the little words are shown too.
  const all = wordsOfQuery(query)
  // Most hits of an answer have the same words in the same language.
  const spotters = new Map<string, ReturnType<typeof spotter>>()
  const spotterOf = (words: readonly string[], language: Language) => {
    const name = [language, ...words].join('\n')
    const made = spotters.get(name) ?? spotter(recognising(words, language))
    spotters.set(name, made)
    return made
  }
  return (chunk) => {
    const {path, match, matched} = chunk
    const shown =
      read.get(path) ?? (held.has(path) ? extractOf(held.get(path)!) : shownOf(root, path))
    read.set(path, shown)
    const isAsFound = shown.digest === chunk.digest
    // A word may be one that every object has, `constructor`.
    const standIns = (word: string) => (Object.hasOwn(instead, word) ? instead[word]! : [])
    const words = match === 'exact' ? all : matched.flatMap((word) => [word, ...standIns(word)])
    const make = () => {
      const passage = isAsFound ? shown.text.slice(chunk.start, chunk.end) : shown.text
      return snippetOf(passage, spotterOf(words, languageOf(shown.text)))
    }
    // What stands in a file is told by its digest; of what is held there is none.
    if (!isAsFound) return make()
    return kept.of(JSON.stringify([shown.digest, chunk.start, chunk.end, ...words]), make)
  }
}

function shownOf(root: string, path: NotePath): Shown {
  try {
    const bytes = readFileSync(`${root}/${path}`)
    const {text} = decode(bytes)
    return {text, digest: digest(bytes)}
  } catch {
    return NOTHING
  }
}

function extractOf(entry: Entry): Shown {
  return {text: entry.note()?.extract.text ?? '', digest: ''}
}

const NOTHING: Shown = {text: '', digest: ''}
