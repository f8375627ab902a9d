/**
 * Starts a process that does what nobody waits for, and leaves it alone.
 *
 * A harness waits for its hooks, and some end them as they end themselves: nothing that takes time is done
 * here. What the harness said goes to the other process on its standard input, since arguments are for
 * everyone on the machine to read.
 */

import {spawn} from 'node:child_process'
import type {HarnessName, Heard} from './harness.js'

/** Keeps what was said. Resolves when the other process has what it needs, or could not be started. */
export function handOver(program: string, harness: HarnessName, heard: Heard): Promise<void> {
  return start([program, 'hook', 'keep', harness], JSON.stringify(heard))
}

/** Brings the index of the brain at `root` in step, however long that takes. */
export function indexAlone(program: string, root: string): Promise<void> {
  return start([program, 'index', '--brain', root], '')
}

function start(words: readonly string[], input: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.once('error', () => resolve())
    child.stdin.once('error', () => resolve())
    child.stdin.end(input, () => resolve())
    child.unref()
  })
}
