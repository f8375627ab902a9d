/**
 * Finds the memory that somebody names.
 *
 * A name may be a path or a file's name, each with or without `.md`, a title, an alias, a place
 * (`MEMORY.md:12`), one fact (`MEMORY.md#^k3f`, `MEMORY.md#3`) or a key. The ways are tried in this
 * order, and the first that fits anything decides: an exact path is never ambiguous because a title
 * elsewhere says the same.
 */

import {BrainError} from '../ground/brain-error.js'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import {stemOf} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {Memory} from './memory.js'

/**
 * Finds the one memory that `name` means.
 *
 * @throws {BrainError} `unknown-name` where nothing fits, `ambiguous-name` where several do alike.
 */
export function findMemory(memories: readonly Memory[], name: string): Memory {
  const wanted = tidied(name)
  for (const way of WAYS) {
    const found = way(memories, wanted)
    if (found.length === 1) return found[0]!
    if (1 < found.length) throw ambiguous(name, found)
  }
  throw unknown(memories, name)
}

type Way = (memories: readonly Memory[], name: string) => Memory[]

const WAYS: readonly Way[] = [
  notesCalled(({path}) => [path]),
  notesCalled(({path}) => [withoutSuffix(path)]),
  notesCalled(({path}) => [stemOf(path)]),
  notesCalled(({path}) => [path.slice(path.lastIndexOf('/') + 1)]),
  notesCalled(({title}) => [title]),
  notesCalled(({aliases}) => aliases),
  atLine,
  atAnchor,
  underKey,
]

/** Notes of that very name; where there is none, those that differ from it in case alone. */
function notesCalled(namesOf: (note: Note) => readonly string[]): Way {
  return (memories, name) => {
    const whole = memories.filter(({fact}) => fact === undefined)
    const exact = whole.filter(({note}) => namesOf(note).includes(name))
    if (exact.length !== 0) return exact
    const wanted = folded(name)
    return whole.filter(({note}) => namesOf(note).some((one) => folded(one) === wanted))
  }
}

/** `path:line`: the innermost fact that stands on the line, else the note. */
function atLine(memories: readonly Memory[], name: string): Memory[] {
  const match = /^(.+):(\d{1,9})$/.exec(name)
  if (match === null) return []
  const line = Number(match[2])
  const [note, ...facts] = ofFile(memories, match[1]!)
  const here = facts.filter(({fact}) => fact!.span.fromLine <= line && line <= fact!.span.toLine)
  // An inner fact comes after the one it stands in.
  const found = here.at(-1) ?? note
  return found === undefined ? [] : [found]
}

/** `path#^block`, or `path#3` for the third fact, whether it has a block id or not. */
function atAnchor(memories: readonly Memory[], name: string): Memory[] {
  const match = /^(.+)#(?:\^([\w-]+)|(\d{1,9}))$/.exec(name)
  if (match === null) return []
  const [, path = '', block, ordinal] = match
  const facts = ofFile(memories, path).slice(1)
  if (block !== undefined) return facts.filter(({fact}) => fact?.block === block).slice(0, 1)
  return facts.slice(Number(ordinal) - 1, Number(ordinal))
}

/** A note of that path, with or without `.md`, and then its facts. */
function ofFile(memories: readonly Memory[], path: string): Memory[] {
  return memories.filter(({note}) => note.path === path || withoutSuffix(note.path) === path)
}

/** What is current under a key; where nothing is, what came last. */
function underKey(memories: readonly Memory[], name: string): Memory[] {
  const all = memories.filter(({note, fact}) => (fact === undefined ? note : fact).key === name)
  const current = all.filter(({standing}) => standing === 'current')
  if (0 < current.length) return current
  const last = Math.max(...all.map(({validity}) => validity.from))
  return all.filter(({validity}) => validity.from === last)
}

/** As people paste names: a wikilink's brackets, `./`, a backslash of Windows. */
function tidied(name: string): string {
  const bare = name.trim().replace(/^\[\[(.+)\]\]$/s, '$1')
  return bare.replace(/^(?:\.[/\\])+/, '')
}

function withoutSuffix(path: string): string {
  return path.replace(/\.md$/i, '')
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function ambiguous(name: string, found: readonly Memory[]): BrainError {
  const ids = found.map(({id}) => id)
  const shown = ids.slice(0, 5).map((id) => `\`${id}\``)
  const more = ids.length - shown.length
  return new BrainError('ambiguous-name', {
    message: `\`${name}\` could be ${shown.join(', ')}${more === 0 ? '' : ` or ${more} more`}`,
    hint: 'name it by its path',
    data: {name, candidates: ids},
  })
}

function unknown(memories: readonly Memory[], name: string): BrainError {
  const names = memories.flatMap(({id, note, fact}) =>
    fact === undefined
      ? [
          id,
          stemOf(note.path),
          note.title,
          ...note.aliases,
          ...(note.key === undefined ? [] : [note.key]),
        ]
      : [id, ...(fact.key === undefined ? [] : [fact.key])],
  )
  const near = didYouMean(name, names)
  return new BrainError('unknown-name', {
    message: `nothing in the brain is called \`${name}\``,
    hint: didYouMeanHint(near) ?? 'see what there is with `brain list`',
    data: {name, near},
  })
}
