import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {Memory} from '../../src/catalog/memory.js'
import {UTC} from '../../src/ground/day.js'
import {instant} from '../../src/ground/instant.js'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import type {Note} from '../../src/note/note.js'
import {parse} from '../../src/note/parse.js'
import {resolver} from '../../src/note/reference.js'
import {ALWAYS} from '../../src/validity/validity.js'
import type {Desk} from '../../src/writing/desk.js'
import {planMove} from '../../src/writing/move.js'

/** Names that get in each other's way: equal stems in several folders, one stem within another's path. */
const paths = ['a.md', 'b.md', 'x/a.md', 'x/b.md', 'x/y/a.md', 'x/y/c d.md', 'MEMORY.md', 'é.md']

const reference = fc
  .tuple(
    fc.constantFrom('a', 'b', 'x/a', 'y/a', 'x/y/a', './a', '../a', 'c d', 'é', 'MEMORY', 'none'),
    fc.constantFrom('', '.md'),
    fc.constantFrom('', '#^one', '#Top'),
    fc.constantFrom('wiki', 'label', 'markdown', 'field'),
  )
  .map(([name, ending, anchor, kind]) => {
    const target = `${name}${ending}${anchor}`
    if (kind === 'wiki') return `[[${target}]]`
    if (kind === 'label') return `![[${target}|label]]`
    if (kind === 'markdown') return `[text](<${name}.md${anchor}>)`
    return `[superseded_by:: ${target}]`
  })

const brains = fc.record({
  texts: fc.array(fc.array(reference, {maxLength: 4}), {minLength: 8, maxLength: 8}),
  present: fc.array(fc.boolean(), {minLength: 8, maxLength: 8}),
  moved: fc.nat(7),
  to: fc.constantFrom('new', 'x/new', 'x/y/b', 'x/c', 'z/a', 'z/y/a', 'b', 'c d', 'z/MEMORY'),
})

function read(files: ReadonlyMap<string, string>): Note[] {
  return [...files].map(([name, text]) => parse(notePath(name), text, UTC).note)
}

function deskOf(files: ReadonlyMap<string, string>): Desk {
  const notes = read(files)
  const memories = notes.map(
    (note): Memory => ({
      id: note.path as never,
      note,
      validity: ALWAYS,
      standing: 'current',
      stale: false,
      trustedUntil: undefined,
      unreadable: false,
    }),
  )
  return {
    now: instant(0),
    zone: UTC,
    memories,
    paths: notes.map(({path}) => path),
    read: (path) => {
      const text = files.get(path)
      return text === undefined ? undefined : Buffer.from(text)
    },
  }
}

/** Where each reference of each note leads, by the name that the note had before. */
function leads(files: ReadonlyMap<string, string>, oldName: (path: string) => string): string[] {
  const notes = read(files)
  const resolve = resolver(notes)
  const say = (target: string, from: NotePath) => {
    const found = resolve(target, from)
    if (!('found' in found)) return undefined
    const [path, ...anchor] = found.found.split('#')
    return [oldName(path!), ...anchor].join('#')
  }
  return notes
    .flatMap((note) => {
      const links = note.links.map((link) => link.target)
      const cited = [note, ...note.facts].flatMap((claim) => claim.supersededBy)
      const targets = [...links, ...cited.map(({target}) => target)]
      return targets.map((target, index) => [oldName(note.path), index, say(target, note.path)])
    })
    .filter(([, , goal]) => goal !== undefined)
    .map((lead) => lead.join(' '))
    .sort()
}

test('whatever a reference led to before a move, it leads to after', () => {
  let moves = 0
  fc.assert(
    fc.property(brains, ({texts, present, moved, to}) => {
      const files = new Map<string, string>(
        paths
          .map((path, index) => [path, `- one ${texts[index]!.join(' ')} ^one\n`] as const)
          .filter((_, index) => present[index] || index === moved),
      )
      const from = paths[moved]!
      const target = `${to}.md`
      // Elsewhere MEMORY.md holds no facts: its references would be no references any more.
      fc.pre(!files.has(target) && from !== 'MEMORY.md')
      const {draft, messages = []} = planMove(deskOf(files), from, to)
      const after = new Map(files)
      for (const {path, after: bytes} of draft.changes()) {
        if (bytes === undefined) after.delete(path)
        else after.set(path, Buffer.from(bytes).toString())
      }
      moves++
      expect(messages).toEqual([])
      const oldName = (path: string) => (path === target ? from : path)
      expect(leads(after, oldName)).toEqual(expect.arrayContaining(leads(files, (path) => path)))
    }),
    {numRuns: 150},
  )
  expect(moves).toBeGreaterThan(80)
})
