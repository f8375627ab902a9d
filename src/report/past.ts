/**
 * The past of one memory: the commits that changed it, newest first, and what it said then.
 *
 * Of a note these are the commits of its file, through renames. A fact has no commits of its own: its file is read as
 * it was at each, and those in which the fact's words are others than before are the fact's. It is known by its block
 * id, else by its key, else by its words, which then tell only since when it stands there.
 */

import {findMemory} from '../catalog/find.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import type {NotePath} from '../ground/note-path.js'
import type {History, Revision} from '../history/history.js'
import {decode} from '../note/decode.js'
import type {Fact} from '../note/note.js'
import {parse} from '../note/parse.js'
import {readAsked} from '../validity/written.js'
import {factLines} from './fact-lines.js'
import type {AskedPast, Past, PastRevision} from './past-revision.js'
import {survey} from './survey.js'

const USUAL_LIMIT = 20

/** Commits of a file that are looked through for one fact of it; each is a file to be read. */
const MOST_LOOKED_THROUGH = 500

/** Commits of a file among which one is looked for by its date. */
const MOST_SEARCHED = 20_000

/**
 * The past of the memory that `name` means.
 *
 * @throws {BrainError} `unknown-name`, `ambiguous-name`; `no-history` without Git; `unknown-revision` where `at` names
 *   none of its commits; `bad-argument`.
 */
export async function past(scene: Scene, name: string, asked: AskedPast = {}): Promise<Past> {
  const {limit = USUAL_LIMIT, at} = asked
  const {memories} = await survey(scene, {})
  const memory = findMemory(memories, name)
  const history = await scene.history()
  if (history.kind === 'none') throw withoutGit(name)
  const {path} = memory.note
  const most =
    memory.fact !== undefined ? MOST_LOOKED_THROUGH : at === undefined ? limit + 1 : MOST_SEARCHED
  const commits = await history.revisions({path, limit: most})
  // Then the oldest of them only tells what was so by then.
  const isCut = commits.length === most
  const pages = pagesOf(scene, history, path)
  const own = memory.fact === undefined ? commits : await changesOf(memory.fact, commits, pages)
  const opening = {id: memory.id, path}
  if (at === undefined) {
    const more = limit < own.length || (memory.fact !== undefined && isCut)
    return {...opening, revisions: own.slice(0, limit), more}
  }
  const found = revisionAt(scene, own, at, isCut ? `the last ${most} commits of ${name}` : name)
  const text = await textAt(memory, found, pages)
  return {...opening, revisions: [{...found, ...(text === undefined ? {} : {text})}], more: false}
}

interface Page {
  readonly text: string
  readonly facts: readonly Fact[]
}

/** As it was on disk; as Git has stored it is enough for the words of a fact, and asks for no process. */
type Pages = (revision: Revision, form?: 'on-disk' | 'stored') => Promise<Page | undefined>

/** The file as it was at a revision, whatever it was called then; `undefined` where it was not there. */
function pagesOf({settings}: Scene, history: History, path: NotePath): Pages {
  const formerly: NotePath[] = []
  return async (revision, form = 'on-disk') => {
    const names = [path, ...formerly]
    for (const name of names) {
      const page = await pageAt(name, revision, form)
      if (page !== undefined) return page
    }
    const renamed = await history.renames(revision.paths.filter((other) => !names.includes(other)))
    for (const [old, now] of renamed) {
      if (now !== path) continue
      formerly.push(old as NotePath)
      return pageAt(old as NotePath, revision, form)
    }
    return undefined
  }
  async function pageAt(name: NotePath, {id}: Revision, form: 'on-disk' | 'stored') {
    const bytes = await history.read(name, id, form)
    if (bytes === undefined) return undefined
    const {text} = decode(bytes)
    return {text, facts: parse(path, text, settings.zone).note.facts}
  }
}

/** The commits in which a fact's words became what they are, or went away. */
async function changesOf(
  fact: Fact,
  commits: readonly Revision[],
  pages: Pages,
): Promise<PastRevision[]> {
  const changes: PastRevision[] = []
  let newer: PastRevision | undefined
  for (const revision of commits) {
    const text = factIn(await pages(revision, 'stored'), fact)
    // What a commit says is the commit's own doing only where the one before says something else.
    if (newer !== undefined && newer.text !== text) changes.push(newer)
    newer = {...revision, ...(text === undefined ? {} : {text})}
  }
  if (newer?.text !== undefined) changes.push(newer)
  return changes
}

function factIn(page: Page | undefined, {block, key, text}: Fact): string | undefined {
  const same = (other: Fact) =>
    block !== undefined
      ? other.block === block
      : key !== undefined
        ? other.key === key
        : other.text === text
  const found = page?.facts.find(same)
  return found === undefined ? undefined : factLines(page!.text, found)
}

async function textAt(
  {fact}: Memory,
  revision: PastRevision,
  pages: Pages,
): Promise<string | undefined> {
  return fact === undefined ? (await pages(revision))?.text : revision.text
}

/** The revision whose id begins so, else the newest that was recorded by then. */
function revisionAt(
  scene: Scene,
  revisions: readonly PastRevision[],
  at: string,
  name: string,
): PastRevision {
  if (/^[0-9a-f]{4,64}$/i.test(at)) {
    const named = revisions.find(({id}) => id.startsWith(at.toLowerCase()))
    if (named !== undefined) return named
    throw unknownRevision(`no commit of \`${name}\` begins with \`${at}\``, name)
  }
  const instant = readAsked(at, scene.settings.zone)
  if (instant === undefined) {
    throw new BrainError('bad-argument', {
      message: `\`at\` is \`${at}\`, which is neither a commit nor a date`,
      hint: 'write the beginning of a commit id, a day (`2026-03-31`) or an instant with a zone',
      data: {argument: 'at', value: at},
    })
  }
  const found = revisions.find(({recorded}) => recorded <= instant)
  if (found !== undefined) return found
  throw unknownRevision(`\`${name}\` was not recorded by ${at}`, name)
}

function unknownRevision(message: string, name: string): BrainError {
  return new BrainError('unknown-revision', {
    message,
    hint: 'without a revision the history lists those that there are',
    data: {name},
  })
}

function withoutGit(name: string): BrainError {
  return new BrainError('no-history', {
    message: `nothing tells what \`${name}\` said before: the brain is in no Git repository`,
    hint: '`git init` in its folder, and every change is kept from then on',
    data: {name},
  })
}
