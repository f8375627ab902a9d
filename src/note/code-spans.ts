/**
 * Blanks out code between backticks, so that what looks like a link or a field in it is none.
 *
 * Linear on any input: a run of backticks looks up the next one of its length instead of searching.
 */

/** Returns `text`, a single paragraph or the like, with its code spans as spaces; of equal length. */
export function withoutCode(text: string): string {
  if (!text.includes('`')) return text
  const runs = [...text.matchAll(/`+/g)].map((match) => ({
    start: match.index,
    length: match[0].length,
  }))
  const byLength = new Map<number, {starts: number[]; next: number}>()
  for (const {start, length} of runs) {
    const same = byLength.get(length) ?? {starts: [], next: 0}
    same.starts.push(start)
    byLength.set(length, same)
  }
  let kept = ''
  let done = 0
  for (const {start, length} of runs) {
    if (start < done || text[start - 1] === '\\') continue
    const same = byLength.get(length)!
    while (same.next < same.starts.length && same.starts[same.next]! <= start) same.next++
    const closing = same.starts[same.next]
    if (closing === undefined) continue
    kept += text.slice(done, start) + ' '.repeat(closing + length - start)
    done = closing + length
  }
  return kept + text.slice(done)
}
