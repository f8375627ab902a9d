/** What was said in a session, as whoever keeps it hands it in: the shapes. */

/** What somebody said. */
export interface SpokenTurn {
  /** What the harness calls it: another turn has another. */
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** An instant. */
  readonly at?: string
}

export interface KeepTurnsRequest {
  readonly session: string
  readonly agent?: string
  /** In the order in which they were said. */
  readonly turns: readonly SpokenTurn[]
  /** The first words of the first user where absent. Counts when the file is made. */
  readonly title?: string
}
