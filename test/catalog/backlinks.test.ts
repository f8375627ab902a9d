import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {type Backlinks, backlinksOf, type LinkFound} from '../../src/catalog/backlinks.js'
import {UTC} from '../../src/ground/day.js'
import type {NotePath} from '../../src/ground/note-path.js'
import type {Note} from '../../src/note/note.js'
import {parse} from '../../src/note/parse.js'
import {resolver} from '../../src/note/reference.js'

function notesOf(files: Readonly<Record<string, string>>): Note[] {
  return Object.entries(files).map(([path, text]) => parse(path as NotePath, text, UTC).note)
}

function linksOf(files: Readonly<Record<string, string>>, path: string): Backlinks {
  const notes = notesOf(files)
  return backlinksOf(notes, notes.find((note) => note.path === path)!)
}

/** `path:line kind target → to`. */
function told({path, place, kind, target, to, candidates}: LinkFound): string {
  const leads = to ?? (candidates.length === 0 ? 'nowhere' : candidates.join(' or '))
  return `${path}:${place.line} ${kind} ${target} → ${leads}`
}

describe('links out', () => {
  test('of every kind, in their order, with where they lead', () => {
    const {out} = linksOf(
      {
        'a.md': [
          '---\nsupersedes: old.md\n---',
          '# A',
          'See [[b]] and [the file](x/c.md#Some%20heading), ![[d|the label]].',
          'Lost: [[nobody]]. Either: [[twin]]. `[[code]]`',
        ].join('\n'),
        'b.md': '',
        'd.md': '',
        'old.md': '',
        'x/c.md': '',
        'x/twin.md': '',
        'y/twin.md': '',
      },
      'a.md',
    )
    expect(out.map(told)).toEqual([
      'a.md:2 supersedes old.md → old.md',
      'a.md:5 link b → b.md',
      'a.md:5 link x/c.md#Some heading → x/c.md',
      'a.md:5 embed d → d.md',
      'a.md:6 link nobody → nowhere',
      'a.md:6 link twin → x/twin.md or y/twin.md',
    ])
    expect(out.map(({label}) => label)).toEqual([
      undefined,
      undefined,
      'the file',
      'the label',
      undefined,
      undefined,
    ])
  })

  test.each<[string, string[]]>([
    ['[[MEMORY#^k]]', ['a.md:1 link MEMORY#^k → MEMORY.md#^k']],
    ['[[MEMORY#2]]', ['a.md:1 link MEMORY#2 → MEMORY.md#2']],
    ['[[MEMORY#A heading]]', ['a.md:1 link MEMORY#A heading → MEMORY.md']],
    ['[[MEMORY#^none]]', ['a.md:1 link MEMORY#^none → MEMORY.md']],
    ['[[b#^block]]', ['a.md:1 link b#^block → b.md']],
    ['[[none#^block]]', ['a.md:1 link none#^block → nowhere']],
    ['[[#Here]]', []],
    ['![[picture.png]] [[Paper.PDF]] [[map.canvas]]', []],
    ['[[Node.js]]', ['a.md:1 link Node.js → nowhere']],
    ['![[a.gif|wide]] [[v1.2]]', ['a.md:1 link v1.2 → nowhere', 'a.md:1 embed a.gif → a.gif.md']],
    ['[[a]]', ['a.md:1 link a → a.md']],
  ])('of %s', (text, expected) => {
    const {out} = linksOf(
      {'a.md': text, 'b.md': 'x ^block\n', 'a.gif.md': '', 'MEMORY.md': '- One ^k\n- Two\n'},
      'a.md',
    )
    expect(out.map(told).sort()).toEqual(expected.sort())
  })

  test('a fact that says by a link what replaced it is told once', () => {
    const files = {
      'MEMORY.md': '- Old [superseded_by:: [[new]]], see [[b]]\n',
      'new.md': '',
      'b.md': '',
    }
    expect(linksOf(files, 'MEMORY.md').out.map(told)).toEqual([
      'MEMORY.md:1 superseded_by new → new.md',
      'MEMORY.md:1 link b → b.md',
    ])
  })
})

describe('links in', () => {
  test('by every name, from other notes, by path and place', () => {
    const files = {
      'x/target.md': '---\naliases: [The goal]\n---\n# Its title\nOwn: [[target]]\n',
      'x/near.md': 'Near [it](target.md), far [it](../x/target.md).\n',
      'a.md': '[[nothing]]\n\n[[target]] and [[X/Target|it]], [[the goal#There]]\n',
      'MEMORY.md': '- Old [superseded_by:: x/target.md]\n',
      'b.md': '---\nsupersedes: "[[Its title]]"\n---\n[[b]]\n',
      'other/target-2.md': 'target',
    }
    const found = linksOf(files, 'x/target.md').in
    expect(found.map(told)).toEqual([
      'MEMORY.md:1 superseded_by x/target.md → x/target.md',
      'a.md:3 link target → x/target.md',
      'a.md:3 link X/Target → x/target.md',
      'a.md:3 link the goal#There → x/target.md',
      'b.md:2 supersedes Its title → x/target.md',
      'x/near.md:1 link target.md → x/target.md',
      'x/near.md:1 link ../x/target.md → x/target.md',
    ])
    expect(found[2]).toMatchObject({label: 'it', title: 'a'})
  })

  test('to a fact are links to its note; to one of two that could be meant there are none', () => {
    const files = {
      'MEMORY.md': '- One ^k\n',
      'a.md': '[[MEMORY#^k]]\n',
      'x/twin.md': '',
      'y/twin.md': '',
      'b.md': '[[twin]]',
    }
    expect(linksOf(files, 'MEMORY.md').in.map(told)).toEqual([
      'a.md:1 link MEMORY#^k → MEMORY.md#^k',
    ])
    expect(linksOf(files, 'x/twin.md').in).toEqual([])
  })
})

test('all links that lead to a note are found, by whatever name', () => {
  const paths = ['a.md', 'x/a.md', 'x/b.md', 'x/y/b.md', 'é.md', 'c.md.md', 'MEMORY.md']
  const names = [
    ...['a', 'A.md', './a', 'x/a', '../a', 'x/y/../a', 'y/b', 'b.md', 'é', 'E\u0301', 'c.md', 'c'],
    ...['Title', 'alias', 'x/y/.', 'a ', 'MEMORY', 'MEMORY.md', 'x\\b', '/x/b.md', 'memory.md.md'],
  ]
  const link = fc.constantFrom(...names).map((name) => `[[${name}]] `)
  const text = fc
    .tuple(
      fc.constantFrom('', '---\naliases: [alias, c]\n---\n', '# Title\n'),
      fc.array(link, {maxLength: 6}),
    )
    .map(([top, links]) => top + links.join(''))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...paths), text), (files) => {
      const notes = notesOf(files)
      const resolve = resolver(notes)
      for (const note of notes) {
        const expected = notes
          .filter((other) => other !== note)
          .flatMap((other) =>
            other.links.filter(({target}) => {
              const answer = resolve(target, other.path)
              return 'found' in answer && (answer.found as string) === note.path
            }),
          )
        expect(backlinksOf(notes, note).in).toHaveLength(expected.length)
      }
    }),
    {numRuns: 300},
  )
})
