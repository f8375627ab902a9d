/**
 * What a stranger sees of mdbrain: open a brain, ask it, change it.
 *
 * The doors (`cli/`, `hooks/`) import nothing else, so that whatever they can do, a program can.
 */

export {asData, type Recorded} from './boot/as-data.js'
export {type ExplainOptions, explain} from './boot/explain.js'
export {limitOf} from './boot/harness.js'
export {onOneLine} from './boot/legible.js'
export type * from './brain.js'
export {BrainError, type ErrorCode} from './ground/brain-error.js'
export {readDay} from './ground/day.js'
export {didYouMean, didYouMeanHint} from './ground/did-you-mean.js'
export {readDuration} from './ground/duration.js'
export {type Instant, readInstant} from './ground/instant.js'
export {
  compareMessages,
  formatMessage,
  type Message,
  type Rule,
  type Severity,
} from './ground/message.js'
export {openTokenizer, type Tokenizer} from './ground/tokens.js'
export {locate} from './locate.js'
export {stateFolder} from './machine.js'
export {type Met, meetBrain} from './meet.js'
export {initBrain, openBrain, setupProject, watchBrain} from './open.js'
export {version} from './version.js'
export type {Health} from './watch/health.js'
export type {WatchEvent} from './watch/watcher.js'
export type {WatchOptions} from './watching.js'
