import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import type {Instant} from '../../src/ground/instant.js'
import {notePath} from '../../src/ground/note-path.js'
import type {Unit} from '../../src/history/history.js'
import {wordsOf} from '../../src/history/words.js'
import {GitBox, START} from '../support/git-box.js'

/** A whole note with the words that it has on disk. */
function whole(box: GitBox, name: string, folder = ''): Unit {
  return {path: notePath(name), words: wordsOf(box.read(path.join(folder, name))), whole: true}
}

function passage(name: string, text: string): Unit {
  return {path: notePath(name), words: wordsOf(text), whole: false}
}

/** Seconds after the first second of the box at which the units' words changed. */
async function changed(box: GitBox, units: readonly Unit[], folder = '') {
  const ages = await (await box.history(folder)).ages(units)
  return ages.map((each) => ({
    changed: each.changed.map(seconds),
    selective: each.selective.map(seconds),
    committed: each.committed,
  }))
}

const seconds = (at: Instant) => (at - START) / 1000

/** What counts, for a single note `a.md` whose versions are committed one a second. */
async function check(versions: readonly string[]): Promise<readonly number[]> {
  const box = new GitBox()
  for (const text of versions) box.commit({'a.md': text})
  const [ages] = await changed(box, [whole(box, 'a.md')])
  expect(ages!.committed).toBe(true)
  return ages!.changed
}

describe('ages of a whole note', () => {
  const cases: readonly (readonly [string, readonly string[], readonly number[]])[] = [
    ['new words', ['one', 'two', 'three'], [1, 2, 3]],
    ['whitespace', ['one two', 'one\n\n  two\n', 'one two'], [1]],
    ['line endings and a BOM', ['one\ntwo\n', '\uFEFFone\r\ntwo\r\n'], [1]],
    ['frontmatter', ['one', '---\nttl: 90d\n---\none', '---\nreviewed: 2026-01-01\n---\none'], [1]],
    ['inline fields and block ids', ['- one', '- one [ttl:: 9d] ^k1', '- one ^k1'], [1]],
    ['list markers', ['- one\n- two', '* one\n* two', '1. one\n2. two'], [1]],
    ['words that come back', ['one', 'two', 'one'], [1, 2, 3]],
    ['an empty note that is filled', ['', 'one'], [1, 2]],
  ]
  test.each(cases)('%s', async (_, versions, expected) => {
    expect(await check(versions)).toEqual(expected)
  })

  test('words on disk that HEAD has not are not committed', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one'})
    box.write({'a.md': 'two', 'b.md': 'new'})
    expect(await changed(box, [whole(box, 'a.md'), whole(box, 'b.md')])).toEqual([
      {changed: [1], selective: [], committed: false},
      {changed: [], selective: [], committed: false},
    ])
    box.write({'a.md': '---\nttl: 1d\n---\none  '})
    expect((await changed(box, [whole(box, 'a.md')]))[0]!.committed).toBe(true)
  })

  test('a rename is followed and does not count', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a text that is long enough\nto be found again by Git\n'})
    box.git('mv', 'a.md', 'b.md')
    box.commit({})
    box.commit({'b.md': 'a text that is long enough\nto be found again by Git, at times\n'})
    box.git('mv', 'b.md', 'naïve "c".md')
    box.commit({
      'naïve "c".md':
        '---\nttl: 9d\n---\na text that is long enough\nto be found again by Git, at times\n',
    })
    expect((await changed(box, [whole(box, 'naïve "c".md')]))[0]!.changed).toEqual([1, 3])
  })

  test('another note that once had the name is another note', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'the first text, long enough to be found again'})
    box.git('mv', 'a.md', 'b.md')
    box.commit({})
    box.commit({'a.md': 'something else entirely, which came later on'})
    box.commit({'a.md': 'something else entirely, which came later on, changed'})
    const found = await changed(box, [whole(box, 'a.md'), whole(box, 'b.md')])
    expect(found.map((each) => each.changed)).toEqual([[3, 4], [1]])
  })

  test('the first commit and commits over more than 50 notes are not selective', async () => {
    const box = new GitBox()
    const many = (count: number, text: string) =>
      Object.fromEntries(Array.from({length: count}, (_, at) => [`n/${at}.md`, `${text} ${at}`]))
    box.commit({'n/0.md': 'first'})
    box.commit(many(50, 'fifty'))
    box.commit(many(51, 'more'))
    box.commit({'n/0.md': 'by hand'})
    expect((await changed(box, [whole(box, 'n/0.md')]))[0]).toEqual({
      changed: [1, 2, 3, 4],
      selective: [2, 4],
      committed: true,
    })
  })

  test('the author date counts, not when it was committed again', async () => {
    const box = new GitBox()
    box.commit({'z.md': 'z'})
    box.commit({'a.md': 'one'})
    box.tick(100)
    box.git('commit', '--quiet', '--amend', '--no-edit')
    expect((await changed(box, [whole(box, 'a.md')]))[0]!.changed).toEqual([2])
  })

  test('the boundary of a shallow clone tells nothing', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one', 'b.md': 'one'})
    box.commit({'a.md': 'two'})
    box.commit({'b.md': 'two'})
    box.git('clone', '--quiet', '--depth=2', `file://${box.top}`, 'clone')
    const units = [whole(box, 'a.md', 'clone'), whole(box, 'b.md', 'clone')]
    expect((await changed(box, units, 'clone')).map((each) => each.changed)).toEqual([[], [3]])

    const before = await (await box.history('clone')).head()
    box.gitIn(path.join(box.top, 'clone'), 'fetch', '--quiet', '--unshallow')
    expect(await (await box.history('clone')).head()).not.toBe(before)
    expect((await changed(box, units, 'clone')).map((each) => each.changed)).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  test('a brain in a larger repository sees its own commits alone', async () => {
    const box = new GitBox()
    box.commit({'brain/a.md': 'one', 'a.md': 'outer'})
    box.commit({'a.md': 'outer, changed'})
    box.commit({'brain/a.md': 'two'})
    expect((await changed(box, [whole(box, 'a.md', 'brain')], 'brain'))[0]!.changed).toEqual([1, 3])
  })

  test('on a branch without a commit nothing is committed', async () => {
    const box = new GitBox()
    box.write({'a.md': 'one'})
    expect(await changed(box, [whole(box, 'a.md')])).toEqual([
      {changed: [], selective: [], committed: false},
    ])
  })

  test('where Git fails, nothing tells the age', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one'})
    const {id} = box.commit({'a.md': 'two'})
    rmSync(path.join(box.top, '.git/objects', id.slice(0, 2), id.slice(2)))
    const history = await box.history()
    expect(history.hasFailed?.()).toBe(false)
    expect(await history.ages([whole(box, 'a.md')])).toEqual([
      {changed: [], selective: [], committed: true},
    ])
    expect(history.hasFailed?.()).toBe(true)
  })
})

describe('ages through branches', () => {
  test('an edit on a branch counts when it was made, the merge does not', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one\n\n\n\n\ntwo', 'b.md': 'b'})
    box.git('checkout', '--quiet', '-b', 'side')
    box.commit({'a.md': 'one, changed\n\n\n\n\ntwo'})
    box.git('checkout', '--quiet', 'main')
    box.commit({'a.md': 'one\n\n\n\n\ntwo, changed'})
    box.tick()
    box.git('merge', '--quiet', '--no-edit', 'side')
    // The merged text is new: neither parent had it.
    expect((await changed(box, [whole(box, 'a.md')]))[0]!.changed).toEqual([1, 2, 3, 4])
    const lines = [passage('a.md', 'one, changed'), passage('a.md', 'two, changed')]
    expect((await changed(box, lines)).map((each) => each.changed)).toEqual([[2], [3]])
  })

  test('a merge that takes one side whole changes nothing', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one', 'b.md': 'b'})
    box.git('checkout', '--quiet', '-b', 'side')
    box.commit({'a.md': 'two'})
    box.git('checkout', '--quiet', 'main')
    box.commit({'b.md': 'b, changed'})
    box.tick()
    box.git('merge', '--quiet', '--no-edit', 'side')
    expect((await changed(box, [whole(box, 'a.md')]))[0]!.changed).toEqual([1, 2])
  })

  test('renamed on one branch, changed on the other', async () => {
    const box = new GitBox()
    const text = 'a text that is long enough\nto be found again\nby Git, with three lines\n'
    box.commit({'a.md': text})
    box.git('checkout', '--quiet', '-b', 'side')
    box.commit({'a.md': `${text}and one more\n`})
    box.git('checkout', '--quiet', 'main')
    box.git('mv', 'a.md', 'b.md')
    box.commit({})
    box.tick()
    box.git('merge', '--quiet', '--no-edit', 'side')
    expect(box.read('b.md')).toContain('one more')
    expect((await changed(box, [whole(box, 'b.md')]))[0]!.changed).toEqual([1, 2])
  })
})

describe('ages of a passage', () => {
  test('counts when its words came, whatever else happens in the file', async () => {
    const box = new GitBox()
    box.commit({'M.md': '- API is REST\n- Bob'})
    box.commit({'M.md': '- API is gRPC [ttl:: 90d]\n- Bob'})
    box.commit({'M.md': '# Facts\n\n- Bob\n\n- API is  gRPC [ttl:: 30d] ^k1'})
    const units = [passage('M.md', 'API is gRPC'), passage('M.md', 'Bob'), passage('M.md', 'Eve')]
    expect(await changed(box, units)).toEqual([
      {changed: [2], selective: [2], committed: true},
      {changed: [1], selective: [], committed: true},
      {changed: [], selective: [], committed: false},
    ])
  })

  test('words that were gone and came back are as old as their return', async () => {
    const box = new GitBox()
    for (const text of ['- gRPC', '- REST', '- gRPC\n- Bob']) box.commit({'M.md': text})
    expect((await changed(box, [passage('M.md', 'gRPC')]))[0]!.changed).toEqual([3])
  })

  test('a passage with another fact in its midst is found by its lines', async () => {
    const box = new GitBox()
    box.commit({'M.md': '- Deploys\n  - on Friday\n'})
    box.commit({'M.md': '- Deploys\n  - by Bob [ttl:: 9d]\n  - on Friday\n'})
    const unit = {...passage('M.md', 'Deploys\non Friday'), lines: ['Deploys', 'on Friday']}
    expect((await changed(box, [unit]))[0]).toEqual({changed: [1], selective: [], committed: true})
    box.commit({'M.md': '- Deploys\n  - on Friday\n  - by Bob\n'})
    expect((await changed(box, [unit]))[0]!.committed).toBe(true)
    box.commit({'M.md': '- on Friday\n- Deploys\n'})
    expect((await changed(box, [unit]))[0]!.committed).toBe(false)
  })
})

describe('what is kept', () => {
  test('the same HEAD is answered without Git', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one'})
    const units = [whole(box, 'a.md')]
    const first = await changed(box, units)
    rmSync(path.join(box.top, '.git/objects'), {recursive: true})
    execFileSync('mkdir', ['-p', path.join(box.top, '.git/objects')])
    expect(await changed(box, units)).toEqual(first)
  })

  test('broken files are as if they were not there', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one'})
    const units = [whole(box, 'a.md')]
    const first = await changed(box, units)
    for (const name of ['history/ages.json', 'history/walk.json']) {
      const file = path.join(box.top, '.brain', name)
      for (const text of [
        '',
        '{',
        'null',
        '{"version":1}',
        '[]',
        readFileSync(file, 'utf8').slice(0, -9),
      ]) {
        writeFileSync(file, text)
        expect(await changed(box, units), `${name}: ${text}`).toEqual(first)
      }
    }
  })

  test('a brain whose .brain cannot be written works', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one'})
    box.write({'.brain': 'a file where the folder should be'})
    expect((await changed(box, [whole(box, 'a.md')]))[0]!.changed).toEqual([1])
  })

  test('continued equals made anew, whatever was committed', async () => {
    for (const seed of [1, 2]) await compareOver(new GitBox(), seed)
  })

  /** Commits at random, with renames, branches and resets, asking between and comparing. */
  async function compareOver(box: GitBox, seed: number): Promise<void> {
    let state = seed * 7919
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return Math.floor((state / 2147483648) * below)
    }
    const texts = [
      '- one\n- two\n',
      '- one\n',
      '- two\n- one\n',
      '- one [ttl:: 1d]\n- two\n',
      '- three\n',
    ]
    const names = ['a.md', 'b.md', 'c.md']
    box.commit({'a.md': texts[0]!, 'other.txt': 'x'})
    const seen = new Set<string>()
    for (let step = 0; step < 10; step++) {
      const name = names[random(3)]!
      const other = names[random(3)]!
      switch (random(6)) {
        case 0:
          if (existsSync(path.join(box.top, name)) && name !== other) {
            box.git('mv', '--force', name, other)
            box.commit({})
          }
          break
        case 1:
          box.git('checkout', '--quiet', '-B', `side${random(2)}`, `HEAD~${random(2) && 1}`)
          break
        case 2:
          for (const side of ['side0', 'side1', 'main']) {
            if (box.git('branch', '--list', side).trim() === '') continue
            box.tick()
            box.git('merge', '--quiet', '--no-edit', '-X', 'ours', '-s', 'recursive', side)
          }
          break
        default:
          box.commit({[name]: `# ${name}\n${texts[random(texts.length)]}`})
      }
      const units = names.flatMap((each) => [
        ...(existsSync(path.join(box.top, each)) ? [whole(box, each)] : []),
        passage(each, 'one'),
        passage(each, 'two'),
        passage(each, 'one\ntwo'),
      ])
      const continued = await changed(box, units)
      if (random(3) === 0) await (await box.history()).renames([notePath('z.md')])
      rmSync(path.join(box.top, '.brain'), {recursive: true, force: true})
      const anew = await changed(box, units)
      expect(continued, `seed ${seed}, step ${step}`).toEqual(anew)
      seen.add(JSON.stringify(anew))
      // The next question continues from the kept state of two steps ago, or the last.
      if (random(2) === 0) box.commit({[other]: `# ${other}\n${texts[random(texts.length)]}`})
    }
    expect(seen.size).toBeGreaterThan(3)
  }
})

describe('a rename that is not yet committed', () => {
  test('makes no words new, and is followed', async () => {
    const box = new GitBox()
    box.commit({'a/old.md': 'One thought.\n', 'x.md': 'Twins.\n', 'y.md': 'Twins.\n'})
    box.write({'a/old.md': undefined, 'b/new.md': '---\nttl: 1d\n---\nOne  thought.\n'})
    box.write({'x.md': undefined, 'y.md': undefined, 'z.md': 'Twins.\n'})
    const [moved, unclear] = await changed(box, [whole(box, 'b/new.md'), whole(box, 'z.md')])
    expect(moved).toEqual({changed: [1], selective: [], committed: true})
    expect(unclear).toEqual({changed: [], selective: [], committed: false})
    const history = await box.history()
    expect([...(await history.renames(['a/old.md', 'old', 'x.md']))]).toEqual([
      ['a/old.md', 'b/new.md'],
      ['old', 'b/new.md'],
    ])
  })

  test('goes on from one that is', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a text that is long enough to be found again'})
    box.git('mv', 'a.md', 'b.md')
    box.commit({})
    box.git('mv', 'b.md', 'c.md')
    const history = await box.history()
    expect([...(await history.renames(['a.md', 'b.md']))]).toEqual([
      ['a.md', 'c.md'],
      ['b.md', 'c.md'],
    ])
    box.git('mv', 'c.md', 'b.md')
    expect([...(await history.renames(['a.md']))]).toEqual([['a.md', 'b.md']])
  })

  test('a copy is new', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'One thought.\n'})
    box.write({'b.md': 'One thought.\n'})
    expect((await changed(box, [whole(box, 'b.md')]))[0]!.committed).toBe(false)
  })
})

describe('renames', () => {
  test('a name leads where all notes went that were called so', async () => {
    const box = new GitBox()
    box.commit({'a/old.md': 'One thought.\n', 'b/Twin.md': 'A.\n', 'c/twin.md': 'B b b b.\n'})
    box.commit({'a/old.md': undefined, 'a/new.md': 'One thought.\n'})
    box.commit({'b/Twin.md': undefined, 'b/other.md': 'A.\n', 'c/twin.md': undefined})
    const history = await box.history()
    const found = await history.renames(['old', 'a/old', 'ld', 'twin', 'b/twin', 'none'])
    expect([...found]).toEqual([
      ['old', 'a/new.md'],
      ['a/old', 'a/new.md'],
      ['b/twin', 'b/other.md'],
    ])
  })

  test('a lost path is followed to where it is now', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a text that is long enough to be found again', 'x.md': 'unrelated'})
    box.git('mv', 'a.md', 'b.md')
    box.commit({})
    box.git('mv', 'b.md', 'deep.md')
    box.commit({'x.md': undefined})
    const history = await box.history()
    const lost = ['a.md', 'b.md', 'x.md', 'never.md'].map(notePath)
    expect([...(await history.renames(lost))]).toEqual([
      ['a.md', 'deep.md'],
      ['b.md', 'deep.md'],
    ])
  })
})
