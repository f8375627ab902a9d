/** Whether a file is as it was: the guard of every change and of its undoing. */

/** Tells whether two contents are equal; `undefined` is no file, which only no file equals. */
export function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Buffer.compare(one, other) === 0
}
