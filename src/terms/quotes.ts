/** What stands between quotation marks, of every country that has its own. */

/** By the mark that opens: those that close. */
const closing: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“”'],
  ['”', '”'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
])

/**
 * The quoted stretches of `text`, without their marks, in order. A mark that nothing closes opens
 * nothing.
 */
export function quotesIn(text: string): string[] {
  const quotes: string[] = []
  let at = 0
  while (at < text.length) {
    const end = opensAt(text, at) ? closeOf(text, at) : -1
    if (end === -1) {
      at += 1
      continue
    }
    const quote = text.slice(at + 1, end).trim()
    if (quote !== '') quotes.push(quote)
    at = end + 1
  }
  return quotes
}

/** A straight mark after a letter or a figure is one of inches. */
function opensAt(text: string, at: number): boolean {
  const mark = text[at]!
  return closing.has(mark) && (mark !== '"' || at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!))
}

function closeOf(text: string, at: number): number {
  const ends = [...closing.get(text[at]!)!]
    .map((mark) => text.indexOf(mark, at + 1))
    .filter((end) => end !== -1)
  return ends.length === 0 ? -1 : Math.min(...ends)
}
