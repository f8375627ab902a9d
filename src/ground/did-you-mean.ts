/**
 * Finds what somebody probably meant who wrote a name that is not there.
 *
 * Letters swapped, missing or too many, and names cut short. Few suggestions and near ones: a wrong
 * suggestion sends a reader further astray than none.
 */

/** More would be a list to read through, not a hint. */
const MOST = 3

/** The names of `among` that `word` may stand for, nearest first; at most three, often none. */
export function didYouMean(word: string, among: Iterable<string>): string[] {
  const wanted = folded(word)
  if (wanted === '') return []
  const near: {readonly name: string; readonly distance: number}[] = []
  const seen = new Set<string>()
  for (const name of among) {
    const bare = folded(name)
    if (seen.has(bare)) continue
    seen.add(bare)
    const distance = distanceBetween(wanted, bare)
    if (distance !== undefined) near.push({name, distance})
  }
  near.sort(
    (a, b) =>
      a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  )
  // Beside a name one slip away, one that is three slips away is noise.
  const furthest = (near[0]?.distance ?? 0) + 1
  return near
    .filter(({distance}) => distance <= furthest)
    .slice(0, MOST)
    .map(({name}) => name)
}

/** Words a hint can end in: ``did you mean `atlas` or `atlas-web`?``; `undefined` for no names. */
export function didYouMeanHint(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  return `did you mean ${names.map((name) => `\`${name}\``).join(' or ')}?`
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** How far apart two names are; `undefined` where nobody would take one for the other. */
function distanceBetween(wanted: string, name: string): number | undefined {
  if (wanted === name) return 0
  // A name cut short (`atl` for `atlas`) is as near as a slip of one letter.
  if (3 <= wanted.length && name.startsWith(wanted)) return 1
  const longest = Math.max(wanted.length, name.length)
  const allowed = Math.max(1, Math.floor(longest / 3))
  // One letter for another one-letter name is a guess, not a slip.
  if (longest < 3 || 100 < longest || allowed < Math.abs(wanted.length - name.length)) {
    return undefined
  }
  const edits = editsBetween(wanted, name)
  return edits <= allowed ? edits : undefined
}

/** Insertions, deletions, changes and swaps of neighbours (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({length: b.length + 1}, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (same ? 0 : 1),
      )
      const swapped =
        1 < row && 1 < column && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1)
      current.push(edits)
    }
    before = above
    above = current
  }
  return above[b.length]!
}
