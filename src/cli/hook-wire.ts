/** What `brain hook` prints with `--json`. */

import type {HarnessName} from '../hooks/harness.js'
import type {Installation, Installed} from '../hooks/installation.js'

/** `brain hook install`, `brain hook uninstall`. */
export function hookWire({file, action}: Pick<Installation, 'file' | 'action'>, done: boolean) {
  return {file, action, done}
}

/** How hooks stand on this machine, as seen from a folder. */
export interface HooksFound {
  readonly onPath: boolean
  /** Absent where there is no brain. */
  readonly brain: {readonly root: string; readonly trusted: boolean} | undefined
  /** When and why what was said could last not be kept. */
  readonly notKept: {readonly at: string; readonly code: string} | undefined
  readonly harnesses: readonly {
    readonly harness: HarnessName
    readonly places: readonly (Installed & {readonly of: 'project' | 'user'})[]
  }[]
}

/** `brain hook status`. */
export function hookStatusWire({onPath, brain, notKept, harnesses}: HooksFound) {
  return {
    on_path: onPath,
    brain: brain ?? null,
    not_kept: notKept ?? null,
    harnesses: harnesses.map(({harness, places}) => ({
      harness,
      places: places.map(({of, file, events, missing, offIn}) => ({
        of,
        file,
        events: [...events],
        missing: [...missing],
        off_in: offIn ?? null,
      })),
    })),
  }
}
