/**
 * What a harness does to a context: how much of it it takes, and which files it brings by itself.
 *
 * Carrying what it brings would say it twice. What each of them does, and who says so, is in
 * docs/harnesses.md. A file that only some versions of a harness bring is carried: twice is a waste, not
 * at all is a loss.
 */

import {readFileSync, realpathSync} from 'node:fs'
import path from 'node:path'
import {folderOf, type NotePath, readNotePath} from '../ground/note-path.js'
import type {LengthOf} from './assemble.js'

/** The texts of a harness's own formats are made by the doors. */
export type Harness = 'plain' | 'claude-code' | 'codex' | 'cursor' | 'copilot' | 'openclaw'

export interface Limit {
  /** The most characters that it takes. */
  readonly most: number
  /** How it counts them: UTF-16 units, or bytes of UTF-8. */
  readonly lengthOf: LengthOf
}

interface Habits extends Limit {
  /** Groups of files that it reads at its start, at the root of a project: of each group the first that is there. */
  readonly loads: readonly (readonly string[])[]
  /** Whether it follows `@docs/rules.md` in them. */
  readonly imports: boolean
}

const units: LengthOf = (text) => text.length
const bytes: LengthOf = (text) => Buffer.byteLength(text)

const habits: Readonly<Record<Harness, Habits>> = {
  plain: {most: Number.POSITIVE_INFINITY, lengthOf: units, loads: [], imports: false},
  'claude-code': {
    most: 10_000,
    lengthOf: units,
    loads: [['CLAUDE.md'], ['.claude/CLAUDE.md'], ['CLAUDE.local.md']],
    imports: true,
  },
  // Four bytes are a token to it, and 2,500 tokens are all that it shows.
  codex: {
    most: 10_000,
    lengthOf: bytes,
    loads: [['AGENTS.override.md', 'AGENTS.md']],
    imports: false,
  },
  cursor: {most: 10_000, lengthOf: units, loads: [['AGENTS.md']], imports: false},
  copilot: {
    most: 10_000,
    lengthOf: bytes,
    loads: [['AGENTS.md'], ['CLAUDE.md'], ['GEMINI.md'], ['.github/copilot-instructions.md']],
    imports: false,
  },
  openclaw: {
    most: 20_000,
    lengthOf: units,
    loads: ['AGENTS', 'SOUL', 'TOOLS', 'IDENTITY', 'USER', 'MEMORY'].map((name) => [`${name}.md`]),
    imports: false,
  },
}

/** How much the harness takes at once. */
export function limitOf(harness: Harness): Limit {
  return habits[harness]
}

/** As deep as Claude Code follows an import from an imported file. */
const DEEPEST_IMPORT = 5

/**
 * The brain's files that the harness loads by itself, by path. Files that cannot be read import nothing.
 *
 * @param root absolute, links resolved; taken for the folder that the harness works in.
 */
export function loadedByHarness(harness: Harness, root: string): ReadonlySet<NotePath> {
  const {loads, imports} = habits[harness]
  const loaded = new Set<NotePath>()
  for (const group of loads) {
    const file = group.find((name) => read(root, name) !== undefined)
    if (file !== undefined) load(root, file as NotePath, loaded, imports ? 0 : DEEPEST_IMPORT)
  }
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

function read(root: string, file: string): string | undefined {
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
