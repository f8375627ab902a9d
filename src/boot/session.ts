/**
 * The session layer: the files of one session, its tasks first, then what was said last.
 *
 * A conversation is read by turns, the latest first. Whatever one of them holds, a heading, a comment that nothing closes, a
 * block of mdbrain's own that somebody pasted, ends with it. What stands above the first turn are the tasks, in the order of the
 * file. In a file without turns what stands under its last heading is taken for them.
 */

import type {Memory} from '../catalog/memory.js'
import {beginsTurn} from '../chunk/turns.js'
import {baseOf, type NotePath} from '../ground/note-path.js'
import type {Block, Note} from '../note/note.js'
import {keptUnderOtherNames, partsOfSession} from '../note/session-file.js'
import type {BootLayer, Passage} from './context.js'
import {blockPassages} from './logs.js'
import {passagesOf} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {headingsOf} from './trail.js'
import {readableText} from './unread.js'

/** What is known of a session; one without a file has nothing yet. */
export function sessionLayer(
  memories: readonly Memory[],
  session: string,
  loaded: ReadonlySet<NotePath>,
): BootLayer {
  const notes = memories.filter(({fact}) => fact === undefined)
  const files = new Map(notes.map((memory) => [memory.note.path, memory]))
  const parts = partsAmong(
    notes.map(({note}) => note),
    session,
  )
  let above: readonly string[] | undefined
  const ranked = parts.map((path, part) => {
    const memory = files.get(path)!
    const found = rankedIn(memory.note, part, above)
    // What was said goes on in the next file, under the same headings.
    above ??= found.turns[0]?.under
    return {memory, ...found}
  })
  return layerOf('session', [
    ...ranked.map(({memory, tasks}) => admit(memory, tasks, loaded)),
    ...ranked.reverse().map(({memory, turns}) => admit(memory, turns, loaded)),
  ])
}

function partsAmong(notes: readonly Note[], session: string): readonly NotePath[] {
  const names = notes.filter(({role}) => role === 'session').map(({path}) => baseOf(path))
  const parts = partsOfSession(session, new Set(names))
  return parts.length === 0 ? keptUnderOtherNames(session, notes) : parts
}

interface Ranked {
  readonly tasks: readonly Passage[]
  /** The latest first. */
  readonly turns: readonly Passage[]
}

function rankedIn(note: Note, part: number, above: readonly string[] | undefined): Ranked {
  const first = note.blocks.findIndex(beginsOne)
  return first === -1 ? byHeadings(note, part) : byTurns(note, first, part, above)
}

/** Quotes, items and code begin no turn. */
function beginsOne({kind, text}: Block): boolean {
  return kind === 'prose' && beginsTurn(text.split('\n', 1)[0]!)
}

function byHeadings(note: Note, part: number): Ranked {
  const passages = blockPassages(note, [part])
  const last = passages.at(-1)?.under.join('')
  const isLast = ({under}: Passage) => under.join('') === last
  return {
    tasks: passages.filter((passage) => !isLast(passage)),
    turns: passages.filter(isLast).reverse(),
  }
}

function byTurns(
  note: Note,
  first: number,
  part: number,
  above: readonly string[] | undefined,
): Ranked {
  const {path, blocks} = note
  const tasks = blocks.slice(0, first)
  const turns = blocks.slice(first)
  const {trail} = turns[0]!
  const under = above ?? headingsOf(path, [...tasks.map((task) => task.trail), trail])(trail)
  // What stands in one turn hides nothing of another.
  let readText = readableText()
  const said = turns.flatMap((block) => {
    if (beginsOne(block)) readText = readableText()
    const {span} = block
    const text = readText(block.text)
    const order = [part, path, span.start]
    return passagesOf({path, line: span.fromLine, text, under, order}, 'quoted')
  })
  return {
    tasks: blockPassages({...note, blocks: tasks}, [part]),
    turns: said.reverse(),
  }
}
