/** What `brain.yaml` may say. Every setting has a default; settings are always today's. */

import type {Zone} from '../ground/day.js'
import type {Duration} from '../ground/duration.js'
import type {Role} from '../note/note.js'

export interface Settings {
  readonly zone: Zone
  /** Whether brain.yaml names the zone; where not, UTC is for reading only. */
  readonly zoneWritten: boolean
  /** Ttls for notes and facts that have none of their own; none by default. */
  readonly ttl: {
    readonly roles: Readonly<Partial<Record<Role, Duration>>>
    readonly halls: Readonly<Record<string, Duration>>
  }
  readonly boot: {
    /** In tokens. */
    readonly budget: number
    /** Weights of the layers, by their names; only their ratios matter. */
    readonly shares: Readonly<Record<string, number>>
    /** Days in which a memory's age costs it as much as half its importance. */
    readonly halfLife: number
    /** Plain notes to carry all the same, as part of the facts layer: brain-relative paths. */
    readonly also: readonly string[]
  }
}
