/** What a doctor answers. */

import type {NotePath} from '../ground/note-path.js'

/** Something that was not as it should be, and whether it is now. */
export interface Finding {
  readonly what: string
  readonly path?: NotePath | string
  readonly mended: boolean
  /** What somebody can do about it, where it is not mended. */
  readonly hint?: string
}

export interface DoctorReport {
  readonly notes: number
  readonly chunks: number
  readonly findings: readonly Finding[]
  /** Whether everything is in order now. */
  readonly well: boolean
}
