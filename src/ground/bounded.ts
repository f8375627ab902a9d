/**
 * Runs a computation, and gives up on it after a time.
 *
 * Parsers of markdown have inputs that keep them busy for minutes. Node's `vm` stops any JavaScript
 * that runs beneath a script with a time-out, functions from outside included, so a bound needs
 * neither a worker nor an asynchronous interface. Only for pure computations: what is stopped half-way
 * must leave nothing behind.
 */

import vm from 'node:vm'

interface Room {
  compute: (() => unknown) | undefined
}

let room: (Room & vm.Context) | undefined
let script: vm.Script | undefined

/**
 * Returns what `compute` returns, or `undefined` where it took longer than `milliseconds` or ran out
 * of stack. Whatever else it throws, it throws.
 */
export function bounded<Result>(milliseconds: number, compute: () => Result): Result | undefined {
  room ??= vm.createContext({compute: undefined}) as Room & vm.Context
  script ??= new vm.Script('compute()')
  room.compute = compute
  try {
    return script.runInContext(room, {timeout: milliseconds}) as Result
  } catch (error) {
    if (ranOut(error)) return undefined
    throw error
  } finally {
    // Else it would hold on to what it computed from.
    room.compute = undefined
  }
}

/** An overflow has no class of its own, and may come from the context, whose `RangeError` is another. */
function ranOut(error: unknown): boolean {
  const {code, name, message} = (error ?? {}) as {code?: unknown; name?: unknown; message?: unknown}
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
  return name === 'RangeError' && /call stack/i.test(String(message))
}
