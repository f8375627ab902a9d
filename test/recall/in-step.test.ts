import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import type {Scene} from '../../src/catalog/scene.js'
import {instant} from '../../src/ground/instant.js'
import type {NotePath} from '../../src/ground/note-path.js'
import {bringInStep, countBehind} from '../../src/recall/in-step.js'
import {Model} from '../../src/recall/model.js'
import {BrainBox} from '../boot/scene.js'
import {RememberingStore} from './remembering-store.js'

/** None: words alone. */
const model = await Model.open({} as Scene)

async function step(scene: Scene, store: RememberingStore) {
  const catalog = openCatalog(scene)
  return bringInStep(scene, {store, model}, await catalog.entries(), {files: catalog.files})
}

const files = {
  'a.md': '# A\n\nOne.\n\n## Two\n\nTwo.\n',
  'b.md': 'B.\n',
  'drawers/w/r/c.md': '---\ntitle: C\n---\nC.\n',
}

describe('the index', () => {
  test('gets what is new, and nothing twice', async () => {
    using box = new BrainBox(files)
    const store = new RememberingStore()
    expect(await step(box.scene(), store)).toMatchObject({
      changed: 3,
      removed: 0,
      behind: 0,
      kept: true,
    })
    expect(store.log.toSorted()).toEqual(['put a.md', 'put b.md', 'put drawers/w/r/c.md', 'save'])
    expect(await step(box.scene(), store)).toEqual({
      changed: 0,
      removed: 0,
      redone: 0,
      behind: 0,
      kept: true,
    })
    expect(store.log.slice(4)).toEqual(['save'])
  })

  test('loses what is gone, and follows what changed', async () => {
    using box = new BrainBox(files)
    const store = new RememberingStore()
    await step(box.scene(), store)
    box.remove('b.md')
    box.write('a.md', '# A\n\nOne.\n\n## Two\n\nThree.\n')
    box.write('d.md', 'D.\n')
    expect(countBehind(store, await openCatalog(box.scene()).entries())).toBe(3)
    expect(await step(box.scene(), store)).toMatchObject({changed: 2, removed: 1, behind: 0})
    expect([...store.paths()].toSorted()).toEqual(['a.md', 'd.md', 'drawers/w/r/c.md'])
  })

  test('does not get what is no text', async () => {
    using box = new BrainBox(files)
    const store = new RememberingStore()
    await step(box.scene(), store)
    box.write('b.md', new Uint8Array([0, 1, 2, 0xff]))
    expect(await step(box.scene(), store)).toMatchObject({removed: 1, behind: 0})
  })

  test('does not get a file that changed since the catalog read it', async () => {
    using box = new BrainBox(files)
    const store = new RememberingStore()
    const scene = box.scene()
    await openCatalog(scene).entries()
    // Of what another catalog has read this one has no text at hand.
    const catalog = openCatalog(scene)
    const read = await catalog.entries()
    box.write('b.md', 'Otherwise.\n')
    rmSync(path.join(box.root, 'a.md'))
    const done = await bringInStep(scene, {store, model}, read, {files: catalog.files})
    expect(done).toMatchObject({changed: 1, behind: 2})
    expect(await step(scene, store)).toMatchObject({changed: 1, behind: 0})
  })

  test('gets what the catalog has just read as it was then', async () => {
    using box = new BrainBox({'a.md': '\uFEFF# A\n\nOne.\n'})
    const store = new RememberingStore()
    const scene = box.scene()
    const catalog = openCatalog(scene)
    const read = await catalog.entries()
    const texts = () => store.kept.get('a.md' as NotePath)?.chunks.map(({fields}) => fields.body)
    box.write('a.md', 'Otherwise.\n')
    expect(await bringInStep(scene, {store, model}, read, {files: catalog.files})).toMatchObject({
      changed: 1,
      behind: 0,
    })
    expect(texts()).toEqual(['One.'])
    expect(read.take('a.md' as NotePath)).toBeUndefined()
    expect(await step(scene, store)).toMatchObject({changed: 1, behind: 0})
    expect(texts()).toEqual(['Otherwise.'])
  })

  test('takes the newest first where time is short, and goes on from there', async () => {
    using box = new BrainBox()
    for (let at = 0; at < 9; at++) {
      box.write(`n${at}.md`, `${at}\n`)
      utimesSync(path.join(box.root, `n${at}.md`), 1_700_000_000 + at, 1_700_000_000 + at)
    }
    const catalog = openCatalog(box.scene())
    const read = await catalog.entries()
    let now = 0
    // The clock goes on by one each time that somebody looks.
    const scene = {...box.scene(), clock: {now: () => instant(now++)}}
    const store = new RememberingStore()
    const until = (at: number) =>
      bringInStep(scene, {store, model}, read, {until: instant(at), files: catalog.files})
    expect(await until(8)).toMatchObject({changed: 4, behind: 5, kept: true})
    expect(store.log).toEqual(['put n8.md', 'put n7.md', 'put n6.md', 'put n5.md', 'save'])
    expect(await until(0)).toMatchObject({changed: 1, behind: 4})
    expect(await until(1000)).toMatchObject({changed: 4, behind: 0})
  })

  test('is saved every now and then, and tells how far it is', async () => {
    using box = new BrainBox()
    mkdirSync(path.join(box.root, 'notes'))
    for (let at = 0; at < 1200; at++)
      writeFileSync(path.join(box.root, `notes/${at}.md`), `${at}\n`)
    const told: string[] = []
    const onProgress = (done: number, total: number, what: string) => {
      told.push(`${what} ${done}/${total}`)
    }
    const store = new RememberingStore()
    let now = 0
    // Twenty milliseconds go by each time that somebody looks: once a note.
    const clock = {
      now() {
        now += 20
        return instant(now)
      },
    }
    await step({...box.scene(), onProgress, clock}, store)
    expect(store.log.filter((line) => line.startsWith('save'))).toEqual([
      'save',
      'save',
      'save anew',
    ])
    expect(told.at(-1)).toBe('indexing notes 1200/1200')
  })

  test('works where nothing can be kept', async () => {
    using box = new BrainBox(files)
    const store = new RememberingStore()
    store.isWritable = false
    expect(await step(box.scene(), store)).toMatchObject({changed: 3, kept: false})
  })
})

describe('a chunk is read again only where something of it is new', () => {
  async function redone(before: string, after: string): Promise<number> {
    using box = new BrainBox({'drawers/w/r/n.md': before})
    const store = new RememberingStore()
    await step(box.scene(), store)
    box.write('drawers/w/r/n.md', after)
    return (await step(box.scene(), store)).redone
  }
  const section = (name: string) =>
    `## ${name}\n\n${`Words of ${name}, quite a few of them. `.repeat(40)}\n\n`
  const text = `# N\n\nTop.\n\n${['one', 'two', 'three', 'four', 'five'].map(section).join('')}`

  test('a line at the top', async () => {
    expect(await redone(text, text.replace('Top.', 'A new line.\n\nTop.'))).toBeLessThanOrEqual(2)
  })
  test('another title, tag or key in its frontmatter', async () => {
    expect(await redone(text, `---\ntitle: Other\n---\n${text}`)).toBe(1)
    expect(await redone(text, `---\nstatus: open\n---\n${text}`)).toBe(1)
  })
  test('a word of one section', async () => {
    expect(
      await redone(text, text.replace('Words of four', 'Letters of four')),
    ).toBeLessThanOrEqual(2)
  })
})

describe('what the index is told of a note', () => {
  async function told(file: string, text: string) {
    using box = new BrainBox({[file]: text})
    const store = new RememberingStore()
    await step(box.scene(), store)
    return store.kept.get(file as NotePath)!
  }
  test('what belongs to all of it stands on its first chunk alone', async () => {
    const note = await told(
      'drawers/w/r/n.md',
      `---\ntitle: The title\naliases: [Other, Names]\ntags: [a/b]\ncreated: 2026-03-01\n---\n# Head\n\nOne.\n\n## Sub\n\n${'Two. '.repeat(400)}\n`,
    )
    const [first, ...others] = note.chunks
    expect(note).toMatchObject({title: 'The title', date: Date.UTC(2026, 2, 1)})
    expect(first).toMatchObject({
      fields: {
        title: 'The title',
        aliases: 'Other\nNames',
        tags: 'a/b',
        path: 'drawers/w/r/n.md',
      },
      facets: expect.arrayContaining(['=wing:w', '=tag:a/b', '=tag:a']),
    })
    expect(others.length).toBeGreaterThan(0)
    for (const chunk of others) {
      expect(Object.keys(chunk.fields).toSorted()).toEqual(['body', 'headings'])
      expect(chunk.facets).toEqual([])
    }
    expect(others.at(-1)?.fields.headings).toBe('Head\nSub')
  })
  test('facts by their number', async () => {
    const note = await told('MEMORY.md', '# Facts\n\n- One.\n- Two.\n')
    expect(note.chunks.map(({fact, fields}) => [fact, fields.body])).toEqual([
      [1, expect.stringContaining('One.')],
      [2, expect.stringContaining('Two.')],
    ])
  })
  test('who spoke', async () => {
    const note = await told(
      'drawers/w/r/talk.md',
      '---\nspeakers: [Ada, Ben]\n---\n**Ada:** Where is the key?\n\n**Ben:** At the desk.\n',
    )
    expect(note.chunks.map(({fields}) => [fields.headings, fields.body])).toEqual([
      ['Ada', 'Where is the key?'],
      ['Ben', 'At the desk.'],
    ])
  })
  test('the language that the author says, else what it looks like', async () => {
    const german = 'Der Schlüssel ist nicht dort, wo er sein sollte, und das ist auch gut so.\n'
    expect((await told('n.md', german)).language).toBe('de')
    expect((await told('n.md', `---\nlang: fr-CH\n---\n${german}`)).language).toBe('fr')
    expect((await told('n.md', '12 34\n')).language).toBe('und')
  })
  test('the same of the same note, whatever its byte order mark and line ends', async () => {
    const ids = async (text: string) => (await told('n.md', text)).chunks.map(({id}) => id)
    const plain = await ids('# A\n\nOne.\nTwo.\n')
    expect(await ids('\uFEFF# A\n\nOne.\nTwo.\n')).toEqual(plain)
  })
})
