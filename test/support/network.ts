/** What tests did of the network, which is refused to them (`no-network.cjs`). */

import {createRequire} from 'node:module'

const {attempts} = createRequire(import.meta.url)('./no-network.cjs') as {attempts: string[]}

/** What was tried since it was last asked, and forgets it. */
export function takeAttempts(): string[] {
  return attempts.splice(0)
}
