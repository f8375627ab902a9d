import {describe, expect, test} from 'vitest'
import {UTC, type Zone} from '../../src/ground/day.js'
import {formatInstant} from '../../src/ground/instant.js'
import type {NotePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {dateOf} from '../../src/recall/date-of.js'
import {facetsAsked, facetsOf} from '../../src/recall/facets.js'

function noteOf(path: string, frontmatter: string, zone = UTC) {
  return parse(path as NotePath, `---\n${frontmatter}\n---\nText. #Home/Garden\n`, zone).note
}

describe('a note is filtered by', () => {
  function check(path: string, frontmatter: string, expected: string[]) {
    const facets = facetsOf(noteOf(path, frontmatter))
    expect(facets).toEqual(expect.arrayContaining(expected))
    expect(new Set(facets).size).toBe(facets.length)
  }
  test('where it stands', () => {
    check('drawers/Atlas/API/x.md', 'hall: Facts\ntype: Document\nkey: a.B', [
      '=wing:atlas',
      '=room:api',
      '=hall:facts',
      '=type:document',
      '=role:drawer',
      '=key:a.b',
    ])
  })
  test('its tags, and what they stand in', () => {
    check('x.md', 'tags: [infra/db/pool]', [
      '=tag:infra',
      '=tag:infra/db',
      '=tag:infra/db/pool',
      '=tag:home',
      '=tag:home/garden',
    ])
  })
  test('every tag there is, however many, and of a deep one the outermost', () => {
    const many = Array.from({length: 3000}, (_, at) => `t${at}`)
    check('x.md', `tags: [${many.join(', ')}]`, ['=tag:t0', '=tag:t2999'])
    const deep = Array.from({length: 90}, (_, at) => at % 10).join('/')
    const facets = facetsOf(noteOf('x.md', `tags: ["${deep}"]`))
    expect(facets.filter((facet) => facet.startsWith('=tag:0'))).toHaveLength(16)
    expect(facets).toContain(`=tag:${deep}`)
  })
  test('its session', () => {
    check('sessions/s-17.md', 'title: x', ['=session:s-17'])
    check('drawers/a/b/c.md', 'session: S-9', ['=session:s-9'])
  })
  test('any scalar or list of scalars of its frontmatter', () => {
    check('x.md', 'Status: Open\ncount: 3\ndone: true\nwho: [Ada, Ben]\nwhen: 2026-03-01', [
      '=field:status=open',
      '=field:count=3',
      '=field:done=true',
      '=field:who=ada',
      '=field:who=ben',
      '=field:when=2026-03-01',
    ])
  })
  test('nothing deeper, and nothing that is not there', () => {
    const facets = facetsOf(noteOf('x.md', 'deep: {a: 1}\nnone:\nmixed: [1, [2]]'))
    expect(facets.filter((facet) => /deep|none|mixed/.test(facet))).toEqual([])
  })
  test('the first part of an essay, and never half a letter', () => {
    const [facet] = facetsOf(noteOf('x.md', `long: "${'x'.repeat(199)}😀"`)).filter((one) =>
      one.startsWith('=field:long'),
    )
    expect(facet).toBe(`=field:long=${'x'.repeat(199)}`)
  })
  test('names of properties of objects', () => {
    check('x.md', 'constructor: toString\n__proto__: x', ['=field:constructor=tostring'])
  })
})

describe('a question', () => {
  test('is folded as notes are, and compared whole', () => {
    expect(
      facetsAsked({
        wing: 'ATLAS',
        tag: '#Infra/DB',
        where: {Status: ['Open', 'Held'], who: 'Ada'},
      }),
    ).toEqual([
      ['=wing:atlas'],
      ['=tag:infra/db'],
      ['=field:status=open', '=field:status=held'],
      ['=field:who=ada'],
    ])
    expect(facetsAsked({})).toEqual([])
  })
  test('of either way to write an accent is the same', () => {
    expect(facetsAsked({room: 'U\u0308bergabe'})).toEqual(facetsAsked({room: 'Übergabe'}))
  })
  test('about a key with `=` in it is about no other key', () => {
    expect(facetsAsked({where: {'a=b': 'c'}})).not.toEqual(facetsAsked({where: {a: 'b=c'}}))
  })
})

describe('a note is from', () => {
  function check(path: string, frontmatter: string, expected: string | undefined, zone = UTC) {
    const date = dateOf(noteOf(path, frontmatter, zone), zone)
    expect(date === undefined ? undefined : formatInstant(date)).toBe(expected)
  }
  const berlin = 'Europe/Berlin' as Zone
  test('the day of a daily log, in the zone', () => {
    check('daily/2026-03-31.md', 'created: 2020-01-01', '2026-03-30T22:00:00Z', berlin)
    check('memory/2026-03-31-camera.md', 'x: 1', '2026-03-31T00:00:00Z')
  })
  test('its creation, else its last change, else when it begins to hold', () => {
    check(
      'x.md',
      'created: 2026-01-01\nupdated: 2026-02-01\nvalid_from: 2026-03-01',
      '2026-01-01T00:00:00Z',
    )
    check('x.md', 'updated: 2026-02-01\nvalid_from: 2026-03-01', '2026-02-01T00:00:00Z')
    check('x.md', 'valid_from: 2026-03-01', '2026-03-01T00:00:00Z')
  })
  test('no time where nothing tells', () => {
    check('x.md', 'created: someday', undefined)
    check('daily/2026-02-31.md', 'x: 1', undefined)
  })
})
