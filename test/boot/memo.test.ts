import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {boot, recall} from '../../src/boot/boot.js'
import type {Scene} from '../../src/catalog/scene.js'
import {instant} from '../../src/ground/instant.js'
import {noHistory} from '../../src/history/no-history.js'
import {list} from '../../src/report/list.js'
import {BrainBox, sceneOf} from './scene.js'

let box: BrainBox

beforeEach(() => {
  box = new BrainBox({
    'MEMORY.md':
      '- One. [valid_from:: 2026-01-01]\n- Two. [valid_to:: 2026-12-31]\n- Three. [ttl:: 30d] [reviewed:: 2026-11-20]\n',
    'daily/2026-11-28.md': '- Yesterday.\n',
    'daily/2026-12-02.md': '- Ahead.\n',
    'drawers/a/b/c.md': 'A drawer.\n',
  })
})
afterEach(() => box[Symbol.dispose]())

const folder = () => path.join(box.root, '.brain/boot')

function keptFiles(): string[] {
  if (!existsSync(folder())) return []
  return readdirSync(folder()).filter((file) => !file.includes('.ledger.'))
}

/** Lets time pass by for the files that were written a moment ago: an answer kept then is believed. */
function settle(): void {
  const later = statSync(path.join(box.root, 'MEMORY.md')).ctimeMs / 1000 + 10
  for (const file of keptFiles()) utimesSync(path.join(folder(), file), later, later)
}

/** Puts a word into every kept answer that only an answer from there can have. */
function mark(): void {
  for (const file of keptFiles()) {
    const kept = JSON.parse(readFileSync(path.join(folder(), file), 'utf8'))
    kept.answer.text = `kept: ${kept.answer.text}`
    writeFileSync(path.join(folder(), file), JSON.stringify(kept))
  }
  settle()
}

async function isKept(scene: Scene = box.scene(), options = {}): Promise<boolean> {
  return (await boot(scene, options)).text.startsWith('kept: ')
}

describe('an answer is given again', () => {
  test('while nothing changed, with its ledger', async () => {
    const first = await boot(box.scene())
    settle()
    expect(await boot(box.scene())).toEqual(first)
    mark()
    expect(await isKept()).toBe(true)
    expect((await boot(box.scene())).ledger).toEqual(first.ledger)
    expect((await boot(box.scene(), {ledger: false})).ledger).toEqual([])
  })

  test('at another instant between the same boundaries, with the instant asked for', async () => {
    await boot(box.scene())
    mark()
    const context = await boot(box.scene({now: '2026-12-01T23:59:59.999Z'}))
    expect(context.text).toMatch(/^kept: /)
    expect(context.heldAt).toBe('2026-12-01T23:59:59.999Z')
  })
})

describe('an answer is made anew', () => {
  test.each([
    ['when a daily log begins', '2026-12-02T00:00:00Z'],
    ['before the latest daily log', '2026-11-27T23:59:59.999Z'],
    ['when a fact lapses', '2027-01-01T00:00:00Z'],
    ['when one goes stale', '2026-12-20T00:00:00Z'],
    ['before one began', '2025-12-31T12:00:00Z'],
  ])('%s', async (_, heldAt) => {
    await boot(box.scene())
    mark()
    expect(await isKept(box.scene(), {heldAt})).toBe(false)
  })

  test.each<[string, () => void]>([
    ['changed', () => box.write('drawers/a/b/c.md', 'Another drawer.\n')],
    ['changed without changing its size', () => box.write('drawers/a/b/c.md', 'B drawer.\n')],
    ['added', () => box.write('drawers/a/b/d.md', 'New.\n')],
    ['removed', () => box.remove('daily/2026-12-02.md')],
  ])('where a file was %s', async (_, change) => {
    await boot(box.scene())
    mark()
    change()
    expect(await isKept()).toBe(false)
  })

  test('where settings changed', async () => {
    await boot(box.scene())
    mark()
    box.write('brain.yaml', 'boot:\n  half_life: 30\n')
    expect(await isKept()).toBe(false)
  })

  test.each([
    ['budget', {budget: 700}],
    ['wing', {wing: 'a'}],
    ['session', {session: 's'}],
    ['harness', {for: 'claude-code' as const}],
  ])('for another %s', async (_, options) => {
    await boot(box.scene())
    mark()
    expect(await isKept(box.scene(), options)).toBe(false)
  })

  test('for a recall', async () => {
    await boot(box.scene(), {wing: 'a', budget: 500})
    mark()
    expect((await recall(box.scene(), {wing: 'a'})).text).not.toMatch(/^kept/)
  })

  test('where a file was so young that it may have changed unseen', async () => {
    await boot(box.scene())
    mark()
    const young = statSync(path.join(box.root, 'MEMORY.md')).ctimeMs / 1000 + 1
    for (const file of keptFiles()) utimesSync(path.join(folder(), file), young, young)
    expect(await isKept()).toBe(false)
  })

  test('where CLAUDE.md imports something else', async () => {
    box.write('CLAUDE.md', 'See @MEMORY.md\n')
    const asked = {for: 'claude-code' as const}
    expect((await boot(box.scene(), asked)).text).not.toContain('One.')
    mark()
    box.write('CLAUDE.md', 'See MEMORY.md!\n')
    expect((await boot(box.scene(), asked)).text).toContain('One.')
  })
})

describe('the head of the history', () => {
  const withHead = (head: string) => {
    const history = {...noHistory(false), head: async () => head}
    return box.scene({history: async () => history})
  }

  test('counts where the age of words was looked at', async () => {
    box.write('MEMORY.md', '- Trusted by its words alone. [ttl:: 30d]\n')
    await boot(withHead('a'))
    mark()
    expect(await isKept(withHead('a'))).toBe(true)
    expect(await isKept(withHead('b'))).toBe(false)
  })

  test('counts for nothing where Git failed: another time it may tell', async () => {
    box.write('MEMORY.md', '- Trusted by its words alone. [ttl:: 30d]\n')
    const history = {...noHistory(false), hasFailed: () => true}
    const scene = () => box.scene({history: async () => history})
    await boot(scene())
    mark()
    expect(await isKept(scene())).toBe(false)
  })

  test('does not count where it was not', async () => {
    await boot(withHead('a'))
    mark()
    expect(await isKept(withHead('b'))).toBe(true)
  })
})

describe('words that are not yet committed are of now', () => {
  const fresh = {changed: [], selective: [], committed: false}
  const history = {
    ...noHistory(false),
    ages: async (units: readonly unknown[]) => units.map(() => fresh),
  }
  const at = (now: string) => box.scene({now, history: async () => history})

  beforeEach(() => box.write('MEMORY.md', '- Trusted by its words alone. [ttl:: 1d]\n'))

  test('for a clock that goes on while the brain is read, too', async () => {
    let now = Date.parse('2026-11-29T12:00:00Z')
    const scene = {...at('2026-11-29T12:00:00Z'), clock: {now: () => instant(now++)}}
    expect((await boot(scene)).text).toContain('Trusted by its words alone.')
    const {memories} = await list(scene, {})
    expect(memories.filter(({stale}) => stale)).toEqual([])
  })

  test('an answer about the present is given again to who asks about the present', async () => {
    await boot(at('2026-11-29T12:00:00Z'))
    mark()
    expect(await isKept(at('2026-11-29T18:00:00Z'))).toBe(true)
    expect(await isKept(at('2026-11-30T18:00:00Z'), {heldAt: '2026-11-29T18:00:00Z'})).toBe(false)
  })

  test('an answer about another instant is made anew', async () => {
    const heldAt = '2026-12-01T00:00:00Z'
    expect((await boot(at('2026-11-29T12:00:00Z'), {heldAt})).text).not.toContain('Trusted')
    settle()
    expect((await boot(at('2026-11-30T12:00:00Z'), {heldAt})).text).toContain('Trusted')
  })
})

describe('a cache is a cache', () => {
  test.each([
    ['cut off', '{"format":1,"sig'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['without a span', '{"format":1}'],
  ])('a kept answer that is %s is made anew', async (_, content) => {
    const first = await boot(box.scene())
    for (const file of keptFiles()) writeFileSync(path.join(folder(), file), content)
    settle()
    expect(await boot(box.scene())).toEqual(first)
  })

  test('a ledger of another answer is not taken for this one’s', async () => {
    const first = await boot(box.scene())
    settle()
    for (const file of readdirSync(folder()).filter((name) => name.includes('.ledger.'))) {
      writeFileSync(path.join(folder(), file), '{"of":"another","lines":[]}')
    }
    expect(await boot(box.scene())).toEqual(first)
  })

  test('nothing is lost where nothing can be written', async () => {
    const first = await boot(box.scene())
    const cacheDir = path.join(box.root, 'MEMORY.md')
    expect(await boot(sceneOf(box.root, {cacheDir}))).toEqual(first)
  })

  test('answers do not pile up', async () => {
    for (let budget = 200; budget < 320; budget++) await boot(box.scene(), {budget})
    expect(readdirSync(folder()).length).toBeLessThanOrEqual(102)
  })
})

test('fault 62: a cache that a clone links to somewhere removes nothing there', async () => {
  const outside = path.join(box.root, '..', `${path.basename(box.root)}-outside`)
  mkdirSync(path.join(outside, 'boot'), {recursive: true})
  for (let file = 0; file < 150; file++) writeFileSync(path.join(outside, 'boot', `${file}`), '')
  symlinkSync(outside, path.join(box.root, '.brain'))
  try {
    await boot(box.scene())
    expect(readdirSync(outside)).toEqual(['boot'])
    expect(readdirSync(path.join(outside, 'boot'))).toHaveLength(150)
  } finally {
    rmSync(outside, {recursive: true})
  }
})
