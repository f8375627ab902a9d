/**
 * What a harness does to a context: how much of it it takes, and which files it brings by itself.
 *
 * Claude Code cuts the additional context of a hook at 10,000 characters, and loads CLAUDE.md at its
 * start with every file that it imports (`@AGENTS.md`), so that carrying those would say them twice.
 * It does not load AGENTS.md otherwise.
 */

import {readFileSync, realpathSync} from 'node:fs'
import path from 'node:path'
import {folderOf, type NotePath, readNotePath} from '../ground/note-path.js'

/** The texts of a harness's own formats are made by the doors. */
export type Harness = 'plain' | 'claude-code'

/** The most characters (UTF-16 units) that the harness takes. */
export function charactersFor(harness: Harness): number {
  return harness === 'claude-code' ? 10_000 : Number.POSITIVE_INFINITY
}

/** Files that Claude Code reads at its start, at the root of a project. */
const claudeFiles = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] as NotePath[]

/** As deep as Claude Code follows an import from an imported file. */
const DEEPEST_IMPORT = 5

/**
 * The brain's files that the harness loads by itself, by path. Files that cannot be read import nothing.
 *
 * @param root absolute, links resolved; taken for the folder that the harness works in.
 */
export function loadedByHarness(harness: Harness, root: string): ReadonlySet<NotePath> {
  const loaded = new Set<NotePath>()
  if (harness === 'claude-code') for (const file of claudeFiles) load(root, file, loaded, 0)
  return loaded
}

function load(root: string, file: NotePath, loaded: Set<NotePath>, depth: number): void {
  if (loaded.has(file) || DEEPEST_IMPORT < depth) return
  const text = read(root, file)
  if (text === undefined) return
  loaded.add(file)
  // CLAUDE.md is often a link to AGENTS.md: then it is that file that is loaded.
  const target = realPathOf(root, file)
  if (target !== undefined) loaded.add(target)
  for (const imported of importsOf(text, folderOf(file))) load(root, imported, loaded, depth + 1)
}

/** What `text` imports, `@docs/rules.md`, relative to the folder of its file; not what code shows. */
function importsOf(text: string, folder: string): NotePath[] {
  const prose = withoutFences(text).replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/(?<=^|\s)@([^\s@`]+)/g)].flatMap(([, written]) => {
    const target = path.posix.normalize(path.posix.join(folder, written!.replace(/[.,;:)]+$/, '')))
    return readNotePath(target) ?? []
  })
}

function withoutFences(text: string): string {
  let fence: string | undefined
  const lines = text.split('\n').filter((line) => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    const wasInside = fence !== undefined
    if (mark !== undefined && (fence ?? mark) === mark) fence = wasInside ? undefined : mark
    return !wasInside && mark === undefined
  })
  return lines.join('\n')
}

function read(root: string, file: NotePath): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

/** Where the links of `file` lead, from the root; `undefined` where that is outside it. */
function realPathOf(root: string, file: NotePath): NotePath | undefined {
  try {
    return readNotePath(path.relative(root, realpathSync(path.join(root, file))))
  } catch {
    return undefined
  }
}
