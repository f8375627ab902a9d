/**
 * Counts tokens of `o200k_base` without the encoder, for the letters that nearly all texts are written in.
 *
 * The encoder takes half a second to start, since it makes a table of strings of its 200,000 tokens. An agent is told what is known
 * at every turn, by a process that is started for it: here a table of numbers is made over the list as it is, which takes
 * a twentieth of that. The counts are the encoder's, and a test compares the two. Letters that Unicode was given lately, of which two
 * programs may think differently, are left to it.
 */

/** A few slots for each token, a power of two. */
const SLOTS = 2 ** 19

/** Words whose counts are remembered: a process may stay open for days. */
const MOST_KNOWN = 20_000

const BLANK = 0x20

/** Other letters than those that are letters, and other signs than those that are none, in every version of Unicode since the tenth. */
const UNSURE =
  /[^\0-\u02ff\u0370-\u052f\u0590-\u05ea\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f\u1e00-\u1fff\u2000-\u2bff\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fea\uac00-\ud7a3\uff00-\uffef\ufffd\u{1f000}-\u{1faff}]/u

/** The encoding's own pattern, with what JavaScript writes otherwise: letters of either case, and blanks. */
const PIECES = (() => {
  const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
  const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
  const short = "(?:'(?:[sS\\u017f]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?"
  const blank = '\\p{White_Space}'
  return new RegExp(
    [
      `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${short}`,
      `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${short}`,
      '\\p{N}{1,3}',
      ` ?[^${blank}\\p{L}\\p{N}]+[\\r\\n/]*`,
      `${blank}*[\\r\\n]+`,
      `${blank}+(?!\\P{White_Space})`,
      `${blank}+`,
    ].join('|'),
    'gu',
  )
})()

/**
 * Makes a counter; of a text in other letters it returns `undefined`.
 *
 * @param list the tokens in base64, in the order of their ranks, a blank before each.
 */
export function quickCounter(list: string): (text: string) => number | undefined {
  const rankOf = ranksIn(list)
  const known = new Map<string, number>()
  return (text) => {
    // The mark that makes a picture of the sign before it.
    if (UNSURE.test(text.replaceAll('\ufe0f', ''))) return undefined
    let count = 0
    for (const [piece] of text.matchAll(PIECES)) {
      const tokens = known.get(piece) ?? tokensOf(Buffer.from(piece), rankOf)
      if (known.size === MOST_KNOWN) known.clear()
      known.set(piece, tokens)
      count += tokens
    }
    return count
  }
}

type RankOf = (bytes: Buffer, start: number, end: number) => number

/** Not a token. */
const NONE = Number.POSITIVE_INFINITY

/** Joins the two parts that make the first token in the list, again and again, as the encoder does. */
function tokensOf(bytes: Buffer, rankOf: RankOf): number {
  if (rankOf(bytes, 0, bytes.length) !== NONE) return 1
  const starts = Array.from({length: bytes.length + 1}, (_, at) => at)
  const pair = (at: number) =>
    at + 2 < starts.length ? rankOf(bytes, starts[at]!, starts[at + 2]!) : NONE
  const ranks = starts.slice(0, -1).map((_, at) => pair(at))
  for (;;) {
    let least = 0
    for (let at = 1; at < ranks.length; at++) if (ranks[at]! < ranks[least]!) least = at
    if (ranks[least] === NONE || ranks.length === 1) return ranks.length
    starts.splice(least + 1, 1)
    ranks.splice(least + 1, 1)
    ranks[least] = pair(least)
    if (0 < least) ranks[least - 1] = pair(least - 1)
  }
}

function ranksIn(list: string): RankOf {
  // Where the token of a slot begins in the list, and its rank.
  const places = new Int32Array(SLOTS)
  const ranks = new Int32Array(SLOTS)
  // Two words come first that are no tokens.
  let at = list.indexOf(' ', list.indexOf(' ') + 1) + 1
  for (let rank = 0; at < list.length; rank++) {
    let hash = 0
    let end = at
    for (let code = list.charCodeAt(end); code > BLANK; code = list.charCodeAt(++end)) {
      hash = Math.imul(hash, 31) + code
    }
    let slot = slotOf(hash)
    while (places[slot] !== 0) slot = (slot + 1) % SLOTS
    places[slot] = at
    ranks[slot] = rank
    at = end + 1
  }
  return (bytes, start, end) => {
    const token = bytes.toString('base64', start, end)
    let hash = 0
    for (let index = 0; index < token.length; index++) {
      hash = Math.imul(hash, 31) + token.charCodeAt(index)
    }
    for (let slot = slotOf(hash); places[slot] !== 0; slot = (slot + 1) % SLOTS) {
      const place = places[slot]!
      const isEnded = !(list.charCodeAt(place + token.length) > BLANK)
      if (isEnded && list.startsWith(token, place)) return ranks[slot]!
    }
    return NONE
  }
}

function slotOf(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % SLOTS
}
