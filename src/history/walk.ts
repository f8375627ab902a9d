/**
 * Every commit that touched a note of the brain, and what it made of which blob: `git log`, read
 * once, kept in `.brain/`, and continued from where it ended.
 *
 * Only names and ids; no content is read here. Merges are asked for with all their parents, so that
 * the way of a note can be followed through any shape of history (`ages.ts`).
 */

import {type Instant, instant} from '../ground/instant.js'
import type {Git} from './git.js'

/** A note as one commit has it. */
export interface State {
  /** Brain-relative. */
  readonly path: string
  readonly blob: string
}

/** What one commit made of one note. */
export interface Step {
  readonly to: State
  /** What it was in the parents that had it: none where it is new, several in a merge. */
  readonly from: readonly State[]
}

export interface Commit {
  readonly id: string
  /** The author's date. */
  readonly at: Instant
  /** Where a shallow clone ends: it seems to make everything new, and tells nothing. */
  readonly isBoundary: boolean
  /** The first commit of a repository, or one over more than 50 notes: an import, not an edit. */
  readonly isBulk: boolean
  readonly steps: readonly Step[]
}

/** Over more notes than these a commit is taken for an import or a tidying, not for so many thoughts. */
const BULK = 50

const ARGUMENTS = [
  ...['log', '-z', '--full-history', '--raw', '--no-abbrev', '--find-renames', '-c'],
  ...['--combined-all-paths', '--no-color', '--no-notes', '--no-ext-diff', '--no-relative'],
  // The first byte tells a commit from a raw line, which begins with a colon.
  '--format=%x01%H%x00%P%x00%at',
]

/** Walks `range` (`HEAD`'s id, or `old..new`), newest first, within `prefix`. */
export async function walk(
  git: Git,
  range: string,
  prefix: string,
  boundary: ReadonlySet<string>,
): Promise<readonly Commit[]> {
  const within = prefix === '' ? [] : [prefix]
  return readLog(await git.run([...ARGUMENTS, range, '--', ...within]), prefix, boundary)
}

/** Reads what `git log` printed. Everything is parted by NUL, a line break before raw lines apart. */
function readLog(output: string, prefix: string, boundary: ReadonlySet<string>): Commit[] {
  const tokens = output.split('\0')
  const commits: Commit[] = []
  let at = 0
  while (at < tokens.length) {
    const id = /^\n?\u0001([0-9a-f]{40,64})$/.exec(tokens[at]!)?.[1]
    if (id === undefined) {
      at++
      continue
    }
    const isFirst = tokens[at + 1] === ''
    const date = instant(Number(tokens[at + 2]) * 1000)
    const {steps, next} = readSteps(tokens, at + 3, prefix)
    const isBoundary = boundary.has(id)
    const isBulk = isFirst || BULK < new Set(steps.map(({touched}) => touched)).size
    const kept = steps.flatMap(({step}) => (step === undefined ? [] : [step]))
    if (0 < kept.length) commits.push({id, at: date, isBoundary, isBulk, steps: kept})
    at = next
  }
  return commits
}

interface Touch {
  readonly touched: string
  /** Absent where the note was removed. */
  readonly step: Step | undefined
}

function readSteps(tokens: readonly string[], from: number, prefix: string) {
  const steps: Touch[] = []
  let next = from
  for (; next < tokens.length; ) {
    const line = tokens[next]!.replace(/^\n/, '')
    if (line === '') {
      next++
      continue
    }
    if (line[0] !== ':') break
    const {length, touch} = readStep(line, tokens, next + 1, prefix)
    next += 1 + length
    if (touch !== undefined) steps.push(touch)
  }
  return {steps, next}
}

/**
 * Reads one raw line, `:100644 100644 <blob> <blob> M`, with the paths that follow it. A merge has as
 * many colons, and as many modes, blobs and paths before the last, as parents.
 */
function readStep(line: string, tokens: readonly string[], at: number, prefix: string) {
  const parents = /^:+/.exec(line)![0].length
  const fields = line.slice(parents).split(' ')
  const modes = fields.slice(0, parents + 1)
  const blobs = fields.slice(parents + 1, 2 * parents + 2)
  const isRename = parents === 1 && /^[RC]/.test(fields[2 * parents + 2]!)
  const length = 1 < parents ? parents + 1 : isRename ? 2 : 1
  const paths = tokens.slice(at, at + length)
  const to = paths.at(-1)!
  if (!isNote(to, prefix)) return {length, touch: undefined}

  const state = (index: number, name: string): State[] =>
    isFile(modes[index]!) && isNote(name, prefix)
      ? [{path: name.slice(prefix.length), blob: blobs[index]!}]
      : []
  const [made] = state(parents, to)
  const from = Array.from({length: parents}, (_, index) =>
    state(index, length === 1 ? to : paths[index]!),
  ).flat()
  const touch: Touch = {touched: to, step: made === undefined ? undefined : {to: made, from}}
  return {length, touch}
}

function isNote(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /\.md$/i.test(name)
}

/** Neither a link nor the commit of a submodule, nor nothing. */
function isFile(mode: string): boolean {
  return mode.startsWith('100')
}
