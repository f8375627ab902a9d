/** What holds of ranking for any texts and any question. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {Instant} from '../../src/ground/instant.js'
import {
  DOUBT,
  EXACT,
  FRESHNESS,
  IMPORTANCE,
  MEANING,
  NEAR,
  NOTE,
  NOTE_MEANING,
  PRESET_IMPORTANCE,
  PRESET_MEANING,
  PRESET_TIME,
} from '../../src/rank/law.js'
import type {AskedFreshness, Parts} from '../../src/rank/question.js'
import {Room} from '../../src/rank/room.js'
import {type Answer, type Asked, ask, queryOf, questionOf} from './ask.js'
import {naiveRank} from './naive-rank.js'
import {DIMENSIONS, type SmallChunk, type SmallNote, smallReader} from './small-reader.js'

const DAY = 86_400_000

/** In days; whatever is in none of them has none of its own. */
const HALF_LIVES: ReadonlyMap<string, number> = new Map([
  ['daily', 30],
  ['event', 0.5],
  ['rules', Number.POSITIVE_INFINITY],
])

/** Asks on a day, counted from the first of January 1970. */
function on(day: number, halfLives = HALF_LIVES): AskedFreshness {
  return {at: (day * DAY) as Instant, halfLifeOf: (kind) => halfLives.get(kind)}
}

const word = fc.constantFrom(
  ...['lyon', 'office', 'offices', 'move', 'moves', 'rate', 'limit', 'the', 'of', 'fetchUserById'],
)
const text = fc.array(word, {maxLength: 12}).map((words) => words.join(' '))
const vector = fc.tuple(...Array.from({length: DIMENSIONS}, () => fc.integer({min: -3, max: 3})))
const importance = fc.constantFrom(0, 0.5, 0.9, 1)
const chunk = fc.record(
  {body: text, headings: text, title: text, tags: text, fact: fc.nat({max: 3}), importance, vector},
  {requiredKeys: ['body']},
)
/**
 * A conversation: a chunk begins a turn, or goes on with the one before. What stands before the
 * first turn is of none.
 */
function turned(all: readonly (readonly [SmallChunk, boolean])[]): SmallChunk[] {
  let turn = 0
  return all.map(([one, isNew]) => {
    if (isNew) turn++
    return {...one, turn}
  })
}

const note = fc.record(
  {
    chunks: fc.oneof(
      fc.array(chunk, {minLength: 1, maxLength: 4}),
      fc.array(fc.tuple(chunk, fc.boolean()), {minLength: 1, maxLength: 6}).map(turned),
    ),
    language: fc.constantFrom('en', 'und'),
    facets: fc.subarray(['wing:user1', 'wing:user10', 'type:note']),
    date: fc.oneof(
      fc.integer({min: 0, max: 9}),
      fc.integer({min: 0, max: 999}).map((days) => days * DAY + (days % 7)),
    ),
    kind: fc.constantFrom('daily', 'event', 'rules', 'plain'),
  },
  {requiredKeys: ['chunks', 'language', 'facets']},
)
const notes: fc.Arbitrary<SmallNote[]> = fc
  .array(note, {minLength: 1, maxLength: 8})
  .map((all) => all.map((one, index) => ({...one, path: `${index}.md`})))
/** Some words of it are in no text. */
const asking = fc
  .array(fc.oneof({arbitrary: word, weight: 4}, fc.constant('zeppelin')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => words.join(' '))
const question = fc.oneof(
  asking,
  fc.tuple(asking, word, word).map(([words, one, other]) => `${words} "${one} ${other}"`),
)
const key = fc
  .tuple(fc.nat({max: 7}), fc.constantFrom('', '#1', '#2'))
  .map(([n, f]) => `${n}.md${f}`)
const keys = fc.array(key, {maxLength: 4}).map((all): ReadonlySet<string> => new Set(all))
const where = fc.array(fc.subarray(['=wing:user1', '=wing:user10', '=type:note'], {minLength: 1}), {
  maxLength: 2,
})
const asked: fc.Arbitrary<Asked> = fc.record(
  {
    hidden: keys,
    doubted: keys,
    where,
    since: fc.integer({min: 0, max: 9}),
    until: fc.integer({min: 0, max: 9}),
    meaning: fc.record({
      vector: vector.map((numbers) => Int8Array.from(numbers)),
      coverage: fc.constantFrom(0, 0.5, 1),
    }),
    freshness: fc.constantFrom(0, 1, 30, 500, 3000).map((day) => on(day)),
    ranking: fc.constantFrom('usual', 'usual', 'meaning-time-importance' as const),
  },
  {requiredKeys: []},
)

/** One room for all: nothing that a question leaves may be seen by the next. */
const room = new Room()

function scoresOf({names, scores}: Answer): Map<string, number> {
  return new Map(names.map((name, index) => [name, scores[index]!]))
}

test('scores are those of the law, whatever is asked for', () => {
  const check = fc.property(notes, question, asked, (all, words, rest) => {
    const answer = ask(smallReader(all, {seed: 3}), words, {...rest, room})
    const expected = naiveRank(all, queryOf(words), questionOf(words, rest))
    fc.pre(Object.keys(answer.instead).length === 0)
    expect([...answer.names].sort()).toEqual([...expected.keys()].sort())
    // Lengths of vectors are kept with 24 bits.
    const digits = rest.meaning === undefined ? 9 : 5
    for (const [name, score] of scoresOf(answer)) {
      expect(score).toBeCloseTo(expected.get(name)!, digits)
    }
  })
  fc.assert(check, {numRuns: 200})
})

test('parts add up to the score, and each stays within what the law gives it', () => {
  const check = fc.property(notes, question, asked, (all, words, {ranking, ...rest}) => {
    for (const {score, parts, match} of ask(smallReader(all), words, {...rest, room}).hits) {
      const {words: own, meaning, note: ofNote, neighbours, exact, standing} = parts
      expect(sum(parts)).toBeCloseTo(score, 9)
      expect(meaning).toBeGreaterThanOrEqual(0)
      expect(meaning).toBeLessThanOrEqual(MEANING + 1e-6)
      expect(MEANING * ofNote).toBeGreaterThanOrEqual(NOTE_MEANING * meaning - 1e-6)
      expect(own).toBeGreaterThanOrEqual(0)
      expect(own).toBeLessThan(1)
      expect(ofNote).toBeLessThan(NOTE + NOTE_MEANING)
      expect(neighbours).toBeGreaterThanOrEqual(0)
      expect(own + neighbours).toBeLessThan(1)
      expect(parts.freshness).toBeGreaterThanOrEqual(-FRESHNESS)
      expect(parts.freshness).toBeLessThanOrEqual(0)
      expect(Math.abs(parts.importance)).toBeLessThanOrEqual(IMPORTANCE / 2)
      expect([0, EXACT]).toContain(exact)
      expect([0, -DOUBT]).toContain(standing)
      const isNear = MEANING * NEAR <= meaning + 1e-9
      const byWords = isNear ? 'both' : 'keyword'
      expect(match).toBe(exact !== 0 ? 'exact' : own + neighbours === 0 ? 'semantic' : byWords)
    }
  })
  fc.assert(check)
})

function sum(parts: Parts): number {
  return Object.values(parts).reduce((total, part) => total + part)
}

test('by meaning, time and importance the same is found, matched alike, and three parts make the score', () => {
  const check = fc.property(notes, question, asked, (all, words, {ranking, ...rest}) => {
    const reader = smallReader(all)
    const usual = ask(reader, words, {...rest, room})
    const preset = ask(reader, words, {...rest, room, ranking: 'meaning-time-importance'})
    const told = ({hits}: Answer) =>
      hits.map(({chunk: at, match, matched}) => `${at} ${match} ${matched}`).sort()
    expect(told(preset)).toEqual(told(usual))
    expect(preset.total).toBe(usual.total)
    for (const {score, parts} of preset.hits) {
      const {meaning, freshness, importance: important, exact, ...others} = parts
      expect(sum(parts)).toBeCloseTo(score, 9)
      expect(others).toEqual({words: 0, note: 0, neighbours: 0, standing: 0})
      for (const [part, most] of [
        [meaning, PRESET_MEANING],
        [freshness, PRESET_TIME],
        [important, PRESET_IMPORTANCE],
      ] as const) {
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(most + 1e-6)
      }
      expect([0, EXACT]).toContain(exact)
    }
  })
  fc.assert(check)
})

const rankings = fc.constantFrom('usual', 'meaning-time-importance' as const)
const day = fc.integer({min: 0, max: 4000})
const kinds = fc.constantFrom('daily', 'event', 'plain', 'rules')

test('of two notes alike but for their dates the newer never has less', () => {
  const check = fc.property(
    ...([note, note, kinds, rankings] as const),
    ...([day, day, day] as const),
    (one, beside, kind, ranking, today, a, b) => {
      const dated = (at: string, date: number) => ({...one, path: at, kind, date: date * DAY})
      const all = [dated('a.md', a), dated('b.md', b), {...beside, path: 'c.md'}]
      const answer = ask(smallReader(all), 'lyon office rate', {ranking, freshness: on(today)})
      const scores = scoresOf(answer)
      const [newer, older] = a < b ? ['b.md', 'a.md'] : ['a.md', 'b.md']
      for (const [name, score] of scores) {
        if (!name.startsWith(older)) continue
        expect(score).toBeLessThanOrEqual(scores.get(name.replace(older, newer))!)
      }
    },
  )
  fc.assert(check)
})

test('without a half-life, without a date and from later nothing is lost to age', () => {
  const check = fc.property(notes, asking, day, (all, words, today) => {
    const {hits} = ask(smallReader(all), words, {room, freshness: on(today)})
    const reader = smallReader(all)
    for (const {chunk: at, parts} of hits) {
      const {kind = '', date} = all[reader.noteOf[at]!]!
      const halfLife = HALF_LIVES.get(kind) ?? Number.POSITIVE_INFINITY
      const ages = Number.isFinite(halfLife) && date !== undefined && date + DAY <= today * DAY
      if (ages) expect(parts.freshness).toBeLessThan(0)
      else expect(parts.freshness).toBe(0)
    }
    for (const freshness of [undefined, on(today, new Map())]) {
      const none = ask(smallReader(all), words, {room, ...(freshness && {freshness})})
      expect(none.hits.every(({parts}) => parts.freshness === 0)).toBe(true)
    }
  })
  fc.assert(check)
})

test('what never ages is new for good, also by meaning, time and importance', () => {
  const check = fc.property(notes, asking, day, (all, words, today) => {
    const rules = all.map((one) => ({...one, kind: 'rules'}))
    const preset = {ranking: 'meaning-time-importance', freshness: on(today)} as const
    for (const {parts} of ask(smallReader(rules), words, {...preset, room}).hits)
      expect(parts.freshness).toBe(PRESET_TIME)
    for (const {parts} of ask(smallReader(rules), words, {freshness: on(today), room}).hits)
      expect(parts.freshness).toBe(0)
  })
  fc.assert(check)
})

test('a day and a half-life take half of what newness is worth', () => {
  const at = (date: number) => ({path: `${date}.md`, chunks: ['lyon'], kind: 'daily', date})
  const reader = smallReader([at(0), at(30 * DAY), at(59 * DAY + 1), at(60 * DAY)])
  const {hits} = ask(reader, 'lyon', {freshness: on(60)})
  const parts = hits.map(({parts: {freshness}}) => freshness / FRESHNESS)
  const expected = [0, 0, -0.5, -0.75]
  for (const [index, part] of parts.entries()) expect(part).toBeCloseTo(expected[index]!, 12)
})

test('pages laid beside one another are the whole, and each tells the whole total', () => {
  const check = fc.property(
    notes,
    question,
    asked,
    fc.integer({min: 1, max: 4}),
    (all, words, rest, limit) => {
      const reader = smallReader(all)
      const whole = ask(reader, words, {...rest, room})
      expect(whole.total).toBe(whole.hits.length)
      const pages: string[] = []
      for (let offset = 0; offset < whole.total + limit; offset += limit) {
        const page = ask(reader, words, {...rest, offset, limit, room})
        expect(page.total).toBe(whole.total)
        expect(page.hits.length).toBe(Math.max(0, Math.min(limit, whole.total - offset)))
        pages.push(...page.names)
      }
      expect(pages).toEqual(whole.names)
    },
  )
  fc.assert(check)
})

test('a filter more takes hits away, and changes neither the scores nor the order of the rest', () => {
  const check = fc.property(notes, question, asked, (all, words, rest) => {
    const reader = smallReader(all)
    const {hidden, where, since, until, ...same} = rest
    const free = ask(reader, words, {...same, room})
    const narrow = ask(reader, words, {...rest, room})
    const kept = new Set(narrow.names)
    expect(narrow.names).toEqual(free.names.filter((name) => kept.has(name)))
    for (const [name, score] of scoresOf(narrow)) expect(score).toBe(scoresOf(free).get(name))
    expect(narrow.instead).toEqual(free.instead)
  })
  fc.assert(check)
})

test('what is gone is as if it had never been, and numbers mean nothing', () => {
  const check = fc.property(notes, notes, question, fc.nat(), (all, others, words, seed) => {
    const gone = others.map((one) => ({...one, path: `gone/${one.path}`}))
    const fresh = ask(smallReader(all), words, {room})
    const after = ask(smallReader(all, {seed, gone}), words, {room})
    expect(after.names).toEqual(fresh.names)
    expect(after.scores).toEqual(fresh.scores)
    expect(after.hits.map(({parts, matched}) => ({parts, matched}))).toEqual(
      fresh.hits.map(({parts, matched}) => ({parts, matched})),
    )
    expect({words: after.words, instead: after.instead, total: after.total}).toEqual({
      words: fresh.words,
      instead: fresh.instead,
      total: fresh.total,
    })
  })
  fc.assert(check)
})

test('a least score cuts exactly there', () => {
  const check = fc.property(notes, question, fc.nat(), (all, words, nth) => {
    const reader = smallReader(all)
    const whole = ask(reader, words, {room})
    fc.pre(whole.total !== 0)
    const minScore = whole.scores[nth % whole.total]!
    const cut = ask(reader, words, {minScore, room})
    expect(cut.names).toEqual(whole.names.filter((_, index) => minScore <= whole.scores[index]!))
    expect(cut.total).toBe(cut.names.length)
  })
  fc.assert(check)
})

test('the order of a room and of what was asked before mean nothing', () => {
  const check = fc.property(notes, notes, question, question, (all, others, words, before) => {
    const used = new Room()
    ask(smallReader(others), before, {room: used})
    expect(ask(smallReader(all), words, {room: used})).toEqual(ask(smallReader(all), words))
  })
  fc.assert(check)
})
