/** What is sent to a model of the text that it is asked about. */

import type {Kind} from './embedder.js'

export interface Wording {
  /** Put before a passage: some models were taught to be told what a text is, as in `passage: `. */
  readonly passagePrefix: string
  /** Put before a question. */
  readonly questionPrefix: string
  /** Of a longer text the beginning is read. */
  readonly maxTokens: number
}

/** UTF-16 units. Fewer than a token has in English, so that a server with a limit of its own refuses no text. */
const UNITS_PER_TOKEN = 3

/** A text with what goes before its kind. */
export function worded(wording: Wording, text: string, kind: Kind): string {
  return (kind === 'passage' ? wording.passagePrefix : wording.questionPrefix) + text
}

/** The beginning of a text, about so many tokens; no pair of surrogates is parted. */
export function beginningOfText(text: string, tokens: number): string {
  const end = UNITS_PER_TOKEN * tokens
  if (text.length <= end) return text
  const isParted = /[\ud800-\udbff]/.test(text[end - 1]!)
  return text.slice(0, isParted ? end - 1 : end)
}
