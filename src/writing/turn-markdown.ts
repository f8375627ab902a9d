/**
 * One turn of a conversation as it stands in a session's file: `**user:** what was said`.
 *
 * What was said stays as it was, byte for byte, but for lines that would reach out of their turn. Such a line gets
 * one backslash before its first sign:
 *
 * - one that would begin a turn, `**assistant:** yes`, wherever it stands;
 * - one that opens a fence, a comment or raw HTML which nothing closes: all later turns would stand in it;
 * - a heading, or its underline, at the end: it would lead to the next turn;
 * - one that begins or ends a conflict: the file would count as an unfinished merge.
 *
 * A line that would look like one of these with backslashes taken off gets one more as well. So whoever reads back
 * takes one backslash off every line that looks so, and has what was said. Everything else (lists, quotes, tables, links,
 * inline fields, fences that are closed) ends at the blank line before the next turn, or says nothing in a session's file.
 *
 * A text that opens with a block of its own begins below the name, where it can be one.
 */

import {beginsTurn} from '../chunk/turns.js'
import type {Piece} from '../note/piece.js'
import {scan} from '../note/scan.js'

/** Of so many lines each is looked at by itself; who opens more is escaped wherever he might open something. */
const MOST_OPEN = 50

/** What a line may begin with that can reach out of a turn, apart from a name. */
const REACHES_OUT =
  /^(?:`{3}|~{3}|#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|<(?:!--|\?|!\[CDATA\[|![a-z]|(?:pre|script|style|textarea)\b)|<{7} |>{7} )/i

const CONFLICT = /^(?:<{7} |>{7} )/

/** What follows a turn. */
const NEXT = '\n\n**user:** and so on\n'

/** The turn of `speaker`, without a line end after it. */
export function turnMarkdown(speaker: 'user' | 'assistant', text: string): string {
  const head = `**${speaker}:**`
  const safe = text.replace(/[^\r\n]+/g, escapedLine)
  return held(opensWithProse(safe) ? `${head} ` : `${head}\n\n`, safe)
}

function escapedLine(line: string): string {
  const [, indent = '', slashes = '', rest = ''] = /^( {0,3})(\\*)(.*)$/s.exec(line) ?? []
  const isName = indent === '' && beginsTurn(rest)
  const isMeant = isName || CONFLICT.test(rest) || (slashes !== '' && REACHES_OUT.test(rest))
  return isMeant ? `${indent}\\${slashes}${rest}` : line
}

/** A paragraph goes on after the name as it would without it. */
function opensWithProse(text: string): boolean {
  const [first] = scan(text, 0)
  return first?.kind === 'paragraph' && first.start === 0
}

/** `head` and `text`, so that what follows begins a turn of its own. */
function held(head: string, text: string): string {
  let turn = head + text
  for (let tried = 0; tried < MOST_OPEN; tried++) {
    const at = reachingOut(turn)
    if (at === undefined) return turn
    turn = `${turn.slice(0, at)}\\${turn.slice(at)}`
  }
  return head + text.replace(/[^\r\n]+/g, escapedWherever)
}

function escapedWherever(line: string): string {
  return line.replace(/^( {0,3})(.*)$/s, (whole, indent: string, rest: string) =>
    REACHES_OUT.test(rest) ? `${indent}\\${rest}` : whole,
  )
}

/** What ends the fence or the HTML that `body` leaves open; empty where it leaves none. */
export function closingOf(body: string): string {
  const last = scan(body + NEXT, 0).at(-1)!
  if (body.length < last.start) return ''
  const opening = body.slice(last.start)
  const [fence] = /^(?:`{3,}|~{3,})/.exec(opening) ?? []
  if (fence !== undefined) return fence
  const tag = /^<(pre|script|style|textarea)/i.exec(opening)?.[1]
  if (tag !== undefined) return `</${tag}>`
  const ends = {'<!--': '-->', '<?': '?>', '<![CDATA[': ']]>'}
  return Object.entries(ends).find(([start]) => opening.startsWith(start))?.[1] ?? '>'
}

/** The sign of `turn` because of which the next one would not begin; `undefined` where it does. */
function reachingOut(turn: string): number | undefined {
  const pieces = scan(turn + NEXT, 0)
  const last = pieces.at(-1)!
  if (last.start <= turn.length) return last.start
  const before = pieces.at(-2)!
  const isFirst = pieces.length === 2
  return before.kind === 'heading' && !isFirst ? underlineOf(turn, before) : undefined
}

/** Where the sign is that makes a heading: its `#`, or the line under it. */
function underlineOf(text: string, {start, end}: Piece): number {
  if (/^#{1,6}(?:\s|$)/.test(text.slice(start, end))) return start
  const line = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1
  return line + (/^ */.exec(text.slice(line, end))?.[0].length ?? 0)
}
