/**
 * Finds the link definitions that a paragraph begins with: `[label]: target "title"`.
 *
 * They may run over several lines, and what follows them is the paragraph; if an underline follows, it
 * makes a heading of that alone. Linear: a title that is not closed ends the row of definitions.
 */

import {isBlank} from './line-shape.js'

const OPEN = 0x5b
const CLOSE = 0x5d
const BACKSLASH = 0x5c

/** For each definition at the beginning of `text`, the offset after its last line. Lines end with `\n`. */
export function definitionsIn(text: string): number[] {
  const ends: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = definitionEnd(text, afterBlanks(text, at))
    if (end === -1) break
    ends.push(end)
    at = end
  }
  return ends
}

function definitionEnd(text: string, at: number): number {
  const label = labelEnd(text, at)
  if (label === -1) return -1
  const target = targetEnd(text, afterSpace(text, label))
  if (target === -1) return -1
  const before = afterSpace(text, target)
  const title = before === target ? -1 : titleEnd(text, before)
  const whole = title === -1 ? -1 : lineEnd(text, title)
  return whole === -1 ? lineEnd(text, target) : whole
}

/** After the colon of `[label]:`; -1 for anything else. */
function labelEnd(text: string, at: number): number {
  if (text[at] !== '[') return -1
  let isSeen = false
  for (let index = at + 1; index < text.length && index <= at + 1000; index++) {
    const code = text.charCodeAt(index)
    if (code === OPEN) return -1
    if (code === CLOSE) return isSeen && text[index + 1] === ':' ? index + 2 : -1
    if (!isSpace(code)) isSeen = true
    if (code === BACKSLASH && isOneOf('[]\\', text, index + 1)) index++
  }
  return -1
}

/** The end of `<a target>` or `a(target)`; -1 where there is none. */
function targetEnd(text: string, at: number): number {
  if (text[at] === '<') return enclosedEnd(text, at)
  let depth = 0
  let index = at
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x28) depth++
    else if (code === 0x29) {
      if (depth-- === 0) break
    } else if (code <= 0x20 || code === 0x7f) {
      if (depth !== 0 || !isSpace(code)) return -1
      break
    } else if (code === BACKSLASH && isOneOf('()\\', text, index + 1)) index++
  }
  return depth <= 0 && at < index ? index : -1
}

function enclosedEnd(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index]!
    if (character === '>') return index + 1
    if (character === '<' || character === '\n') return -1
    if (character === '\\' && isOneOf('<>\\', text, index + 1)) index++
  }
  return -1
}

function titleEnd(text: string, at: number): number {
  const open = text[at]
  if (open !== '"' && open !== "'" && open !== '(') return -1
  const close = open === '(' ? ')' : open
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] === close) return index + 1
    if (text[index] === '\\') index++
  }
  return -1
}

/** After the line end that follows `at`; -1 where anything but blanks stands before it. */
function lineEnd(text: string, at: number): number {
  const index = afterBlanks(text, at)
  if (index === text.length) return index
  return text[index] === '\n' ? index + 1 : -1
}

function afterBlanks(text: string, at: number): number {
  let index = at
  while (isBlank(text.charCodeAt(index))) index++
  return index
}

function afterSpace(text: string, at: number): number {
  let index = at
  while (isSpace(text.charCodeAt(index))) index++
  return index
}

function isSpace(code: number): boolean {
  return isBlank(code) || code === 0x0a
}

function isOneOf(signs: string, text: string, at: number): boolean {
  return at < text.length && signs.includes(text[at]!)
}
