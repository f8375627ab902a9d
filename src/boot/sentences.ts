/**
 * Parts long prose after its sentences, so that a paragraph that is too much for a small budget still
 * says how it begins. Code, tables, quotes and HTML stay whole: half of one says something else.
 */

export interface Block {
  /** From 1, of its first line. */
  readonly line: number
  readonly text: string
}

/** Parts of at most `longest` bytes of UTF-8, each with the line it begins on; longer only where one sentence is. */
export function inParts(block: Block, longest: number): readonly Block[] {
  const {line, text} = block
  if (text.trim() === '') return []
  if (Buffer.byteLength(text) <= longest || /^\s*(?:`{3}|~{3}|[|>])|^<|^ {4}|^\t/m.test(text)) {
    return [block]
  }
  const parts: {line: number; text: string}[] = []
  let at = line
  for (const sentence of sentencesIn(text)) {
    const part = parts.at(-1)
    const isRoomy = part !== undefined && Buffer.byteLength(`${part.text}${sentence}`) <= longest
    if (isRoomy) part.text += sentence
    else parts.push({line: at, text: sentence})
    at += sentence.split('\n').length - 1
  }
  return parts
}

/**
 * Where a sentence ends: after its mark and what closes with it, and the blanks that follow; in scripts
 * that write none, without. `v1.2` and `e.g.` before a small letter are no ends.
 */
const END =
  /(?<=[.!?…][)\]"'’”»*_]{0,3})\s{1,100}(?=[^\s\p{Ll}])|(?<=[。！？][」』）]{0,3})(?=[^\s」』）])/gu

function sentencesIn(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (const {0: blanks, index} of text.matchAll(END)) {
    sentences.push(text.slice(from, index + blanks.length))
    from = index + blanks.length
  }
  return [...sentences, text.slice(from)]
}
