/**
 * Finds links and tags outside code, in linear time on any input.
 *
 * Wikilinks, embeds, markdown links to markdown files of the brain, `#nested/tags`. Lengths are
 * bounded, so that no opening bracket is followed to the end of a line of a megabyte.
 */

import {withoutCode} from './code-spans.js'
import {type Lines, pointAt} from './lines.js'
import type {Link} from './note.js'
import type {Piece} from './piece.js'

/** A link with where its target stands, which is all that a rename changes. */
export interface FoundLink {
  readonly kind: 'wiki' | 'markdown'
  /** Without anchor; as the author means it, `%20` and `\|` undone. */
  readonly target: string
  readonly anchor?: string
  readonly label?: string
  readonly embed: boolean
  /** Of the whole, from its first bracket or `!`. */
  readonly start: number
  readonly targetStart: number
  readonly targetEnd: number
}

/** A stretch of text in which links count, its code blanked out. */
export interface Stretch {
  readonly text: string
  readonly start: number
}

/** The stretches of `leaves` that are no code: everything but fences, HTML and definitions. */
export function stretchesOf(text: string, leaves: readonly Piece[]): Stretch[] {
  return leaves
    .filter(({kind}) => kind !== 'code' && kind !== 'other' && kind !== 'html')
    .map(({start, end}) => ({text: withoutCode(text.slice(start, end)), start}))
}

/** All links in `stretch`, in order of their place. */
export function linksIn(stretch: Stretch): FoundLink[] {
  if (!stretch.text.includes('[[') && !stretch.text.includes('](')) return []
  return [...wikilinksIn(stretch), ...markdownLinksIn(stretch)].sort((a, b) => a.start - b.start)
}

/** The same link as a note keeps it. */
export function placed(link: FoundLink, lines: Lines): Link {
  const {target, anchor, label, embed, start} = link
  return {
    target,
    ...(anchor === undefined ? {} : {anchor}),
    ...(label === undefined ? {} : {label}),
    embed,
    place: pointAt(lines, start),
  }
}

const wikilink = /(!?)\[\[([^[\]\r\n]{1,1000})\]\]/g

function wikilinksIn({text, start}: Stretch): FoundLink[] {
  const links: FoundLink[] = []
  for (const match of text.matchAll(wikilink)) {
    const inner = match[2]!
    const bar = inner.indexOf('|')
    // In a table the bar is escaped.
    const whole = (bar === -1 ? inner : inner.slice(0, bar)).replace(/\\$/, '')
    const hash = whole.indexOf('#')
    const written = hash === -1 ? whole : whole.slice(0, hash)
    const targetStart = start + match.index + match[1]!.length + 2 + leading(written)
    links.push({
      kind: 'wiki',
      target: written.trim(),
      ...(hash === -1 ? {} : {anchor: whole.slice(hash + 1).trim()}),
      ...(bar === -1 ? {} : {label: inner.slice(bar + 1).trim()}),
      embed: match[1] === '!',
      start: start + match.index,
      targetStart,
      targetEnd: targetStart + written.trim().length,
    })
  }
  return links
}

function leading(text: string): number {
  return text.length - text.trimStart().length
}

/** What follows `](`: a target in angle brackets or without blanks, then perhaps a title. */
const destination =
  /\]\((?:<([^<>\r\n]{1,1000})>|([^\s<>()]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200}){0,8}))(?:[ \t]+["'(][^\r\n]{0,300})?\)/y

function markdownLinksIn({text, start}: Stretch): FoundLink[] {
  const links: FoundLink[] = []
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    destination.lastIndex = at
    const match = destination.exec(text)
    const written = match?.[1] ?? match?.[2]
    if (match === null || written === undefined) continue
    const hash = written.indexOf('#')
    const path = hash === -1 ? written : written.slice(0, hash)
    const target = decoded(path)
    if (!/\.md$/i.test(target) || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) continue
    const targetStart = start + at + 2 + (match[1] === undefined ? 0 : 1)
    const open = openingOf(text, at)
    links.push({
      kind: 'markdown',
      target,
      ...(hash === -1 ? {} : {anchor: decoded(written.slice(hash + 1))}),
      label: text.slice(open + 1, at),
      embed: text[open - 1] === '!',
      start: start + (text[open - 1] === '!' ? open - 1 : open),
      targetStart,
      targetEnd: targetStart + path.length,
    })
  }
  return links
}

/** The bracket that the label before `](` opens with. Labels of more than 300 units are cut. */
function openingOf(text: string, close: number): number {
  let depth = 0
  for (let at = close - 1; 0 <= at && close - 300 <= at; at--) {
    if (text[at] === ']') depth++
    else if (text[at] === '[' && depth-- === 0) return at
  }
  return close
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const tag = /(?:^|[\s(,;])#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}_/-]{1,200})/gu

/** The tags in `stretch`, as written, without `#`. A number alone is none. */
export function tagsIn({text}: Stretch): string[] {
  if (!text.includes('#')) return []
  return [...text.matchAll(tag)]
    .map((match) => match[1]!)
    .filter((name) => /[^\p{N}/-]/u.test(name))
}

/** Leaves of equal tags the first: upper and lower case make no difference. */
export function distinct(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((name) => {
    const folded = name.normalize('NFC').toLowerCase()
    return folded !== '' && seen.size !== seen.add(folded).size
  })
}
