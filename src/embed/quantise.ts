/**
 * Makes a vector small: whole numbers of eight bits, of which the largest is 127.
 *
 * Only a vector's direction means something, so that no scale is kept: the cosine of two is their
 * product by their lengths. A vector of zeros says that there is none.
 */

/** The largest number that is kept, in size; -128 would be no number's opposite. */
const MOST = 127

/** `values` as whole numbers in -127..127; zeros where they are all zero, or where one is no finite number. */
export function quantise(values: ArrayLike<number>): Int8Array {
  const whole = new Int8Array(values.length)
  const largest = largestOf(values)
  if (largest === 0) return whole
  // Divided first: a product could pass the largest number there is.
  for (let at = 0; at < whole.length; at++) whole[at] = Math.round((values[at]! / largest) * MOST)
  return whole
}

function largestOf(values: ArrayLike<number>): number {
  let largest = 0
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at]!)
    if (!Number.isFinite(size)) return 0
    if (largest < size) largest = size
  }
  return largest
}
