/**
 * What a hook asks: the brain of its folder, and what is remembered of its session.
 *
 * Beside `run-hook.ts`, since it is loaded only where something is asked, and of the library only what it
 * takes.
 */

import type {HarnessName, Heard} from '../hooks/harness.js'
import {rememberedOf} from '../hooks/remembered.js'
import {meetBrain} from '../index.js'
import {clockFrom, workingDirectory} from './clock.js'

export function hookBrain(
  name: HarnessName,
  {session, cwd}: Heard,
  env: Readonly<Record<string, string | undefined>>,
) {
  return {
    remembered: rememberedOf(env, name, session),
    meet: async () => meetBrain({env, from: cwd ?? workingDirectory(), ...clockFrom(env)}),
  }
}
