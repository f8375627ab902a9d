import {expect, test} from 'vitest'
import {DOUBT, EXACT} from '../../src/rank/law.js'
import {ask} from './ask.js'
import {type SmallNote, smallReader} from './small-reader.js'

const plain = (path: string, ...chunks: string[]): SmallNote => ({path, chunks})
const filler = (count: number, text = 'nothing of the kind in here'): SmallNote[] =>
  Array.from({length: count}, (_, index) => plain(`filler/${index}.md`, text))

function check(notes: readonly SmallNote[], text: string, ...expected: string[]): void {
  expect(ask(smallReader(notes), text).names, text).toEqual(expected)
}

test('a text that says more of what was asked comes first', () => {
  const notes = [
    plain('a.md', 'the office is in lyon'),
    plain('b.md', 'the office moved to lyon from paris'),
    plain('c.md', 'paris in spring'),
    ...filler(5),
  ]
  check(notes, 'lyon', 'a.md#0', 'b.md#0')
  check(notes, 'paris lyon', 'b.md#0', 'c.md#0', 'a.md#0')
  check(notes, 'paris', 'c.md#0', 'b.md#0')
})

test('a word that few have tells more than one that many have', () => {
  const notes = [
    plain('a.md', 'project atlas'),
    plain('b.md', 'project budget'),
    plain('c.md', 'project plan'),
    plain('d.md', 'atlas of rome'),
    plain('e.md', 'rome'),
  ]
  expect(ask(smallReader(notes), 'project atlas').names.slice(0, 2)).toEqual(['a.md#0', 'd.md#0'])
})

test('a word in the title is worth more than the same word in passing, in the path less', () => {
  const body = 'one two three four five'
  const notes: SmallNote[] = [
    {path: 'body.md', chunks: [{body: `${body} quota`}]},
    {path: 'path.md', chunks: [{body: `${body} six`, path: 'quota'}]},
    {path: 'title.md', chunks: [{body: `${body} six`, title: 'quota'}]},
  ]
  check(notes, 'quota', 'title.md#0', 'body.md#0', 'path.md#0')
})

test('a passage whose note speaks of the matter comes before the same passage elsewhere', () => {
  const notes = [
    plain('lone.md', 'the limit is forty', 'rain', 'wind', 'snow'),
    plain('matter.md', 'the limit is forty', 'rain', 'wind', 'a limit for each key'),
  ]
  const {names, hits} = ask(smallReader(notes), 'limit forty')
  expect(names).toEqual(['matter.md#0', 'lone.md#0', 'matter.md#3'])
  expect(hits[0]!.parts.words).toBe(hits[1]!.parts.words)
  expect(hits[0]!.parts.note).toBeGreaterThan(hits[1]!.parts.note)
})

const talk = (path: string, ...turns: string[]): SmallNote => ({
  path,
  chunks: turns.map((body, index) => ({body, turn: index + 1})),
})

test('in a conversation a turn beside one that matches is found, and comes before the same turn alone', () => {
  const notes = [
    talk('a.md', 'forty requests', 'rain', 'wind', 'sun', 'atlas api'),
    talk('b.md', 'rain', 'forty requests', 'atlas api', 'wind', 'sun'),
  ]
  const {names, hits} = ask(smallReader(notes), 'forty atlas')
  expect(names.slice(0, 2).toSorted()).toEqual(['b.md#1', 'b.md#2'])
  const beside = hits[names.indexOf('b.md#0')]!
  expect(beside.parts.words).toBe(0)
  expect(beside.parts.neighbours).toBeGreaterThan(0)
  expect(beside.matched).toEqual([])
  // Not those that are further away.
  expect(names).not.toContain('a.md#2')
  expect(names).toHaveLength(4 + 4)
})

test('a neighbour fills gaps: what a turn has already it does not get once more', () => {
  const notes = [
    talk('full.md', 'wind', 'atlas '.repeat(50), 'atlas'),
    talk('gap.md', 'wind', 'rain', 'atlas'),
  ]
  const {names, hits} = ask(smallReader(notes), 'atlas')
  const gainOf = (name: string) => hits[names.indexOf(name)]!.parts.neighbours
  expect(gainOf('full.md#1')).toBeLessThan(gainOf('gap.md#1') / 2)
})

test('a turn that is found for two reasons is found once', () => {
  const notes = [talk('a.md', 'a whale', 'not to be', 'whale or not to be')]
  const {names, total} = ask(smallReader(notes), '"not to be" whale')
  expect(names).toEqual(['a.md#2', 'a.md#1', 'a.md#0'])
  expect(total).toBe(3)
})

test('a long turn is heard whole, and its chunks are not neighbours of one another', () => {
  const notes: SmallNote[] = [
    {
      path: 'a.md',
      chunks: [
        {body: 'what is the limit', turn: 1},
        {body: 'well', turn: 2},
        {body: 'forty', turn: 2},
        {body: 'and so on', turn: 2},
        {body: 'thanks', turn: 3},
        {body: 'bye', turn: 4},
      ],
    },
  ]
  const {names, hits} = ask(smallReader(notes), 'forty')
  expect(names[0]).toBe('a.md#2')
  expect(names.slice(1)).toEqual(['a.md#0', 'a.md#4'])
  expect(hits[0]!.parts.neighbours).toBe(0)
})

test('what stands before the first turn is no turn', () => {
  const notes: SmallNote[] = [
    {
      path: 'a.md',
      chunks: ['about forty', {body: 'one', turn: 1}, {body: 'two', turn: 2}, 'forty'],
    },
  ]
  expect(ask(smallReader(notes), 'forty').names).toEqual(['a.md#3', 'a.md#0'])
})

test('notes that are no conversations have no neighbours', () => {
  const notes = [plain('a.md', 'rain', 'forty requests', 'atlas api'), plain('b.md', 'atlas')]
  const {hits} = ask(smallReader(notes), 'forty atlas')
  expect(hits.map(({parts}) => parts.neighbours)).toEqual([0, 0, 0])
})

test('forms of a word count as one, in the language of the note', () => {
  const english: SmallNote = {path: 'en.md', language: 'en', chunks: ['offices in lyon']}
  const unknown: SmallNote = {path: 'und.md', chunks: ['offices in lyon']}
  check([english, unknown, ...filler(3)], 'office', 'en.md#0')
  check([english, unknown, ...filler(3)], 'offices', 'en.md#0', 'und.md#0')
  // Found under itself and under its stem, and yet there once.
  const [once, other] = ask(smallReader([english, unknown, ...filler(3)]), 'offices').scores
  expect(once).toBe(other)
})

test('stop words are asked for only where there is nothing else', () => {
  const notes = [plain('a.md', 'to be or not to be'), plain('b.md', 'the whale')]
  check(notes, 'the whale of', 'b.md#0')
  check(notes, 'not to be', 'a.md#0')
  expect(ask(smallReader(notes), 'the whale of').words).toEqual(['whale'])
  expect(ask(smallReader(notes), 'the zzzz').names).toEqual([])
})

test('a word said twice counts twice', () => {
  const notes = [plain('a.md', 'rate'), plain('b.md', 'limit'), ...filler(4)]
  const [first] = ask(smallReader(notes), 'limit limit rate').names
  expect(first).toBe('b.md#0')
  expect(ask(smallReader(notes), 'limit limit rate').words).toEqual(['limit', 'rate'])
})

test('what is equal is ordered by path, then by place, whatever the numbers', () => {
  const notes = [plain('b.md', 'same', 'same'), plain('a.md', 'same', 'same')]
  for (const seed of [1, 2, 3, 4, 5]) {
    const {names} = ask(smallReader(notes, {seed}), 'same')
    expect(names).toEqual(['a.md#0', 'a.md#1', 'b.md#0', 'b.md#1'])
  }
})

test('rows are read only where two scores are equal', () => {
  const reader = smallReader([
    plain('a.md', 'lyon'),
    plain('b.md', 'lyon one'),
    plain('c.md', 'lyon one two'),
  ])
  ask(reader, 'lyon')
  expect(reader.reads.rows).toBe(0)
})

test('fault 28: an exact identifier is first, whatever else is said more often', () => {
  const notes = [
    plain('talk.md', 'fetch user by id fetch user by id fetch user', 'the user by id', 'fetch'),
    plain('code.md', `${'long text about other things '.repeat(20)} fetchUserById`),
    ...filler(20, 'fetch the user by the id'),
  ]
  const {best, names} = ask(smallReader(notes), 'how do we fetch a user: fetchUserById')
  expect(names[0]).toBe('code.md#0')
  expect(best.match).toBe('exact')
  expect(best.parts.exact).toBe(EXACT)
  expect(ask(smallReader(notes), 'fetch user').best.match).toBe('keyword')
})

test('a quoted phrase is first, and need not be all that matches', () => {
  const notes = [
    plain('a.md', 'rate limits, limits of a rate, rate and limits'),
    plain('b.md', 'much is said of the rate limit of each key and nothing of anything else here'),
    plain('c.md', 'limit the rate'),
  ]
  const {names, hits} = ask(smallReader(notes), '"rate limit"')
  expect(names[0]).toBe('b.md#0')
  expect(hits.map(({match}) => match)).toEqual(['exact', 'keyword', 'keyword'])
  // Of stop words alone, beside a word that counts.
  const play = [plain('h.md', 'to be or not to be'), plain('w.md', 'whale')]
  check(play, '"not to be" whale', 'h.md#0', 'w.md#0')
})

test('a phrase does not reach from one field into the next', () => {
  const notes: SmallNote[] = [
    {path: 'a.md', chunks: [{body: 'the rate', headings: 'limit'}]},
    {path: 'b.md', chunks: [{body: 'one', headings: 'rate limit'}]},
  ]
  const {hits, names} = ask(smallReader(notes), '"rate limit"')
  expect(names).toEqual(['b.md#0', 'a.md#0'])
  expect(hits[1]!.parts.exact).toBe(0)
})

test('what is doubted is found and comes later', () => {
  const notes = [plain('a.md', 'lyon'), plain('b.md', 'lyon'), ...filler(3)]
  const doubted = new Set(['a.md', 'gone.md', 'b.md#7'])
  const {names, hits} = ask(smallReader(notes), 'lyon', {doubted})
  expect(names).toEqual(['b.md#0', 'a.md#0'])
  expect(hits.map(({parts}) => parts.standing)).toEqual([0, -DOUBT])
})

test('facts are hidden and doubted one by one', () => {
  const memory: SmallNote = {
    path: 'MEMORY.md',
    chunks: [{body: 'lyon', fact: 1}, {body: 'lyon once', fact: 2}, 'lyon of old'],
  }
  const reader = smallReader([memory, ...filler(3)])
  const hidden = new Set(['MEMORY.md#1'])
  const doubted = new Set(['MEMORY.md#2'])
  expect(ask(reader, 'lyon', {hidden}).names.toSorted()).toEqual(['MEMORY.md#1', 'MEMORY.md#2'])
  expect(ask(reader, 'lyon', {doubted}).names.at(-1)).toBe('MEMORY.md#1')
  expect(ask(reader, 'lyon', {hidden: new Set(['MEMORY.md'])}).total).toBe(0)
})

test('each hit says which of the words stand in it', () => {
  const many = Array.from({length: 40}, (_, index) => `word${'x'.repeat(index)}z`)
  const notes = [plain('a.md', `lyon ${many[39]}`), plain('b.md', 'lyon'), plain('c.md', many[2]!)]
  const {hits} = ask(smallReader(notes), `lyon ${many.join(' ')}`)
  const matched = hits.map((hit) => hit.matched)
  expect(matched).toContainEqual(['lyon', many[39]])
  expect(matched).toContainEqual(['lyon'])
  expect(matched).toContainEqual([many[2]])
})

test('an empty brain, an empty question, and texts without a word', () => {
  check([], 'lyon')
  check([plain('a.md', '')], 'lyon')
  check([plain('a.md', 'lyon')], '')
  check([plain('a.md', 'lyon')], '"" !!')
  const titled: SmallNote[] = [{path: 'a.md', chunks: [{title: 'lyon'}]}]
  const {scores} = ask(smallReader(titled), 'lyon')
  expect(scores[0]).toBeGreaterThan(0)
})

test('words that are names of members of objects are words', () => {
  const notes = [plain('a.md', 'constructor'), plain('b.md', '__proto__ here'), ...filler(2)]
  check(notes, 'constructor', 'a.md#0')
  check(notes, '__proto__', 'b.md#0')
})

test('fault 11: nonsense finds nothing', () => {
  const notes = [plain('a.md', 'ok'), ...filler(30), plain('b.md', 'the quarterly budget review')]
  for (const text of ['xqzvvk blorptang', 'zzz', 'qqqqqqqqqqqqqqqqq wwwwwwwwww', '!!! ??? ---']) {
    const {total, hits, instead} = ask(smallReader(notes), text)
    expect({total, hits, instead}, text).toEqual({total: 0, hits: [], instead: {}})
  }
  check(notes, 'ok', 'a.md#0')
})

test('fault 32: scores have no ceiling that many reach, and fillers tie with nothing', () => {
  const notes = [
    plain('all.md', 'atlas rate limit'),
    plain('more.md', 'atlas rate limit atlas rate limit atlas rate limit'),
    plain('most.md', 'atlas rate limit '.repeat(40)),
    ...filler(40, 'atlas and much else that nobody asked for'),
  ]
  const {scores, names} = ask(smallReader(notes), 'atlas rate limit')
  expect(new Set(scores.slice(0, 3)).size).toBe(3)
  expect(names.slice(0, 3).toSorted()).toEqual(['all.md#0', 'more.md#0', 'most.md#0'])
  expect(scores[3]).toBeLessThan(scores[2]! / 2)
  expect(scores[0]).toBeLessThan(1.4)
})

test('fault 32: scores do not grow with the brain, so that a least score means the same in each', () => {
  const notes = [plain('a.md', 'atlas rate limit'), plain('b.md', 'atlas')]
  const [small] = ask(smallReader([...notes, ...filler(10)]), 'atlas rate limit').scores
  const [large] = ask(smallReader([...notes, ...filler(2000)]), 'atlas rate limit').scores
  expect(Math.abs(small! - large!)).toBeLessThan(0.05)
  // Half of what was asked for gets about half.
  const [half] = ask(smallReader([...notes, ...filler(2000)]), 'atlas zeppelin').scores
  const [whole] = ask(smallReader([...notes, ...filler(2000)]), 'atlas').scores
  expect(half! / whole!).toBeGreaterThan(0.4)
  expect(half! / whole!).toBeLessThan(0.6)
})

test('fault 29: among 1,000 rooms, all of one room is found', () => {
  const notes = Array.from({length: 1000}, (_, room) =>
    Array.from({length: 4}, (_, index): SmallNote => {
      // The wanted room says it once, in a long text; all others say nothing else.
      const text = room === 500 ? `budget ${'and so on '.repeat(30)}${index}` : 'budget budget'
      return {path: `drawers/w/${room}/${index}.md`, chunks: [text], facets: [`room:${room}`]}
    }),
  ).flat()
  const {names, total} = ask(smallReader(notes), 'budget', {where: [['=room:500']], limit: 10})
  expect(total).toBe(4)
  expect(names.toSorted()).toEqual([0, 1, 2, 3].map((index) => `drawers/w/500/${index}.md#0`))
})

test('fault 61: a filter takes whole segments', () => {
  const notes: SmallNote[] = ['user1', 'user10', 'user', 'user1/a'].map((wing) => ({
    path: `${wing.replace('/', '-')}.md`,
    chunks: ['secret'],
    facets: [`wing:${wing}`],
  }))
  const found = (...wings: string[]) =>
    ask(smallReader(notes), 'secret', {where: [wings.map((wing) => `=wing:${wing}`)]}).names
  expect(found('user1')).toEqual(['user1.md#0'])
  expect(found('user10')).toEqual(['user10.md#0'])
  expect(found('user', 'user10')).toEqual(['user.md#0', 'user10.md#0'])
  expect(found('use')).toEqual([])
  expect(found('')).toEqual([])
  // Nor is a facet a word that could be asked for.
  expect(ask(smallReader(notes), '=wing:user1').total).toBe(0)
})

test('filters: each list must be met, by one of its facets', () => {
  const note = (path: string, ...facets: string[]): SmallNote => ({path, chunks: ['x'], facets})
  const notes = [note('a.md', 'w:1', 't:a'), note('b.md', 'w:1', 't:b'), note('c.md', 'w:2', 't:a')]
  const found = (...where: string[][]) => ask(smallReader(notes), 'x', {where}).names
  expect(found(['=w:1'], ['=t:a'])).toEqual(['a.md#0'])
  expect(found(['=w:1', '=w:2', '=w:1'], ['=t:a', '=t:a'])).toEqual(['a.md#0', 'c.md#0'])
  expect(found(['=w:1', '=t:a'])).toEqual(['a.md#0', 'b.md#0', 'c.md#0'])
  expect(found([])).toEqual([])
})

test('dates: the first instant is within, the last is not, and what has none is neither', () => {
  const note = (path: string, date?: number): SmallNote => ({
    path,
    chunks: ['x'],
    ...(date === undefined ? {} : {date}),
  })
  const notes = [note('1.md', 1), note('2.md', 2), note('3.md', 3), note('none.md')]
  expect(ask(smallReader(notes), 'x', {since: 2}).names).toEqual(['2.md#0', '3.md#0'])
  expect(ask(smallReader(notes), 'x', {until: 2}).names).toEqual(['1.md#0'])
  expect(ask(smallReader(notes), 'x', {since: 2, until: 3}).names).toEqual(['2.md#0'])
  expect(ask(smallReader(notes), 'x', {since: 3, until: 2}).names).toEqual([])
  expect(ask(smallReader(notes), 'x').total).toBe(4)
})

test('fault 33: totals are whole, and pages go on to the end', () => {
  const reader = smallReader(filler(95, 'budget'))
  const first = ask(reader, 'budget', {limit: 20})
  expect([first.total, first.hits.length]).toEqual([95, 20])
  const last = ask(reader, 'budget', {limit: 20, offset: 80})
  expect([last.total, last.hits.length]).toEqual([95, 15])
  expect(ask(reader, 'budget', {limit: 0})).toMatchObject({total: 95, hits: []})
  expect(ask(reader, 'budget', {offset: 95}).hits).toEqual([])
  expect(ask(reader, 'budget', {limit: Number.POSITIVE_INFINITY}).hits).toHaveLength(95)
})
