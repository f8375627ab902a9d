/** Begins a reading: tells what is gone of all that is known, and whether that is obeyed. */

import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {FileEntry} from '../note/files.js'
import {type Disappearance, judgeDisappearance} from './disappearance.js'
import type {KeptLog} from './kept.js'
import type {Kept} from './kept-note.js'
import {beginReading, type Listed, type Reading} from './reading.js'
import type {Scene} from './scene.js'

/**
 * Raised whenever, between two releases, `parse` makes something else of the same bytes, or what is
 * kept of a note has another shape.
 */
const FORMAT = 5

/** What all that is kept of a brain hangs on beside its files. */
export function fingerprintOf({settings, program = ''}: Scene): string {
  return `${FORMAT} ${program} ${settings.zone}`
}

/** A reading, and what is held. */
export interface Begun {
  readonly reading: Reading
  readonly held: Disappearance | undefined
}

/** Begins a reading of the files that are `listed`, by what the log has of them. */
export async function begin(
  scene: Scene,
  listed: readonly Listed[],
  messages: readonly Message[],
  before: Disappearance | undefined,
  log: KeptLog,
): Promise<Begun> {
  const fingerprint = fingerprintOf(scene)
  const files = listed.map(({file}) => file)
  const gone = goneFrom(log.kept, files)
  const held = await judgeDisappearance({scene, files, messages, kept: log.kept, gone}, before)
  const spared = new Set(held?.paths)
  const obeyed = gone.filter((path) => !spared.has(path))
  return {reading: beginReading(scene, fingerprint, log, listed, obeyed), held}
}

/** What is known and not among `files`. */
export function goneFrom(
  kept: ReadonlyMap<NotePath, Kept>,
  files: readonly FileEntry[],
): NotePath[] {
  const known = files.filter((file) => kept.has(file.path))
  // As nearly always: then no set of all files need be made.
  if (known.length === kept.size) return []
  const present = new Set(known.map((file) => file.path))
  return [...kept.keys()].filter((path) => !present.has(path))
}
