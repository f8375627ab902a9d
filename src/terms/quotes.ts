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
  // Looked for once: a text of nothing but opening marks is not read anew for each.
  const absent = new Set<string>()
  let at = 0
  while (at < text.length) {
    const end = opensAt(text, at) ? closeOf(text, at, absent) : -1
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

/** Marks that do not come any more are added to `absent`. */
function closeOf(text: string, at: number, absent: Set<string>): number {
  let first = -1
  for (const mark of closing.get(text[at]!)!) {
    if (absent.has(mark)) continue
    const end = text.indexOf(mark, at + 1)
    if (end === -1) absent.add(mark)
    else if (first === -1 || end < first) first = end
  }
  return first
}
