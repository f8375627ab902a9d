/**
 * File operations one by one: something else can happen before any of them, or nothing at all any more.
 *
 * A process that is killed leaves on the disk what it had done until then. The same is left where all operations
 * from one on fail, which takes no process and can be done for every one of them in turn.
 */

import fs from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'

const OPERATIONS = [
  'openSync',
  'closeSync',
  'readSync',
  'writeSync',
  'writeFileSync',
  'appendFileSync',
  'readFileSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'lstatSync',
  'fstatSync',
  'readdirSync',
] as const

type Operation = (...parameters: unknown[]) => unknown
type Disk = Record<(typeof OPERATIONS)[number], Operation>

/** Does `work`, calling `before` ahead of its `count`th file operation. What that throws, the operation throws. */
export function watched<Result>(
  before: (count: number, name: string, parameters: unknown[]) => void,
  work: () => Result,
): Result {
  const disk = fs as unknown as Disk
  const own = Object.fromEntries(OPERATIONS.map((name) => [name, disk[name]])) as Disk
  let count = 0
  let isInside = false
  for (const name of OPERATIONS) {
    disk[name] = (...parameters) => {
      // What `before` does itself is nobody's operation.
      if (!isInside) {
        isInside = true
        try {
          before(count++, name, parameters)
        } finally {
          isInside = false
        }
      }
      return own[name].call(fs, ...parameters)
    }
  }
  syncBuiltinESMExports()
  try {
    return work()
  } finally {
    Object.assign(disk, own)
    syncBuiltinESMExports()
  }
}

/** The file operations that `work` takes, by name. */
export function operationsOf(work: () => void): string[] {
  const names: string[] = []
  watched((_, name) => names.push(name), work)
  return names
}

/**
 * Does `work` as a process does that is killed before its `last`th file operation; where `half` says so, it is
 * killed in the middle of it, if it is one that writes.
 */
export function killedAt(last: number, half: boolean, work: () => void): void {
  watched((count, name, parameters) => {
    if (count < last) return
    if (count === last && half && name === 'writeSync') writeHalf(parameters)
    throw new Error('killed')
  }, work)
}

function writeHalf([file, bytes, offset = 0, length]: unknown[]): void {
  const whole = Number(length ?? (bytes as Uint8Array).length)
  fs.writeSync(file as number, bytes as Uint8Array, offset as number, whole >> 1)
}
