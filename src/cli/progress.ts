/** Tells on a terminal how far long work has come, and says nothing of short work. */

/** Work shorter than this many milliseconds is not worth a line. */
const PATIENCE = 700
/** Milliseconds between two lines: faster nobody reads. */
const STEP = 100

/** Makes what `OpenOptions.onProgress` takes; writes on one line and wipes it at the end. */
export function progress(
  stream: {write(text: string): unknown; readonly columns?: number},
  now: () => number,
): (done: number, total: number, what: string) => void {
  let begun: number | undefined
  let shown = 0
  return (done, total, what) => {
    const at = now()
    begun ??= at
    if (total <= done) {
      if (0 < shown) stream.write('\r\x1b[K')
      begun = undefined
      shown = 0
    } else if (PATIENCE < at - begun && STEP < at - shown) {
      shown = at
      const line = `${what} ${done} of ${total}`
      stream.write(`\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}`)
    }
  }
}
