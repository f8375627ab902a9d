/**
 * The closed list of ways an operation can stop that someone can do something about.
 *
 * Anything else thrown is a fault of the program. Wording is decided where the error is made, once:
 * what happened and where (`message`), what to do (`hint`), and the facts of it for programs
 * (`data`).
 */

export type ErrorCode =
  | 'ambiguous-name'
  | 'already-superseded'
  | 'bad-argument'
  | 'consent-needed'
  | 'edit-conflict'
  | 'embedder-failed'
  | 'file-exists'
  | 'git-failed'
  | 'git-missing'
  | 'lock-held'
  | 'model-unreadable'
  | 'no-history'
  | 'not-a-brain'
  | 'not-editable'
  | 'nothing-to-undo'
  | 'path-outside-brain'
  | 'reranker-failed'
  | 'secret-found'
  | 'unknown-name'
  | 'unknown-revision'
  | 'write-failed'

export interface BrainErrorOptions {
  /** What happened and where: a sentence without a full stop where it ends in something to copy. */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** The facts of it, for programs. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

export class BrainError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, options: BrainErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : {cause: options.cause})
    this.name = 'BrainError'
    this.code = code
    this.hint = options.hint
    this.data = options.data ?? {}
  }
}

/** An error in one line, with what to do about it where that is known. */
export function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const {message} = error
  const hint = error instanceof BrainError ? error.hint : undefined
  return hint === undefined ? message : `${message}; ${hint}`
}
