/**
 * Identity and procedures files as passages: section by section, in the order of the file, which is
 * their author's rank.
 *
 * A long section goes in blocks, so that where it has to be cut, what its author wrote first is
 * still carried. Blocks end where a paragraph or a list item does, never inside a code fence.
 */

import type {Memory} from '../catalog/memory.js'
import type {NotePath} from '../ground/note-path.js'
import type {Note, Section} from '../note/note.js'
import type {BootLayer, Passage} from './context.js'
import {passagesOf, type Voice} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {headingsOf} from './trail.js'
import {fenceAfter, readable} from './unread.js'

/** In characters, about 100 tokens: a section up to this length is carried whole or not at all. */
const LONGEST_WHOLE = 400

/** Which files come first; the others follow by path. */
const firstFiles: readonly string[] = ['SOUL.md', 'IDENTITY.md', 'AGENTS.md']

/** The identity or the procedures layer, of files at the brain's root. */
export function sectionsLayer(
  name: 'identity' | 'procedures',
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
): BootLayer {
  const placeOf = ({note}: Memory) => {
    const index = firstFiles.indexOf(note.path)
    return index === -1 ? firstFiles.length : index
  }
  const files = memories
    .filter(({note, fact}) => fact === undefined && note.role === name && isAtRoot(note))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.note.path < b.note.path ? -1 : 1))
  return layerOf(
    name,
    files.map((memory, index) =>
      admit(memory, sectionPassages(memory.note, 'spoken', [index]), loaded),
    ),
  )
}

/** A wing's AGENTS.md are procedures too, but carried only with the wing. */
export function isAtRoot({path}: Note): boolean {
  return !path.includes('/')
}

/** The sections of a file as passages, `before` being what sets the file's place in its layer. */
export function sectionPassages(
  {path, sections}: Note,
  voice: Voice,
  before: readonly (string | number)[],
): Passage[] {
  const trails = trailsOf(sections)
  const filled = trails.filter((_, index) => !isBare(sections[index]!))
  const headings = headingsOf(path, filled)
  const isRead = readable()
  return sections.flatMap((section, index) => {
    const under = headings(trails[index]!)
    const lines = linesOf(section).filter(({text}) => isRead(text))
    return blocksOf(lines).flatMap(({line, text}) => {
      const order = [...before, section.span.start, line]
      return passagesOf({path, line, text, under, order}, voice)
    })
  })
}

/** For each section the headings that it stands under, its own last. */
function trailsOf(sections: readonly Section[]): string[][] {
  const above: Section[] = []
  return sections.map((section) => {
    while (above.length !== 0 && section.depth <= above.at(-1)!.depth) above.pop()
    if (section.depth !== 0) above.push(section)
    return above.map(({title}) => title)
  })
}

function isBare({text}: Section): boolean {
  return text === ''
}

interface Line {
  readonly line: number
  readonly text: string
}

/** The lines of a section's text. Both it and its span end with its last letter. */
function linesOf({text, span}: Section): Line[] {
  const lines = text.split('\n')
  const first = span.toLine - lines.length + 1
  return lines.map((content, index) => ({line: first + index, text: content}))
}

/** Lines put together to blocks: one, where they are short; else by paragraphs and list items. */
function blocksOf(lines: readonly Line[]): Line[] {
  const ink = withoutEdges(lines)
  const first = ink[0]
  if (first === undefined) return []
  const whole = {line: first.line, text: ink.map(({text}) => text).join('\n')}
  if (whole.text.length <= LONGEST_WHOLE) return [whole]

  const blocks: {line: number; text: string}[] = []
  let fence: string | undefined
  let isAfterBlank = true
  for (const {line, text} of ink) {
    const begins = fence === undefined && (isAfterBlank || /^(?:[-*+]|\d{1,9}[.)])\s/.test(text))
    const block = blocks.at(-1)
    const isRoomy = block !== undefined && block.text.length + text.length < LONGEST_WHOLE
    if (block === undefined || (begins && !isRoomy)) blocks.push({line, text})
    else block.text += `\n${text}`
    fence = fenceAfter(text, fence)
    isAfterBlank = text.trim() === ''
  }
  return blocks.flatMap(({line, text}) => {
    const blank = /^(?:[^\S\n]*\n)*/.exec(text)![0].split('\n').length - 1
    return text.trim() === '' ? [] : [{line: line + blank, text}]
  })
}

function withoutEdges(lines: readonly Line[]): readonly Line[] {
  const isInk = ({text}: Line) => text.trim() !== ''
  const first = lines.findIndex(isInk)
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isInk) + 1)
}
