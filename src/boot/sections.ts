/**
 * Identity and procedures files as passages: section by section, in the order of the file, which is
 * their author's rank.
 *
 * A long section goes in blocks, so that where it has to be cut, what its author wrote first is
 * still carried. Blocks end where a paragraph or a list item does, and long prose after a sentence;
 * never inside a code fence.
 */

import type {Memory} from '../catalog/memory.js'
import type {NotePath} from '../ground/note-path.js'
import type {Note, Section} from '../note/note.js'
import type {BootLayer, Passage} from './context.js'
import {passagesOf, type Voice} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {inParts} from './sentences.js'
import {headingsOf} from './trail.js'
import {fenceAfter, readable} from './unread.js'

/** In bytes of UTF-8, about 100 tokens in any script: so much is carried whole or not at all. */
const LONGEST_WHOLE = 400

/** About 40 tokens: at a budget of 500 who the agent is has 54, and should not have none of it. */
const LONGEST_OF_IDENTITY = 160

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
  {path, role, sections}: Note,
  voice: Voice,
  before: readonly (string | number)[],
): Passage[] {
  const trails = trailsOf(sections)
  const filled = trails.filter((_, index) => !isBare(sections[index]!))
  const headings = headingsOf(path, filled)
  const isRead = readable()
  const longest = role === 'identity' ? LONGEST_OF_IDENTITY : LONGEST_WHOLE
  return sections.flatMap((section, index) => {
    const under = headings(trails[index]!)
    const lines = linesOf(section).filter(({text}) => isRead(text))
    return blocksOf(lines, longest).flatMap(({line, text}, place) => {
      const order = [...before, section.span.start, place]
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
function blocksOf(lines: readonly Line[], longest: number): Line[] {
  const ink = withoutEdges(lines)
  const first = ink[0]
  if (first === undefined) return []
  const whole = {line: first.line, text: ink.map(({text}) => text).join('\n')}
  if (Buffer.byteLength(whole.text) <= longest) return [whole]

  const blocks: {line: number; text: string}[] = []
  let fence: string | undefined
  let isAfterBlank = true
  for (const {line, text} of ink) {
    const begins = fence === undefined && (isAfterBlank || /^(?:[-*+]|\d{1,9}[.)])\s/.test(text))
    const block = blocks.at(-1)
    const isRoomy = block !== undefined && Buffer.byteLength(`${block.text}${text}`) < longest
    if (block === undefined || (begins && !isRoomy)) blocks.push({line, text})
    else block.text += `\n${text}`
    fence = fenceAfter(text, fence)
    isAfterBlank = text.trim() === ''
  }
  return blocks.flatMap((block) => inParts(fromInk(block), longest))
}

function fromInk({line, text}: Line): Line {
  const blank = /^(?:[^\S\n]*\n)*/.exec(text)![0]
  return {line: line + blank.split('\n').length - 1, text: text.slice(blank.length)}
}

function withoutEdges(lines: readonly Line[]): readonly Line[] {
  const isInk = ({text}: Line) => text.trim() !== ''
  const first = lines.findIndex(isInk)
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isInk) + 1)
}
