/**
 * The clock of a run.
 *
 * `MDBRAIN_NOW`, an instant, stands in for it. It is for tests, which must not depend on the day they
 * run, and is read here and nowhere else.
 */

import {BrainError, type OpenOptions, readInstant} from '../index.js'

/**
 * The clock that the environment names; empty where it names none, and the machine's is meant.
 *
 * @throws {BrainError} `bad-argument` where it names something else.
 */
export function clockFrom(
  env: Readonly<Record<string, string | undefined>>,
): Pick<OpenOptions, 'clock'> {
  const said = env.MDBRAIN_NOW
  if (said === undefined || said === '') return {}
  const now = readInstant(said)
  if (now !== undefined) return {clock: {now: () => now}}
  throw new BrainError('bad-argument', {
    message: `\`MDBRAIN_NOW\` is \`${said}\`, which is not an instant with a zone`,
    hint: 'it is for tests; unset it',
    data: {argument: 'MDBRAIN_NOW', value: said},
  })
}

/** Where the process stands. A folder that was removed under it has no name any more. */
export function workingDirectory(): string {
  try {
    return process.cwd()
  } catch {
    return process.env.PWD ?? '/'
  }
}
