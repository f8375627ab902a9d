/**
 * Single files as `walk` would list them, for whoever was told which ones may have changed.
 *
 * The rules are those of the walk. Where they hang on more than the file and the folders it stands in,
 * nothing is guessed: then only a walk can tell.
 */

import fs from 'node:fs'
import type {NotePath} from '../ground/note-path.js'
import {type FileEntry, isHidden, isNoteName, under, walkInside} from './files.js'
import {type Ignoring, ignoresFile, ignoringAround, ignoringInside, withRules} from './ignored.js'

/**
 * How a path stands: listed, not listed, a folder with files that are, or `unclear` where only a walk of all the brain
 * can tell.
 */
export type FileAt = FileEntry | readonly FileEntry[] | 'none' | 'unclear'

/**
 * Makes a look at single files, and folders that are new, of a brain without links; rules of ignoring are read once a
 * folder.
 *
 * @param entering told each folder, from the root, before anything of it is read.
 */
export function filesAt(
  root: string,
  entering: (folder: string) => void,
): (path: string) => FileAt {
  const known = new Map<string, Ignoring | 'ignored' | 'unclear'>()
  const rulesIn = (folder: string): Ignoring | 'ignored' | 'unclear' => {
    let rules = known.get(folder)
    if (rules === undefined) {
      rules = readRules(root, folder, rulesIn)
      known.set(folder, rules)
    }
    return rules
  }
  return (path) => {
    const parts = path.split('/')
    if (parts.some(isHidden)) return 'none'
    const rules = rulesIn(parts.slice(0, -1).join('/'))
    if (typeof rules === 'string') return rules === 'ignored' ? 'none' : 'unclear'
    return fileIn(root, path, rules, entering)
  }
}

function readRules(
  root: string,
  folder: string,
  rulesIn: (folder: string) => Ignoring | 'ignored' | 'unclear',
): Ignoring | 'ignored' | 'unclear' {
  let rules: Ignoring | undefined
  if (folder === '') rules = ignoringAround(root)
  else {
    const around = rulesIn(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))
    if (typeof around === 'string') return around
    rules = ignoringInside(around, folder)
  }
  if (rules === undefined) return 'ignored'
  try {
    return withRules(
      rules,
      folder,
      fs.readFileSync(`${root}/${under(folder, '.gitignore')}`, 'utf8'),
    )
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? rules : 'unclear'
  }
}

function fileIn(
  root: string,
  path: string,
  rules: Ignoring,
  entering: (folder: string) => void,
): FileAt {
  let stats: fs.Stats | undefined
  try {
    stats = fs.lstatSync(`${root}/${path}`, {throwIfNoEntry: false})
  } catch {
    return 'unclear'
  }
  if (stats === undefined) return 'none'
  if (stats.isDirectory()) {
    const inside = ignoringInside(rules, path)
    if (inside === undefined) return 'none'
    const {files, messages, hasLinks} = walkInside(root, path, inside, entering)
    return hasLinks || messages.length !== 0 ? 'unclear' : files
  }
  if (stats.isSymbolicLink()) return 'unclear'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!isNoteName(name) || ignoresFile(rules, path)) return 'none'
  // What a walk would report, a walk has to.
  if (!stats.isFile() || /[\\\uFFFD]/.test(path)) return 'unclear'
  const {size, mtimeMs, ctimeMs, ino} = stats
  return {path: path as NotePath, size, mtimeMs, ctimeMs, ino}
}
