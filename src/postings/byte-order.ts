/**
 * The order of texts, asked of their UTF-8 bytes.
 *
 * It is that of JavaScript's `<`, by UTF-16 code units, so that a dictionary in a file and words in memory
 * merge. Bytes alone would differ from it in one case: what lies above U+FFFF is written there in
 * surrogates, which come before U+E000 to U+FFFF.
 */

/** Below 0, 0 or above 0, as the text in `a` comes before, with or after that in `b`; ends are excluded. */
export function compareBytes(
  a: Uint8Array,
  fromA: number,
  toA: number,
  b: Uint8Array,
  fromB: number,
  toB: number,
): number {
  const shared = Math.min(toA - fromA, toB - fromB)
  for (let i = 0; i < shared; i++) {
    const byteA = a[fromA + i]!
    const byteB = b[fromB + i]!
    if (byteA !== byteB) return rank(byteA) - rank(byteB)
  }
  return toA - fromA - (toB - fromB)
}

/** U+E000 to U+FFFF begin with 0xEE or 0xEF, and what lies above with 0xF0 to 0xF4. */
function rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte
}
