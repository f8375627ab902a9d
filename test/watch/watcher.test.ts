/** The watcher of a brain: one at a time, in step with the files, and answering from them as they are. */

import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import type {WatchEvent} from '../../src/index.js'
import {openBrain} from '../../src/open.js'
import {watchBrain} from '../../src/watching.js'
import {GitBox} from '../support/git-box.js'

const FILES = {
  'brain.yaml': 'zone: UTC\n',
  'MEMORY.md': '- The hull is of oak. ^hull\n',
  'drawers/ship/rig/mast.md': 'The mast is of spruce.\n',
}

type Told<What extends WatchEvent['what']> = Extract<WatchEvent, {readonly what: What}>

/** A watcher of a brain, and what it tells. */
function watching(box: GitBox, {wait = false, commitAfter = 60_000} = {}) {
  const events: WatchEvent[] = []
  const stop = new AbortController()
  const ended = watchBrain({
    ...{root: box.top, env: box.env, signal: stop.signal, wait, commitAfter},
    onEvent: (event) => void events.push(event),
  })
  const end = async () => {
    stop.abort()
    await ended
  }
  onTestFinished(() => end().catch(() => {}))
  const told = async <What extends WatchEvent['what']>(
    what: What,
    where: (event: Told<What>) => boolean = () => true,
  ): Promise<Told<What>> =>
    vi.waitFor(
      () => {
        const event = events.find(
          (each): each is Told<What> => each.what === what && where(each as Told<What>),
        )
        if (event === undefined) throw new Error(`not told: ${what}`)
        return event
      },
      {timeout: 20_000, interval: 10},
    )
  return {events, end, ended, told}
}

function boxed() {
  const box = new GitBox()
  box.commit(FILES)
  return box
}

async function opened(box: GitBox) {
  const brain = await openBrain({root: box.top, env: box.env})
  onTestFinished(() => brain.close())
  const found = async (query: string) => (await brain.search(query)).hits.map(({id}) => id)
  return {brain, found}
}

test('it answers for others, from the files as they are at that moment', async () => {
  const box = boxed()
  const {told, end} = watching(box)
  expect(await told('watching')).toMatchObject({notes: 2, how: 'events', pid: process.pid})
  const {brain, found} = await opened(box)
  const asked = vi.spyOn(await import('../../src/recall/search.js'), 'search')
  expect(await found('hull')).toEqual(['MEMORY.md#^hull'])
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1)
  for (let i = 0; i < 20; i++) {
    fs.writeFileSync(path.join(box.top, `note-${i}.md`), `The anchor number${i} is of iron.\n`)
    expect(await found(`number${i}`)).toEqual([`note-${i}.md`])
    fs.rmSync(path.join(box.top, `note-${i}.md`))
    expect(await found(`number${i}`)).toEqual([])
  }
  const {id} = await brain.remember({text: 'The rudder is of elm.'})
  expect(await found('rudder')).toEqual([id])
  await end()
  expect(await found('rudder')).toEqual([id])
})

test('what changes is put in the index without being asked for', async () => {
  const box = boxed()
  const {told} = watching(box)
  await told('watching')
  fs.writeFileSync(path.join(box.top, 'anchor.md'), 'The anchor is of iron.\n')
  await told('in-step', ({notes}) => notes === 3)
  const {brain} = await opened(box)
  const {index, watcher} = await brain.status()
  expect(index).toMatchObject({notes: 3, behind: 0})
  expect(watcher).toMatchObject({pid: process.pid, how: 'events', notes: 3})
  expect(watcher?.inStep).toBeDefined()
})

test('there is one a brain; the next takes over when it ends', async () => {
  const box = boxed()
  const first = watching(box)
  await first.told('watching')
  await expect(watching(box).ended).rejects.toMatchObject({
    code: 'lock-held',
    message: `this brain is watched already, by process ${process.pid}`,
  })
  const second = watching(box, {wait: true})
  await second.told('waiting')
  expect(second.events).toHaveLength(1)
  await first.end()
  await second.told('watching')
  const {brain, found} = await opened(box)
  expect(await found('spruce')).toEqual(['drawers/ship/rig/mast.md'])
  expect((await brain.status()).watcher?.pid).toBe(process.pid)
  await second.end()
  expect((await brain.status()).watcher).toBeUndefined()
})

test('a setting that changes holds for the next question', async () => {
  const box = boxed()
  const {told} = watching(box)
  await told('watching')
  const {found} = await opened(box)
  expect(await found('what is the body of the ship made of')).not.toEqual([])
  fs.writeFileSync(path.join(box.top, 'brain.yaml'), 'zone: UTC\nsearch:\n  meaning: off\n')
  fs.writeFileSync(path.join(box.top, 'far.md'), 'A vessel made of timber.\n')
  expect(await found('wooden boats')).toEqual([])
  fs.writeFileSync(path.join(box.top, 'brain.yaml'), 'zone: UTC\n')
  expect(await found('wooden boats')).toContain('far.md')
})

test.each(['ENOSPC', 'EMFILE'])(
  'fault 13: where %s leaves no watch it polls, says so, and misses nothing',
  async (code) => {
    const box = boxed()
    const failing = vi.spyOn(fs, 'watch').mockImplementation(() => {
      throw Object.assign(new Error(code), {code})
    })
    onTestFinished(() => failing.mockRestore())
    const {told} = watching(box)
    expect(await told('watching')).toMatchObject({
      how: 'polling',
      why: expect.stringContaining(code),
    })
    const {brain, found} = await opened(box)
    expect((await brain.status()).watcher).toMatchObject({how: 'polling'})
    fs.writeFileSync(path.join(box.top, 'anchor.md'), 'The anchor is of iron.\n')
    expect(await found('anchor')).toEqual(['anchor.md'])
    fs.writeFileSync(path.join(box.top, 'rudder.md'), 'The rudder is of elm.\n')
    await told('in-step', ({notes}) => notes === 4)
  },
)

test('a search that cannot be answered is refused as it is without a watcher', async () => {
  const box = boxed()
  const {told} = watching(box)
  await told('watching')
  const {brain} = await opened(box)
  await expect(brain.search('')).rejects.toMatchObject({code: 'bad-argument'})
  await expect(brain.search('x', {wing: 'nowhere'})).rejects.toMatchObject({code: 'unknown-name'})
})

test('hand edits are committed after a quiet time where that is agreed to, and not otherwise', async () => {
  const box = boxed()
  const {told, events} = watching(box, {commitAfter: 300})
  await told('watching')
  const {brain, found} = await opened(box)
  fs.writeFileSync(path.join(box.top, 'anchor.md'), 'The anchor is of iron.\n')
  expect(await found('anchor')).toEqual(['anchor.md'])
  await new Promise((done) => setTimeout(done, 1500))
  expect(box.git('status', '--porcelain')).toContain('anchor.md')
  expect(events.filter(({what}) => what === 'left' || what === 'committed')).toEqual([])

  await brain.commitQuietly(true)
  fs.appendFileSync(path.join(box.top, 'MEMORY.md'), '- The rudder is of elm.\n')
  fs.writeFileSync(path.join(box.top, 'theirs.txt'), 'staged by hand\n')
  box.git('add', 'theirs.txt')
  const {subject} = await told('committed')
  expect(box.git('log', '-1', '--format=%s').trim()).toBe(subject)
  expect(box.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).toEqual(
    expect.arrayContaining(['MEMORY.md', 'anchor.md']),
  )
  expect(box.git('diff', '--cached', '--name-only').trim()).toBe('theirs.txt')

  fs.writeFileSync(path.join(box.top, 'broken.md'), '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n')
  expect((await told('left')).why).toContain('broken.md')
  expect((await brain.status()).watcher?.commits).toContain('broken.md')
})

test('a merge that ends and a consent that is given late are noticed though nothing rings', async () => {
  const box = boxed()
  fs.writeFileSync(path.join(box.top, 'anchor.md'), 'The anchor is of iron.\n')
  const merge = path.join(box.top, '.git/MERGE_HEAD')
  fs.writeFileSync(merge, box.git('rev-parse', 'HEAD'))
  const {told} = watching(box, {commitAfter: 200})
  await told('watching')
  const {brain} = await opened(box)
  await brain.commitQuietly(true)
  expect((await told('left')).why).toContain('merge')
  fs.rmSync(merge)
  await told('committed')
  expect(box.git('status', '--porcelain')).toBe('')
})

test('a watcher says to other machines that it lives, and ends where one has taken its lock', async () => {
  const box = boxed()
  const {told, ended} = watching(box)
  const locks = path.join(box.top, '.git/mdbrain')
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  onTestFinished(() => void vi.useRealTimers())
  await told('watching')
  const lock = path.join(
    locks,
    fs.readdirSync(locks).find((name) => /^watch-.*\.lock$/.test(name))!,
  )
  const long = new Date(Date.now() - 700_000)
  fs.utimesSync(lock, long, long)
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(60_000)
      expect(Date.now() - fs.statSync(lock).mtimeMs).toBeLessThan(600_000)
    },
    {timeout: 5000, interval: 20},
  )
  const text = fs.readFileSync(lock, 'utf8')
  fs.writeFileSync(lock, text.replace(/"token":"[^"]*"/, '"token":"abc123"'))
  const failing = expect(ended).rejects.toMatchObject({code: 'lock-held'})
  vi.advanceTimersByTime(60_000)
  await failing
  expect(fs.readFileSync(lock, 'utf8')).toContain('abc123')
})

test('a folder of another’s making is no place for its socket', async () => {
  const box = boxed()
  const state = path.join(box.home, '.local/state/mdbrain')
  fs.mkdirSync(state, {recursive: true})
  fs.mkdirSync(path.join(box.home, 'theirs'), {mode: 0o755})
  fs.symlinkSync(path.join(box.home, 'theirs'), path.join(state, 'watch'))
  await expect(watching(box).ended).rejects.toMatchObject({
    code: 'write-failed',
    message: expect.stringContaining('not a folder of this user'),
  })
  expect(fs.readdirSync(path.join(box.home, 'theirs'))).toEqual([])
  expect(fs.statSync(path.join(box.home, 'theirs')).mode & 0o777).toBe(0o755)
})

test('a setting that changes while the brain is opened holds, too', async () => {
  const box = boxed()
  const scenes = await import('../../src/open-scene.js')
  const open = scenes.openScene
  const opening = vi.spyOn(scenes, 'openScene').mockImplementation(async (...args) => {
    opening.mockRestore()
    const opened = await open(...args)
    fs.writeFileSync(path.join(box.top, 'brain.yaml'), 'zone: UTC\nsearch:\n  meaning: off\n')
    return opened
  })
  onTestFinished(() => opening.mockRestore())
  const {told} = watching(box)
  await told('watching')
  fs.writeFileSync(path.join(box.top, 'far.md'), 'A vessel made of timber.\n')
  const {found} = await opened(box)
  expect(await found('wooden boats')).toEqual([])
})

test('a guest who asks what is no question, or without an end, is shown the door', async () => {
  const box = boxed()
  const {told} = watching(box)
  await told('watching')
  const state = path.join(box.home, '.local/state/mdbrain/watch')
  const name = path.join(state, fs.readdirSync(state)[0]!)
  /** What comes back before the door is shut. */
  const say = (...parts: readonly string[]) =>
    new Promise<string[]>((resolve) => {
      const guest = net.connect(name)
      let heard = ''
      guest.on('data', (bytes) => (heard += String(bytes)))
      guest.on('error', () => {})
      guest.on('close', () => resolve(heard.trim().split('\n').slice(1)))
      for (const part of parts) guest.write(part)
    })
  const health = '{"verb":"health"}\n'
  expect(await say('null\n')).toEqual([])
  expect(await say('{"verb":"forget"}\n')).toEqual([])
  expect(await say('{"verb":"search","query":7,"options":{}}\n')).toEqual([])
  expect(await say('{"verb":"search","query":"hull"}\n')).toEqual([])
  expect((await say(health.repeat(100_000))).length).toBeLessThan(2)
  expect(await say(...Array.from({length: 100}, () => 'x'.repeat(1_000_000)))).toEqual([])
  const {found} = await opened(box)
  expect(await found('hull')).toEqual(['MEMORY.md#^hull'])
})
