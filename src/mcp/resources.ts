/** What a person can attach in his client: the boot context, and each note by its path. */

import type {Brain} from '../index.js'
import {BrainError} from '../index.js'
import {LONGEST_TITLE} from './answers.js'
import {MOST_TOKENS, pageFrom} from './pages.js'
import {untrusted} from './reading.js'

/** A person attaches one on purpose, and means more of it than a search would show. */
const MOST_OF_NOTE = 4 * MOST_TOKENS
/** In one answer to `resources/list`. */
const PAGE = 100

const BOOT = 'mdbrain://boot'
const NOTE = 'mdbrain://note/'
const MARKDOWN = 'text/markdown'

/** RFC 6570: slashes of a path stay as they are. */
export const noteTemplate = {
  uriTemplate: `${NOTE}{+path}`,
  name: 'note',
  title: 'A note by its path',
  mimeType: MARKDOWN,
}

export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: string
}

/** The boot context, then notes that are current, by path. */
export async function listResources(
  brain: Brain,
  cursor: string | undefined,
): Promise<{resources: ListedResource[]; nextCursor?: string}> {
  const from = cursor === undefined ? 0 : /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined
  if (from === undefined) {
    throw new BrainError('bad-argument', {
      message: '`cursor` is not one that was given out here',
      hint: 'begin without one',
      data: {argument: 'cursor'},
    })
  }
  const all = [
    {uri: BOOT, name: 'boot', title: 'The context to start from', mimeType: MARKDOWN},
    ...(await notesOf(brain)).map(({path, title}) => ({
      ...{uri: uriOf(path), name: path, mimeType: MARKDOWN},
      title: title.slice(0, LONGEST_TITLE),
    })),
  ]
  const next = from + PAGE
  const resources = all.slice(from, next)
  return {resources, ...(next < all.length ? {nextCursor: String(next)} : {})}
}

/** @throws {BrainError} `unknown-name` where the address leads to nothing. */
export async function readResource(brain: Brain, uri: string) {
  // What is attached stands in a conversation as it is: not as data, as what a search finds does.
  if (!(await brain.trusted())) return contentsOf(uri, untrusted)
  if (uri === BOOT) return contentsOf(uri, (await brain.boot()).text)
  const {path, from} = placeIn(uri)
  const shown = path === undefined ? undefined : await brain.show(path)
  // A title or a key is a name too, but an address says where.
  if (shown === undefined || shown.path !== path || shown.id !== path) {
    throw new BrainError('unknown-name', {
      message: `there is no resource \`${uri.slice(0, 200)}\``,
      hint: `\`${NOTE}\` and the path of a note, as \`resources/list\` shows them`,
      data: {uri},
    })
  }
  const page = pageFrom(shown.text, from, MOST_OF_NOTE)
  const more = page.next === undefined ? '' : `\n[It goes on: ${uriOf(path)}?from=${page.next}]\n`
  return contentsOf(uri, page.text + more)
}

/** Paths of notes that hold it, for a client that completes them. */
export async function pathsLike(brain: Brain, beginning: string): Promise<readonly string[]> {
  const wanted = beginning.toLowerCase()
  const paths = (await notesOf(brain)).map(({path}) => path)
  return paths.filter((path) => path.toLowerCase().includes(wanted))
}

/** None of a brain that is not trusted. */
async function notesOf(brain: Brain) {
  if (!(await brain.trusted())) return []
  return (await brain.list()).memories.filter(({id, path}) => id === path)
}

function contentsOf(uri: string, text: string) {
  return {contents: [{uri, mimeType: MARKDOWN, text}]}
}

function uriOf(path: string): string {
  return NOTE + path.split('/').map(encodeURIComponent).join('/')
}

function placeIn(uri: string): {path?: string; from?: string} {
  if (!uri.startsWith(NOTE)) return {}
  const [, written = '', from] = /^(.*?)(?:\?from=([\d:]+))?$/s.exec(uri.slice(NOTE.length)) ?? []
  try {
    const path = decodeURIComponent(written)
    return from === undefined ? {path} : {path, from}
  } catch {
    return {}
  }
}
