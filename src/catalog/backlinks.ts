/**
 * What one note links to, and what links to it.
 *
 * Links are followed as references are: of several notes that a link could mean none is chosen. A link
 * to a heading, or to a block that is no fact, is one to its note. Pictures and other files that Obsidian
 * shows are no notes, and so no links. Nothing is kept: whoever asks hands in the notes as they are.
 */

import type {Point} from '../ground/message.js'
import {baseOf, type NotePath, stemOf} from '../ground/note-path.js'
import type {Fact, Note, Reference} from '../note/note.js'
import {type Resolve, resolver} from '../note/reference.js'
import type {ClaimId} from '../validity/validity.js'

/** One link, at the place where it stands. */
export interface LinkFound {
  /** The note that it stands in. */
  readonly path: NotePath
  readonly title: string
  readonly place: Point
  readonly kind: 'link' | 'embed' | 'supersedes' | 'superseded_by'
  /** As written, with its anchor. */
  readonly target: string
  readonly label?: string
  /** The memory it leads to; absent where it leads nowhere, or could lead to several. */
  readonly to?: ClaimId
  /** What it could mean, where that is more than one. */
  readonly candidates: readonly ClaimId[]
}

export interface Backlinks {
  /** In the order of the note. */
  readonly out: readonly LinkFound[]
  /** From other notes, by path and place. To the note or to a fact of it. */
  readonly in: readonly LinkFound[]
}

/** Files that are shown in notes and are none. */
const SHOWN =
  /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|webp|3gp|flac|m4a|mp3|ogg|opus|wav|mkv|mov|mp4|ogv|webm|base|canvas|pdf)$/i

/** Follows the links from and to `note`, which is one of `notes`. */
export function backlinksOf(notes: readonly Note[], note: Note): Backlinks {
  const resolve = resolver(notes)
  const others = notes.filter((other) => other !== note)
  const mayMean = whatMayMean(note)
  const leadsHere = ({to}: LinkFound) =>
    to === (note.path as string) || to?.replace(/#[^#]*$/, '') === note.path
  return {
    out: found(note, written(note), resolve),
    in: others
      .flatMap((other) => found(other, written(other).filter(mayMean), resolve))
      .filter(leadsHere)
      .sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1)),
  }
}

/** A link as it is written. */
interface Written {
  readonly kind: LinkFound['kind']
  readonly target: string
  readonly anchor?: string
  readonly label?: string
  readonly place: Point
}

function found(note: Note, links: readonly Written[], resolve: Resolve): LinkFound[] {
  const {path, title} = note
  return links.flatMap((link): LinkFound[] => {
    const {kind, target, anchor, label, place} = link
    const whole = anchor === undefined ? target : `${target}#${anchor}`
    const exact = resolve(whole, path)
    const answer = 'lost' in exact && anchor !== undefined ? resolve(target, path) : exact
    if ('lost' in answer && SHOWN.test(target)) return []
    const at = {path, title, place, kind, target: whole, ...(label === undefined ? {} : {label})}
    if ('found' in answer) return [{...at, to: answer.found, candidates: []}]
    return [{...at, candidates: 'ambiguous' in answer ? answer.ambiguous : []}]
  })
}

/** Every link of a note, in its order. One that says who replaces whom is told once, as that. */
function written(note: Note): Written[] {
  const claims = [note, ...note.facts].flatMap(successionsOf)
  const told = new Set(claims.map(keyOf))
  const links = note.links.map(({embed, ...link}): Written => {
    return {...link, kind: embed ? 'embed' : 'link'}
  })
  // What stands within the note itself (`[[#Heading]]`) leads nowhere else.
  const outward = links.filter((link) => link.target !== '' && !told.has(keyOf(link)))
  return [...outward, ...claims].sort(
    ({place: a}, {place: b}) => a.line - b.line || a.column - b.column,
  )
}

function successionsOf(claim: Note | Fact): Written[] {
  const as = (kind: Written['kind'], references: readonly Reference[]) =>
    references.map(({target, place}) => ({kind, place, ...parted(target)}))
  return [...as('supersedes', claim.supersedes), ...as('superseded_by', claim.supersededBy)]
}

function parted(target: string): {target: string; anchor?: string} {
  const hash = target.indexOf('#')
  return hash === -1 ? {target} : {target: target.slice(0, hash), anchor: target.slice(hash + 1)}
}

function keyOf({target, anchor, place}: Written): string {
  return JSON.stringify([place.line, target, anchor])
}

/**
 * Sorts out nearly all links that do not mean `note`, without following them: what names it ends in the
 * name of its file, or is one of its other names.
 */
function whatMayMean({path, title, aliases}: Note): (link: Written) => boolean {
  const files = new Set([stemOf(path), baseOf(path)].map(folded))
  const names = new Set([title, ...aliases].map(folded))
  return ({target}) => {
    const name = folded(target)
    const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    return files.has(last) || names.has(name) || /^\.{0,2}$/.test(last) || mayEndInMd(last, files)
  }
}

function mayEndInMd(last: string, files: ReadonlySet<string>): boolean {
  return last.endsWith('.md') && files.has(last.slice(0, -3))
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}
