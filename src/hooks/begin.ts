/**
 * Answers a harness when a session begins: the brain's boot context, or one line that says why not.
 *
 * Whatever happens the answer is valid JSON or nothing, since a hook that fails stands in the way of
 * someone's work. A brain that came by clone says nothing into an agent until its owner trusts it;
 * until then, and on errors, the line holds no word that comes from the brain. Only a personal brain
 * that the owner's settings name speaks beside it.
 */

import {type Brain, BrainError, type Met} from '../index.js'
import {answerOf} from './fit.js'
import type {Heard, HookHarness} from './harness.js'
import type {Remembered} from './remembered.js'

/** Returns what to print; empty where there is no brain, or it has nothing to say. */
export async function answerBegin(
  harness: HookHarness,
  {source}: Heard,
  meet: () => Promise<Met>,
  remembered: Pick<Remembered, 'forgetGiven'>,
): Promise<string> {
  // A resumed conversation still holds what it began with; a second copy would be paid for again.
  const resumed = source === 'resume'
  if (!resumed) remembered.forgetGiven()
  const {name} = harness
  let brain: Brain | undefined
  try {
    const met = await meet()
    if (!met.trusted) {
      // The personal brain beside it is the owner's own, and comes from his own settings.
      const own = resumed ? '' : await met.bootPersonal({for: name})
      return answerOf(harness, 'begin', own + UNTRUSTED)
    }
    brain = await met.open()
    const context = resumed ? RESUMED : (await brain.boot({for: name})).text
    return context === '' ? '' : answerOf(harness, 'begin', context)
  } catch (error) {
    if (error instanceof BrainError && error.code === 'not-a-brain') return ''
    return answerOf(harness, 'begin', failed(error))
  } finally {
    await brain?.close().catch(() => undefined)
  }
}

const UNTRUSTED =
  'mdbrain: there is a brain here that is not trusted yet, so nothing of it was loaded. ' +
  'Its owner can look at it with `brain boot` and then run `brain trust`.\n'

const RESUMED =
  'mdbrain: the memory loaded when this session began may have changed since; ' +
  '`brain boot` prints it as it stands now.\n'

function failed(error: unknown): string {
  const code = error instanceof BrainError ? error.code : 'fault'
  return `mdbrain: memory could not be loaded (${code}); \`brain check\` and \`brain boot\` say why.\n`
}
