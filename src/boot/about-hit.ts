/** What is asked and answered about a text: the shapes. */

import type {AskedAt} from '../brain.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'

/** What is wanted of what is known about a text, at every turn of an agent. */
export interface AboutOptions extends AskedAt {
  /** Passages at most; 5 where absent. */
  readonly most?: number
  /** In tokens, everything in the text counted; 500 where absent. */
  readonly budget?: number
  /** Hits that were given already, by the `name` they had, and are not to be given again. */
  readonly not?: readonly string[]
  /** Who asks: what was said in that session it knows already. */
  readonly session?: string
}

/** A passage that is about the text, and was carried. */
export interface AboutHit {
  /** The passage's own: changes with its words. */
  readonly name: string
  /** The memory it is of: can be given to any verb that takes a name. */
  readonly id: string
  readonly path: NotePath
  /** First and last, counted from 1. */
  readonly lines: readonly [from: number, to: number]
  readonly title: string
  /** How much it is about the text; what chance reaches is below 0.65, or 0.4 where words alone are searched. */
  readonly score: number
}

export interface About {
  /** Best first; none where nothing is known of it. */
  readonly hits: readonly AboutHit[]
  /** The hits as an agent reads them: framed as data, each with its place and its score. Empty where there are none. */
  readonly text: string
  /** Of the text, exactly. */
  readonly tokens: number
  readonly messages: readonly Message[]
}
