/**
 * What `.gitignore` files leave out, by Git's own rules.
 *
 * The nearest file that says something of a path decides; what stands in a folder that is left out
 * cannot be brought back. Patterns are read by the `ignore` package, which has the many odd corners
 * right; it heeds case, as Git does where the repository was not made for a disk that does not.
 * Exclusions that a clone does not bring (`.git/info/exclude`, the user's own) count for nothing: a
 * brain is the same brain on every machine.
 */

import fs from 'node:fs'
import path from 'node:path'
import ignore, {type Ignore} from 'ignore'

/** The rules of one `.gitignore`, and how a brain-relative path is written from where it stands. */
interface Level {
  readonly rules: Ignore
  /** Put before a path: where the brain is, as seen from a folder above it. */
  readonly above: string
  /** Cut off a path: where the file is, as seen from the brain. */
  readonly below: string
}

/** The levels that bear on a folder, the nearest first. */
export type Ignoring = readonly Level[]

/** Tells whether a file is left out, if the folder it stands in is not. */
export function ignoresFile(ignoring: Ignoring, file: string): boolean {
  return decide(ignoring, file)?.ignored ?? false
}

/** The rules that bear inside `folder`, if those around it let it in; `undefined` where they leave it out. */
export function ignoringInside(ignoring: Ignoring, folder: string): Ignoring | undefined {
  const decision = decide(ignoring, `${folder}/`)
  if (decision === undefined) return ignoring
  if (decision.ignored) return undefined
  // The files further up leave the folder out, and were overruled: they would go on leaving out all
  // that is in it.
  return ignoring.slice(0, decision.by + 1)
}

/** The rules inside a folder (empty for the brain's own) that has a `.gitignore` with this text. */
export function withRules(ignoring: Ignoring, folder: string, text: string): Ignoring {
  const below = folder === '' ? '' : `${folder}/`
  return [{rules: rulesOf(text), above: '', below}, ...ignoring]
}

/**
 * The rules of the repository around the brain. None where the brain's own folder is left out by
 * them: whoever keeps a brain out of a repository does not mean to empty it.
 */
export function ignoringAround(root: string): Ignoring {
  const levels: Level[] = []
  let above = ''
  let folder = root
  while (!fs.existsSync(path.join(folder, '.git'))) {
    const parent = path.dirname(folder)
    if (parent === folder) return []
    above = `${path.basename(folder)}/${above}`
    folder = parent
    const text = readText(path.join(folder, '.gitignore'))
    if (text !== undefined) levels.push({rules: rulesOf(text), above, below: ''})
  }
  const isLeftOut = decide(levels, '')?.ignored ?? false
  return isLeftOut ? [] : levels
}

function decide(ignoring: Ignoring, file: string): {ignored: boolean; by: number} | undefined {
  for (const [by, {rules, above, below}] of ignoring.entries()) {
    const {ignored, unignored} = rules.test(`${above}${file.slice(below.length)}`)
    if (ignored || unignored) return {ignored, by}
  }
  return undefined
}

function rulesOf(text: string): Ignore {
  return ignore({ignorecase: false, allowRelativePaths: true}).add(text.replace(/^\uFEFF/, ''))
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
