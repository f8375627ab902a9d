/**
 * What stands in for a word that is nowhere, by trying every word there is: those it begins, the
 * nearest in length first, else those with the fewest slips of the pen.
 */

export interface NaiveStandIn {
  readonly words: readonly string[]
  readonly worth: number
}

export function standInFor(word: string, vocabulary: Iterable<string>): NaiveStandIn | undefined {
  const all = [...vocabulary].sort()
  const begun = all.filter((one) => one.startsWith(word))
  if (3 <= word.length && /\p{L}/u.test(word) && begun.length !== 0) {
    return {words: begun.sort((a, b) => a.length - b.length).slice(0, 24), worth: 0.7}
  }
  if (word.length < 4 || 40 < word.length || !isOfLetters(word)) return undefined
  for (const [slips, worth] of word.length < 8
    ? [[1, 0.6]]
    : [
        [1, 0.6],
        [2, 0.4],
      ]) {
    const near = all.filter((one) => isOfLetters(one) && slipsBetween(word, one) === slips)
    if (near.length === 0) continue
    const alike = near.filter((one) => one[0] === word[0])
    return {
      words: [...alike, ...near.filter((one) => !alike.includes(one))].slice(0, 8),
      worth: worth!,
    }
  }
  return undefined
}

function isOfLetters(word: string): boolean {
  return /^[\p{L}\p{M}'’]+$/u.test(word)
}

/** Letters changed, missing, too many, and neighbours swapped (optimal string alignment). */
export function slipsBetween(a: string, b: string): number {
  const known = new Map<string, number>()
  const between = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const name = `${i} ${j}`
    const before = known.get(name)
    if (before !== undefined) return before
    const ways = [
      between(i - 1, j) + 1,
      between(i, j - 1) + 1,
      between(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    ]
    if (1 < i && 1 < j && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      ways.push(between(i - 2, j - 2) + 1)
    }
    const least = Math.min(...ways)
    known.set(name, least)
    return least
  }
  return between(a.length, b.length)
}
