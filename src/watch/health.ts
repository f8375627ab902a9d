/** How a watcher is, as it tells itself. */

export interface Health {
  readonly pid: number
  /** Instants, in UTC: when it began, when a file last changed, and when the index was last in step. */
  readonly since: string
  readonly changed?: string
  readonly inStep?: string
  /** Whether the system tells what changed, or all files are looked at every now and then. */
  readonly how: 'events' | 'polling'
  /** Why it polls, where it should not have to. */
  readonly why?: string
  /** How many folders are listened to. */
  readonly folders: number
  readonly notes: number
  readonly chunks: number
  /** What went wrong last, if it has not gone right since. */
  readonly trouble?: string
  /** Why hand edits wait that are to be committed by themselves. */
  readonly commits?: string
}
