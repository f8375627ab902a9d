/**
 * What a stranger sees of mdbrain: open a brain, ask it, change it.
 *
 * The doors (`cli/`, `hooks/`) import nothing else, so that whatever they can do, a program can.
 */

export type * from './brain.js'
export {BrainError, type ErrorCode} from './ground/brain-error.js'
export {
  compareMessages,
  formatMessage,
  type Message,
  type Rule,
  type Severity,
} from './ground/message.js'
export {initBrain, openBrain, setupProject} from './open.js'
export {version} from './version.js'
