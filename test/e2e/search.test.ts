/** Searching a brain by the built command, and what other commands do to what is found. */

import {createHash} from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

interface Found {
  readonly total: number
  readonly stale_index: boolean
  readonly behind: number
  readonly hits: readonly {
    readonly id: string
    readonly path: string
    readonly lines: readonly [number, number]
    readonly title: string
    readonly snippet: string
    readonly match: string
    readonly score: number
    readonly standing: string
    readonly stale: boolean
    readonly missing: boolean
  }[]
  readonly messages: readonly {readonly rule: string}[]
}

function search(box: Sandbox, ...words: string[]): Found {
  return box.json('search', ...words) as Found
}

/** The ids of the hits, best first. */
function found(box: Sandbox, ...words: string[]): string[] {
  return search(box, ...words).hits.map(({id}) => id)
}

function ship(): Sandbox {
  const box = new Sandbox()
  box.write({
    'SOUL.md': '# Soul\n\nI keep the books of a small ship.\n',
    'MEMORY.md': [
      '# Facts',
      '',
      '- The ship is called Ada.',
      '- The harbour is Brest. [valid_to:: 2026-06-30]',
      '- The harbour is Nantes. [valid_from:: 2026-07-01] [key:: ship.harbour]',
      '- The cook is Jules. [created:: 2026-01-01] [ttl:: 90d]',
      '- The ship sails to Cork. [valid_from:: 2027-03-01]',
      '',
    ].join('\n'),
    'drawers/ship/engine/oil.md':
      '---\ntitle: Oil\ncreated: 2026-11-20\ntags: [engine/fluids]\nstatus: open\n---\nThe engine takes rapeseed.\n',
    'drawers/ship10/engine/coal.md':
      '---\ntitle: Coal\n---\nThe engine of the other one takes coal.\n',
    'daily/2026-11-28.md': '# 2026-11-28\n\n- 09:40 Painted the hull.\n',
  })
  box.commit('a ship')
  return box
}

/** Every file under `.brain`, with its bytes and times. */
function cacheOf(box: Sandbox): string {
  const folder = path.join(box.root, '.brain')
  const lines = fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .sort()
    .map((name) => {
      const stat = fs.lstatSync(path.join(folder, name))
      const bytes = stat.isFile() ? fs.readFileSync(path.join(folder, name)) : ''
      const sum = createHash('sha256').update(bytes).digest('hex')
      return `${name} ${stat.ino} ${stat.mtimeMs} ${sum}`
    })
  return lines.join('\n')
}

/** Searches until nothing is young any more: what changed a moment ago may change again unseen. */
function settled(box: Sandbox, ...words: string[]): string {
  let before = ''
  for (let round = 0; round < 30; round++) {
    search(box, ...words)
    const now = cacheOf(box)
    if (now === before) return now
    before = now
  }
  return before
}

describe('what a person sees', () => {
  test('a passage with its place, how it stands, and how many there are', () => {
    const box = ship()
    expect(box.brain('search', 'harbour')).toMatch(
      /^MEMORY\.md:5 {2}Facts {2}\d\.\d\d\n {2}- The harbour is Nantes\..*\n--- stderr ---\n1 hit\n$/,
    )
    expect(box.brain('search', 'harbour', '--include-past')).toMatch(
      /MEMORY\.md:4 {2}Facts {2}lapsed {2}\d\.\d\d\n {2}- The harbour is Brest\./,
    )
    expect(box.brain('search', 'cook')).toContain('MEMORY.md:6  Facts  stale  ')
    expect(box.brain('search', 'xylophone')).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing found; --include-past also looks at what no longer holds
      "
    `)
  })

  test('as things stood then', () => {
    const box = ship()
    expect(found(box, 'harbour', '--held-at', '2026-03-31')).toEqual(['MEMORY.md#2'])
    expect(found(box, 'harbour')).toEqual(['MEMORY.md#3'])
    expect(found(box, 'sails', '--held-at', '2027-04-01')).toEqual(['MEMORY.md#5'])
    expect(found(box, 'sails')).toEqual([])
    expect(found(box, 'ship', '--standing', 'upcoming')).toEqual(['MEMORY.md#5'])
  })

  test('narrowed before it is cut', () => {
    const box = ship()
    const oil = ['drawers/ship/engine/oil.md']
    expect(found(box, 'engine', '--room', 'engine').sort()).toEqual([
      ...oil,
      'drawers/ship10/engine/coal.md',
    ])
    for (const args of [
      ['--tag', 'engine'],
      ['--tag', '#Engine/Fluids'],
      ['--where', 'status=Open'],
      ['--where', 'status=closed', '--where', 'status=open'],
      ['--since', '2026-11-20', '--until', '2026-11-20'],
    ]) {
      expect([args, found(box, 'engine', ...args)]).toEqual([args, oil])
    }
    expect(found(box, 'engine', '--where', 'status=closed')).toEqual([])
    expect(found(box, 'engine', '--since', '2026-11-21')).toEqual([])
    expect(found(box, 'hull', '--role', 'daily', '--since', '2026-11-28')).toHaveLength(1)
  })

  test('an unknown wing is a slip, and said', () => {
    expect(ship().brain('search', 'engine', '--wing', 'shi')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: there is no wing \`shi\` in the brain
        hint: did you mean \`ship\` or \`ship10\`?
      [exit 2]
      "
    `)
  })

  test('nothing to search for is refused', () => {
    expect(ship().brain('search', ' ')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: there is nothing to search for: the query is empty
        hint: give it some words: \`brain search rate limits\`; \`brain list\` shows everything
      [exit 2]
      "
    `)
  })

  test('what a score is made of', () => {
    const {stdout} = ship().run(['search', 'engine takes coal', '--explain'])
    expect(stdout).toMatch(
      /\d\.\d{3} words \+ \d\.\d{3} meaning \+ \d\.\d{3} note.* = \d\.\d{3}; both on /,
    )
  })
})

describe('faults of others', () => {
  test('fault 8: the last word of a note of 660 KB is found', () => {
    const box = ship()
    const filler = 'some words of no interest to anybody, again and again\n\n'.repeat(12_000)
    box.write({'notes/long.md': `# Long\n\n${filler}zanzibar\n`})
    const {hits, total} = search(box, 'zanzibar')
    expect([total, hits[0]?.path, hits[0]?.snippet]).toEqual([
      1,
      'notes/long.md',
      expect.stringContaining('zanzibar'),
    ])
  })

  test('fault 11: a one-line note is found; nonsense finds nothing', () => {
    const box = ship()
    box.write({
      'notes/tiny.md': 'Ahoy\n',
      'notes/empty.md': '',
      'notes/titled.md': '---\ntitle: Binnacle\n---\n',
    })
    expect(found(box, 'ahoy')).toEqual(['notes/tiny.md'])
    expect(found(box, 'binnacle')).toEqual(['notes/titled.md'])
    for (const nonsense of ['xqzvwy', 'qwx zzkj', '!!! ???', '"no such phrase anywhere"']) {
      expect([nonsense, search(box, nonsense).total]).toEqual([nonsense, 0])
    }
  })

  test('fault 19: the index is bounded by the text, and deleting it loses nothing', () => {
    const box = new Sandbox()
    let text = 0
    for (let at = 0; at < 300; at++) {
      const words = Array.from(
        {length: 300},
        (_, word) => `w${((at * 7919 + word * 104729) % 5003).toString(36)}`,
      )
      const note = `---\ntitle: Note ${at}\n---\n${words.join(' ')}\n`
      text += note.length
      box.write({[`drawers/a/b/note-${at}.md`]: note})
    }
    const before = search(box, 'w1z w2b')
    const bytes = () =>
      fs
        .readdirSync(path.join(box.root, '.brain'))
        .filter((name) => name.startsWith('index'))
        .reduce((sum, name) => sum + fs.statSync(path.join(box.root, '.brain', name)).size, 0)
    expect(bytes()).toBeGreaterThan(0)
    expect(bytes()).toBeLessThanOrEqual(1.25 * text)
    fs.rmSync(path.join(box.root, '.brain'), {recursive: true})
    expect(search(box, 'w1z w2b')).toEqual({...before, held_at: expect.any(String)})
  })

  test('fault 23: what was just remembered is found, in another process', () => {
    const box = ship()
    search(box, 'anything')
    box.run(['remember', 'The anchor weighs nine hundred kilos', '--wing', 'ship'])
    const report = search(box, 'anchor')
    expect(report).toMatchObject({total: 1, stale_index: false, behind: 0})
    expect(report.hits[0]?.snippet).toContain('nine hundred kilos')
  })

  test('fault 24: a search writes nothing but its own catch-up, and nothing where nothing changed', () => {
    const box = ship()
    const before = box.digest()
    const cache = settled(box, 'engine')
    expect(box.brain('search', 'harbour')).toContain('Nantes')
    expect(box.brain('search', 'engine', '--include-past', '--held-at', '2026-03-31')).toContain(
      'rapeseed',
    )
    expect(cacheOf(box)).toBe(cache)
    expect(box.digest()).toBe(before)
    expect(box.git('status', '--porcelain')).toBe('')
  })

  test('fault 25: words answer, whatever else is kept or cannot be', () => {
    const box = ship()
    search(box, 'engine')
    box.write({
      '.brain/vectors.bin': new Uint8Array([1, 2, 3]),
      '.brain/model.json': '{"dimensions": 7',
    })
    expect(found(box, 'coal')).toEqual(['drawers/ship10/engine/coal.md'])
    fs.rmSync(path.join(box.root, '.brain'), {recursive: true})
    box.write({'.brain': 'no folder\n'})
    const report = search(box, 'coal')
    expect(report.hits[0]?.id).toBe('drawers/ship10/engine/coal.md')
    expect(report.messages.map(({rule}) => rule)).toEqual(['unwritable-cache'])
    expect(box.read('.brain')).toBe('no folder\n')
  })

  test.each([
    ['zh', '仓库的钥匙放在前台的抽屉里。', '钥匙', '抽屉'],
    ['ja', '本番のロールバック手順を確認した。', 'ロールバック', '手順'],
    ['ko', '회의는 매주 월요일 오전에 열립니다.', '회의', '월요일'],
    ['th', 'ร้านเปิดทุกวันยกเว้นวันจันทร์', 'วันจันทร์', 'เปิด'],
    ['ru', 'Ключи от склада лежат у Ольги.', 'ключ', 'складе'],
  ])('fault 31: %s is found', (language, text, ...queries) => {
    const box = ship()
    box.write({
      [`drawers/w/${language}/note.md`]: `# ${language}\n\n${text}\n`,
      'drawers/w/en/note.md': '# en\n\nThe keys of the store are at the desk.\n',
    })
    for (const query of queries) {
      expect([query, found(box, query)]).toEqual([query, [`drawers/w/${language}/note.md`]])
    }
  })

  test('fault 33: nothing is left out in silence: totals, and page after page', () => {
    const box = new Sandbox()
    box.write({'brain.yaml': 'zone: UTC\n'})
    for (let at = 0; at < 57; at++)
      box.write({[`notes/n${at}.md`]: `# N${at}\n\nThe lighthouse of day ${at}.\n`})
    const pages: string[] = []
    for (let offset = 0; offset < 70; offset += 20) {
      const page = search(box, 'lighthouse', '--limit', '20', '--offset', `${offset}`)
      expect(page.total).toBe(57)
      pages.push(...page.hits.map(({id}) => id))
    }
    expect([pages.length, new Set(pages).size]).toEqual([57, 57])
    expect(box.run(['search', 'lighthouse']).stderr).toBe(
      'hits 1 to 10 of 57; the next: --offset 10\n',
    )
  })

  test('fault 61: a scope is compared whole', () => {
    const box = ship()
    expect(found(box, 'engine', '--wing', 'ship')).toEqual(['drawers/ship/engine/oil.md'])
    expect(found(box, 'engine', '--wing', 'SHIP10')).toEqual(['drawers/ship10/engine/coal.md'])
  })
})

describe('after a change the truth is told at once', () => {
  test('what was forgotten is in no byte of what is kept', () => {
    const box = ship()
    box.run(['remember', 'The password hint is quetzalcoatl', '--wing', 'ship', '--title', 'Hint'])
    expect(found(box, 'quetzalcoatl')).toEqual(['drawers/ship/notes/hint.md'])
    box.run(['boot', '--wing', 'ship'])
    box.run(['forget', 'drawers/ship/notes/hint.md', '--yes'])
    expect(search(box, 'quetzalcoatl').total).toBe(0)
    box.run(['boot'])
    const folder = path.join(box.root, '.brain')
    for (const name of fs.readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
      const file = path.join(folder, name)
      if (!fs.statSync(file).isFile()) continue
      expect([name, fs.readFileSync(file).includes('quetzal')]).toEqual([name, false])
    }
  })

  test('an edit by hand, a rename, a file that went away', () => {
    const box = ship()
    search(box, 'engine')
    box.write({'drawers/ship/engine/oil.md': 'The engine takes paraffin now.\n'})
    expect(found(box, 'rapeseed')).toEqual([])
    expect(found(box, 'paraffin')).toEqual(['drawers/ship/engine/oil.md'])
    fs.renameSync(
      path.join(box.root, 'drawers/ship/engine/oil.md'),
      path.join(box.root, 'drawers/ship/engine/lube.md'),
    )
    expect(found(box, 'paraffin')).toEqual(['drawers/ship/engine/lube.md'])
    fs.rmSync(path.join(box.root, 'drawers/ship/engine/lube.md'))
    expect(found(box, 'paraffin')).toEqual([])
  })
})

describe('the index', () => {
  test('is brought in step, made anew, and looked at', () => {
    const box = ship()
    expect(box.brain('index')).toMatch(
      /^5 notes, 9 chunks, .*\n--- stderr ---\n5 notes read, 9 chunks new in 0\.0 s\n$/,
    )
    expect(box.brain('index')).toMatch(/^5 notes, 9 chunks, .*\n--- stderr ---\nwas in step\n$/)
    expect(box.brain('index', '--rebuild')).toContain('5 notes read')
    expect(box.json('status')).toMatchObject({index: {notes: 5, chunks: 9, behind: 0}})
    box.write({'notes/new.md': 'New.\n'})
    expect(box.json('status')).toMatchObject({index: {notes: 5, behind: 1}})
  })

  test.each([
    ['cut short', (bytes: Buffer): Uint8Array => bytes.subarray(0, bytes.length >> 1)],
    ['random', (bytes: Buffer): Uint8Array => Buffer.alloc(bytes.length, 'noise')],
    ['a byte off', (bytes: Buffer): Uint8Array => bytes.with(bytes.length - 9, 0xaa)],
  ])('a snapshot that is %s is made again, and that is said', (_, spoil) => {
    const box = ship()
    const good = found(box, 'engine takes')
    const file = path.join(box.root, '.brain/index.bin')
    fs.writeFileSync(file, spoil(fs.readFileSync(file)))
    const report = search(box, 'engine takes')
    expect(report.hits.map(({id}) => id)).toEqual(good)
    expect(report.messages.map(({rule}) => rule)).toEqual(['lost-index'])
    expect(search(box, 'engine takes').messages).toEqual([])
  })

  test('more than half of the notes gone at once are held until that is accepted', () => {
    const box = new Sandbox({git: false})
    box.write({'brain.yaml': 'zone: UTC\n'})
    for (let at = 0; at < 50; at++)
      box.write({[`notes/n${at}.md`]: `# N${at}\n\nThe lighthouse of day ${at}.\n`})
    search(box, 'lighthouse')
    for (let at = 0; at < 40; at++) fs.rmSync(path.join(box.root, `notes/n${at}.md`))
    const held = search(box, 'lighthouse', '--limit', '100')
    expect([held.total, held.hits.filter(({missing}) => missing).length]).toEqual([50, 40])
    expect(held.hits.find(({id}) => id === 'notes/n3.md')?.snippet).toBe('The lighthouse of day 3.')
    expect(held.messages.map(({rule}) => rule)).toEqual(['mass-disappearance'])
    expect(box.brain('index', '--accept')).toContain('40 notes taken out')
    expect(search(box, 'lighthouse')).toMatchObject({total: 10, messages: []})
  })

  test('a doctor finds all well, and mends what is not', () => {
    const box = ship()
    search(box, 'engine')
    expect(box.brain('doctor')).toBe('all well: 5 notes, 9 chunks\n')
    const file = path.join(box.root, '.brain/index.bin')
    fs.writeFileSync(file, 'noise')
    box.write({'.brain/index.bin.0a1b2c3d.tmp': 'half of a file'})
    const {stdout, exit} = box.run(['doctor'])
    expect(stdout).toContain('mended')
    expect(exit).toBe(0)
    expect(box.files().filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(box.brain('doctor')).toBe('all well: 5 notes, 9 chunks\n')
    expect(found(box, 'rapeseed')).toEqual(['drawers/ship/engine/oil.md'])
  })
})

test('links lead out and in', () => {
  const box = ship()
  box.write({
    'notes/a.md': 'See [[oil]], [[nowhere]] and ![[coal|the other]].\n',
    'notes/b.md': '---\nsupersedes: notes/a.md\n---\nInstead of [[a]].\n',
  })
  expect(box.brain('links', 'notes/a.md')).toMatchInlineSnapshot(`
    "→ drawers/ship/engine/oil.md  line 1
    → nowhere: \`nowhere\`  line 1
    → drawers/ship10/engine/coal.md  line 1, embed
    ← notes/b.md:2  supersedes
    ← notes/b.md:4
    --- stderr ---
    notes/a.md
    3 links to elsewhere, 2 from elsewhere
    "
  `)
  expect(box.brain('links', 'oil')).toContain('← notes/a.md:1')
})
