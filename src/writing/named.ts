/**
 * Finds the memory that a writing verb was told to change.
 *
 * Reading may be generous: what stands on a line between two facts of MEMORY.md is the file. To
 * close or remove the whole of MEMORY.md because a line was miscounted is not what anybody meant.
 */

import {findMemory} from '../catalog/find.js'
import type {Memory} from '../catalog/memory.js'
import {BrainError} from '../ground/brain-error.js'

/**
 * Finds the one memory that `name` means.
 *
 * @throws {BrainError} `unknown-name`, `ambiguous-name`; `unknown-name` also for a line of a file of
 * facts on which there is none.
 */
export function memoryNamed(memories: readonly Memory[], name: string): Memory {
  const memory = findMemory(memories, name)
  const line = /:(\d{1,9})\s*$/.exec(name)?.[1]
  const isMissed = memory.fact === undefined && memory.note.role === 'facts' && line !== undefined
  if (!isMissed) return memory
  throw new BrainError('unknown-name', {
    message: `on line ${line} of \`${memory.note.path}\` there is no fact`,
    hint: `\`brain list --role facts\` shows where they stand; \`${memory.note.path}\` alone names all of it`,
    data: {name},
  })
}
