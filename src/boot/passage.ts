/**
 * Makes passages: text with its place before it, under its headings.
 *
 * The form is the one in which search programs print what they found, which every model has read
 * much of, and a place can be copied from it as it stands.
 *
 *     # Facts
 *     ## Backend
 *     MEMORY.md:12: Handhelds speak gRPC v2.
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
}

/** The passage of a stretch of text; none where nothing of the text is left to be read. */
export function passagesOf(stretch: Stretch, voice: Voice): Passage[] {
  const text = voice === 'spoken' ? spoken(stretch.text) : quoted(stretch.text)
  if (text === '') return []
  const passage = {
    source: `${stretch.path}:${stretch.line}`,
    text: `${atMargin(onOneLine(stretch.path))}:${stretch.line}: ${text}\n`,
    under: stretch.under,
    order: stretch.order,
    content: folded(stretch.text),
  }
  return [passage]
}

/** The title of a file as a heading; none where it says no more than the file's name does. */
export function fileHeadings(path: string, title = ''): string[] {
  const called = beyondName(onOneLine(title), onOneLine(path))
  return called === '' ? [] : [headingOf(called, 0)]
}

/** A heading below the layer's own, `depth` below the outermost of its file. */
export function headingOf(title: string, depth: number): string {
  return `${'#'.repeat(Math.min(6, 2 + depth))} ${onOneLine(title)}\n`
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
