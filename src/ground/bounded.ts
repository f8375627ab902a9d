/**
 * Runs a computation, and gives up on it after a time.
 *
 * Parsers of markdown have inputs that keep them busy for minutes. Node's `vm` stops any JavaScript
 * that runs beneath a script with a time-out, functions from outside included, so a bound needs
 * neither a worker nor an asynchronous interface. Only for pure computations: what is stopped half-way
 * must leave nothing behind.
 *
 * That time-out is one of the clock, which goes on while others have the processor. What a note says must not hang on how
 * busy the machine is: so whoever was stopped before he had worked that long begins again, with more time.
 */

import vm from 'node:vm'

interface Room {
  compute: (() => unknown) | undefined
}

let room: (Room & vm.Context) | undefined
let script: vm.Script | undefined

/** So many times as long is waited at most, however busy the machine is. */
const MOST_PATIENCE = 10

/**
 * Returns what `compute` returns, or `undefined` where it worked longer than `milliseconds` or ran out
 * of stack. Whatever else it throws, it throws.
 */
export function bounded<Result>(milliseconds: number, compute: () => Result): Result | undefined {
  const most = MOST_PATIENCE * milliseconds
  for (let patience = milliseconds; ; ) {
    const before = process.cpuUsage()
    try {
      return attempt(patience, compute)
    } catch (error) {
      if (isOverflow(error)) return undefined
      if (!isTimeOut(error)) throw error
    }
    const worked = workedSince(before)
    if (milliseconds <= worked || most <= patience) return undefined
    patience = Math.min(most, Math.ceil((2 * milliseconds * patience) / Math.max(1, worked)))
  }
}

function attempt<Result>(patience: number, compute: () => Result): Result {
  room ??= vm.createContext({compute: undefined}) as Room & vm.Context
  script ??= new vm.Script('compute()')
  room.compute = compute
  try {
    return script.runInContext(room, {timeout: patience}) as Result
  } finally {
    // Else it would hold on to what it computed from.
    room.compute = undefined
  }
}

/** Milliseconds that this process had the processor, all of its threads together. */
function workedSince(before: NodeJS.CpuUsage): number {
  const {user, system} = process.cpuUsage(before)
  // A clock may stop a little early.
  return (1.1 * (user + system)) / 1000
}

function isTimeOut(error: unknown): boolean {
  return (error as {code?: unknown} | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/** An overflow has no class of its own, and may come from the context, whose `RangeError` is another. */
function isOverflow(error: unknown): boolean {
  const {name, message} = (error ?? {}) as {name?: unknown; message?: unknown}
  return name === 'RangeError' && /call stack/i.test(String(message))
}
