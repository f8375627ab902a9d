/**
 * How a reference is to be spelled after a note has moved.
 *
 * A reference keeps the manner in which it was written (a stem, a path with or without `.md`, a path
 * from its own folder) as long as that leads where it should, and becomes the whole path where no
 * shorter name does.
 */

import path from 'node:path/posix'
import {baseOf, folderOf, type NotePath, stemOf} from '../ground/note-path.js'
import type {resolver} from '../note/reference.js'

type Resolve = ReturnType<typeof resolver>

interface Moved {
  readonly from: NotePath
  readonly to: NotePath
}

/** The note that holds the references: its path as they were written, and as they will be read. */
interface Holder {
  readonly was: NotePath
  readonly is: NotePath
}

/** Makes a function that gives a target its new spelling; `undefined` where it may stay. */
export function renamer(
  resolve: {readonly before: Resolve; readonly after: Resolve},
  moved: Moved,
  holder: Holder,
): (target: string) => string | undefined {
  const leadsTo = (target: string, goal: string) => {
    const found = resolve.after(target, holder.is)
    return 'found' in found && found.found === goal
  }
  return (target) => {
    const found = resolve.before(target, holder.was)
    if (!('found' in found)) return undefined
    const [path, fragment] = halves(found.found)
    const goal = path === moved.from ? `${moved.to}${fragment}` : found.found
    const isOutdated = path === moved.from && names(target, moved.from) && !names(target, moved.to)
    if (!isOutdated && leadsTo(target, goal)) return undefined
    return spellings(target, halves(goal)[0] as NotePath, holder.is).find((each) =>
      leadsTo(each, goal),
    )
  }
}

/**
 * Whether `target` names the file itself, and not a title or an alias. By an old file name an alias may
 * still be found here, but not by other programs that read the same notes.
 */
function names(target: string, path: NotePath): boolean {
  const [name] = halves(target)
  const stem = name.slice(name.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  return stem.normalize('NFC').toLowerCase() === stemOf(path).normalize('NFC').toLowerCase()
}

/** Ways to name `goal` from `holder`, the one most like `target` first. */
function spellings(target: string, goal: NotePath, holder: NotePath): string[] {
  const [name, fragment] = halves(target)
  const hasEnding = /\.md$/i.test(name)
  const ended = (path: string) => (hasEnding ? path : path.replace(/\.md$/i, ''))
  const relative = fromFolder(holder, goal)
  const dotted = relative.startsWith('.') ? relative : `./${relative}`

  const names: string[] = []
  if (/^\.{1,2}\//.test(name)) names.push(ended(name.startsWith('./') ? dotted : relative))
  else if (!name.includes('/')) names.push(hasEnding ? baseOf(goal) : stemOf(goal))
  names.push(ended(goal), ended(relative), ended(dotted), goal)
  return names.map((each) => `${each}${fragment}`)
}

function fromFolder(holder: NotePath, goal: NotePath): string {
  return path.relative(folderOf(holder), goal)
}

/** A reference's name, and its fragment with the `#`. */
function halves(target: string): readonly [string, string] {
  const hash = target.indexOf('#')
  return hash === -1 ? [target, ''] : [target.slice(0, hash), target.slice(hash)]
}
