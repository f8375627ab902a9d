/**
 * Everything a command knows of the terminal and the machine.
 *
 * Commands are handed an `Io` and touch neither `process` nor `console`, so that a test can run one
 * with a brain and a terminal of its own.
 */

import type {Brain, OpenOptions} from '../index.js'

export type Colour = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'
export type Stream = 'stdout' | 'stderr'

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly workingDirectory: string
  /** Of standard output; 80 in a pipe. */
  readonly columns: number
  /** Whether bars and lines must do without Unicode. */
  readonly ascii: boolean
  /** Whether someone can be asked: standard input and standard error are a terminal. */
  readonly interactive: boolean
  /** Whether a person reads this stream. */
  readonly terminal: (stream: Stream) => boolean
  /** Writes data. */
  readonly out: (text: string) => void
  /** Writes anything else. */
  readonly err: (text: string) => void
  readonly style: (colour: Colour, text: string, stream?: Stream) => string
  /** Asks a question that yes or no answers; no where the answer is anything else. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Asks for a line; the default where the answer is empty. */
  readonly ask: (question: string, fallback: string) => Promise<string>
  /** All of standard input; `undefined` where it is a terminal. */
  readonly readInput: () => Promise<string | undefined>
  /** Raised when whoever started this process wants it to end: the first Ctrl-C, or a polite kill. */
  readonly stopped: () => AbortSignal
  /** Opens the brain that `--brain` names or that is found from the working directory. */
  readonly open: (named: string | undefined) => Promise<Brain>
  /** What `open` opens with, for verbs that make a brain. */
  readonly opening: (named: string | undefined) => OpenOptions
}
