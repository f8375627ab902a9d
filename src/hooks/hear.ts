/** Understands what a harness said when it ran a hook. */

import fs from 'node:fs'
import {fieldsOf} from './fields.js'
import type {Heard, HookHarness} from './harness.js'

/**
 * What the harness said on standard input; little of garbage. `undefined` where it is another harness that
 * runs this one's hooks.
 */
export function hear(
  harness: HookHarness,
  input: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Heard | undefined {
  const heard = harness.read(fieldsOf(input))
  if (heard === undefined) return undefined
  const {cwd, ...rest} = heard
  const begunIn = harness.projectVariable === undefined ? undefined : env[harness.projectVariable]
  const folder = [begunIn, cwd].find((one) => one !== undefined && isFolder(one))
  return {...rest, ...(folder === undefined ? {} : {cwd: folder})}
}

function isFolder(name: string): boolean {
  try {
    return fs.statSync(name, {throwIfNoEntry: false})?.isDirectory() === true
  } catch {
    return false
  }
}
