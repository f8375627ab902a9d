/** An `Io` that remembers what was written, for a command that is run without a process. */

import type {Io} from '../../src/cli/io.js'
import type {Brain} from '../../src/index.js'

export interface FakeIo extends Io {
  /** What was written so far. */
  readonly written: {out: string; err: string}
}

/** Makes one; `brain` is what every command opens. */
export function fakeIo(given: Partial<Io> = {}, brain: Partial<Brain> = {}): FakeIo {
  const written = {out: '', err: ''}
  return {
    env: {},
    workingDirectory: '/nowhere',
    columns: 80,
    ascii: false,
    interactive: false,
    terminal: () => false,
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
    style: (_, text) => text,
    confirm: async () => {
      throw new Error('nobody was to be asked')
    },
    ask: async () => {
      throw new Error('nobody was to be asked')
    },
    readInput: async () => undefined,
    stopped: () => new AbortController().signal,
    open: async () => ({root: '/brain', close: async () => undefined, ...brain}) as Brain,
    opening: () => ({}),
    ...given,
    written,
  }
}
