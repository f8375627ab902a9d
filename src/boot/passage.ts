/**
 * Makes passages: text with its place before it, under its headings.
 *
 * The form is the one in which search programs print what they found, which every model has read
 * much of: the file on a line of its own, below it lines with their number.
 *
 *     ## MEMORY.md
 *     ### Backend
 *     12: Handhelds speak gRPC v2.
 *
 * Each line that we begin starts with a sign that is neither space nor `/`, and each passage ends in
 * one newline. `o200k_base` never makes one token of what stands on both sides of such an end, so the
 * cost of a context is the sum of the costs of its parts, exactly.
 */

import type {Passage} from './context.js'
import {folded, onOneLine, quoted, spoken} from './legible.js'

/** Identity and procedures speak to the reader; everything else is quoted to him. */
export type Voice = 'spoken' | 'quoted'

export interface Stretch {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly under: readonly string[]
  readonly order: readonly (string | number)[]
  /** What stands before the line number: nothing, where a heading above names the file. */
  readonly label?: string
}

/** The passage of a stretch of text; none where nothing of the text is left to be read. */
export function passagesOf(stretch: Stretch, voice: Voice): Passage[] {
  const text = voice === 'spoken' ? spoken(stretch.text) : quoted(stretch.text)
  if (text === '') return []
  const label = stretch.label === undefined ? '' : `${atMargin(onOneLine(stretch.label))}:`
  const passage = {
    source: `${stretch.path}:${stretch.line}`,
    text: `${label}${stretch.line}: ${text}\n`,
    under: stretch.under,
    order: stretch.order,
    content: folded(stretch.text),
  }
  return [passage]
}

/** The heading that names a file (or a folder), and its title where that says more than its name. */
export function fileHeading(path: string, voice: Voice, title = ''): string {
  const mark = voice === 'spoken' ? '#' : '##'
  const name = onOneLine(path)
  const called = beyondName(onOneLine(title), name)
  return called === '' ? `${mark} ${name}\n` : `${mark} ${name}: ${called}\n`
}

/** A heading inside a file, `depth` below the file's own, from 1. */
export function innerHeading(title: string, voice: Voice, depth: number): string {
  const level = Math.min(6, (voice === 'spoken' ? 1 : 2) + depth)
  return `${'#'.repeat(level)} ${onOneLine(title)}\n`
}

/** What `# Memory` says at the top of MEMORY.md, or `# SOUL.md - Who you are`, beyond the file's name. */
function beyondName(title: string, path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1)
  if (title.toLowerCase() === base.replace(/\.md$/i, '').toLowerCase()) return ''
  const isNamed = base !== '' && title.toLowerCase().startsWith(base.toLowerCase())
  return isNamed ? title.slice(base.length).replace(/^[\s:–—-]+/, '') : title
}

/** A name that would begin with a sign that a token could reach across to. */
function atMargin(name: string): string {
  return /^[\s/]/.test(name) || name === '' ? `./${name.trimStart()}` : name
}
