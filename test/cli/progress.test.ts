import {expect, test} from 'vitest'
import {progress} from '../../src/cli/progress.js'

/** Reports at these milliseconds, one thing of ten each time; returns what was written. */
function written(...times: readonly number[]): string[] {
  const lines: string[] = []
  let at = 0
  const report = progress({write: (text) => lines.push(text), columns: 12}, () => at)
  times.forEach((time, done) => {
    at = time
    report(done === times.length - 1 ? 10 : done, 10, 'reading')
  })
  return lines
}

test('short work is not worth a line', () => {
  expect(written(0, 100, 600, 690)).toEqual([])
})

test('long work has one line, which is wiped at the end', () => {
  expect(written(0, 800, 850, 1000, 1100)).toEqual([
    '\r\x1b[Kreading 1 o',
    '\r\x1b[Kreading 3 o',
    '\r\x1b[K',
  ])
})
