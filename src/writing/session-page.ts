/**
 * The last file of a session: what it remembers, and how turns are added to it.
 *
 * They are added at its end, whatever stands above; of the rest only the line of the frontmatter changes that remembers
 * the last turns. A file that is full goes on in another, so that each is read quickly, and whole.
 */

import {BrainError} from '../ground/brain-error.js'
import type {NotePath} from '../ground/note-path.js'
import {readFrontmatter} from '../note/frontmatter.js'
import {linesOf} from '../note/lines.js'
import {rewriteFields} from '../note/rewrite.js'
import {REMEMBERED, type SessionFiles} from '../note/session-file.js'
import {composeNote} from '../note/write.js'
import type {Draft} from './draft.js'
import {remember, rememberedIn} from './new-turns.js'
import type {SpokenTurn} from './spoken-turn.js'
import {closingOf} from './turn-markdown.js'

/** In UTF-16 units. */
const FULL = 200_000

/** A turn that can be kept, and what it is in markdown. */
export interface ReadyTurn extends SpokenTurn {
  readonly markdown: string
  /** Secrets that it held. */
  readonly removed: readonly string[]
}

export interface Page {
  readonly path: NotePath
  readonly text: string
  readonly title?: string
  /** As `remember` wrote it. */
  readonly known: readonly string[]
  readonly bodyStart: number
}

/** The frontmatter of a session's file, in its order. */
export interface SessionFields {
  readonly title: string
  readonly type: string
  readonly session: string
  readonly agent: string | undefined
  readonly created: string
}

/** The last file of the session; `undefined` where there is none. */
export function lastPage(draft: Draft, {parts}: SessionFiles): Page | undefined {
  const path = parts.at(-1)
  if (path === undefined) return undefined
  const text = draft.text(path)
  const {data, bodyStart} = readFrontmatter(path, text, linesOf(text))
  const {title, [REMEMBERED]: known} = data
  const titled = typeof title === 'string' && title !== '' ? {title} : {}
  return {path, text, ...titled, known: rememberedIn(known), bodyStart}
}

/**
 * Plans the turns at the end of the last page, and in as many more files as they need; returns the last of them.
 *
 * @param last the last page, where there is one, and the turns that are known from before.
 * @throws {BrainError} `not-editable` where the frontmatter of the page cannot be changed.
 */
export function addTurns(
  draft: Draft,
  files: SessionFiles,
  last: {readonly page: Page | undefined; readonly known: readonly string[]},
  turns: readonly ReadyTurn[],
  fields: SessionFields,
): NotePath {
  const {page} = last
  const [more = [], ...others] = sheetsOf(turns, page?.text.length ?? FULL)
  let {known} = last
  if (page !== undefined && more.length !== 0) {
    known = remember(known, more)
    draft.rewrite(page.path, withTurns(page, more, known))
  }
  for (const [index, sheet] of others.entries()) {
    known = remember(known, sheet)
    const edits = Object.entries({...fields, [REMEMBERED]: known.join(' ')})
    const path = files.path(files.parts.length + index + 1)
    draft.create(
      path,
      composeNote(
        edits.map(([key, value]) => ({key, value})),
        bodyOf(sheet),
      ),
    )
  }
  const isFull = page === undefined || others.length !== 0
  return isFull ? files.path(files.parts.length + others.length) : page.path
}

/** What still goes on a page of this `length`, perhaps nothing; then what goes on each of the next. */
function sheetsOf(turns: readonly ReadyTurn[], length: number): ReadyTurn[][] {
  const sheets: ReadyTurn[][] = [[]]
  let taken = length
  for (const turn of turns) {
    if (FULL < taken + turn.markdown.length) {
      sheets.push([])
      taken = 0
    }
    sheets.at(-1)!.push(turn)
    taken += turn.markdown.length + 2
  }
  return sheets
}

function bodyOf(turns: readonly ReadyTurn[]): string {
  return turns.map(({markdown}) => `${markdown}\n`).join('\n')
}

function withTurns(
  {path, text, bodyStart}: Page,
  turns: readonly ReadyTurn[],
  known: readonly string[],
): string {
  const closing = closingOf(text.slice(bodyStart))
  const closed = closing === '' ? text : `${withLineEnd(text)}${closing}\n`
  const written = rewriteFields(closed, [{key: REMEMBERED, value: known.join(' ')}])
  if (written.ok) return `${withBlankLine(written.text)}${bodyOf(turns)}`
  throw new BrainError('not-editable', {
    message: `what was said cannot be added to \`${path}\`: ${written.why}`,
    hint: `mend its frontmatter, or give the file another name; nothing is lost: it is added the next time`,
    data: {path},
  })
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function withBlankLine(text: string): string {
  const ended = withLineEnd(text)
  return /(?:^|\n\r?\n)$/.test(ended) ? ended : `${ended}\n`
}
