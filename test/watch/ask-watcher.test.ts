/** Whoever asks the watcher of a brain is answered by it, and whatever is the matter with it, does without. */

import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {speakerOf} from '../../src/ask-watcher.js'
import {readMachine} from '../../src/machine.js'
import {openBrain} from '../../src/open.js'
import {watchSocket} from '../../src/watch/place.js'
import {GitBox} from '../support/git-box.js'

/** A brain, and somebody at the place of its watcher who does with each guest what `meet` says. */
async function brainWith(meet: (guest: net.Socket, greeting: string) => void) {
  const box = new GitBox()
  box.commit({'brain.yaml': 'zone: UTC\n', 'a.md': 'The hull is of oak.\n'})
  const machine = readMachine({root: box.top, env: box.env})
  const name = watchSocket(fs.realpathSync(box.top), machine.stateDir)
  fs.mkdirSync(path.dirname(name), {recursive: true})
  const greeting = `${JSON.stringify({watcher: 1, ...speakerOf(machine)})}\n`
  const guests = new Set<net.Socket>()
  const server = net.createServer((guest) => {
    guests.add(guest)
    guest.on('error', () => {})
    meet(guest, greeting)
  })
  await new Promise<void>((done) => server.listen(name, done))
  onTestFinished(() => {
    for (const guest of guests) guest.destroy()
    return new Promise<void>((done) => server.close(() => done()))
  })
  const brain = await openBrain({root: box.top, env: box.env})
  onTestFinished(() => brain.close())
  return {box, brain, name}
}

const found = async (brain: Awaited<ReturnType<typeof openBrain>>) =>
  (await brain.search('hull')).hits.map(({id}) => id)

test('what the watcher says is the answer', async () => {
  const asked: string[] = []
  const {brain} = await brainWith((guest, greeting) => {
    guest.write(greeting)
    guest.on('data', (bytes) => {
      asked.push(String(bytes))
      guest.write(`${JSON.stringify({report: {hits: [{id: 'from afar'}]}})}\n`)
    })
  })
  expect(await found(brain)).toEqual(['from afar'])
  expect(asked).toEqual(['{"verb":"search","query":"hull","options":{}}\n'])
})

test('an error that it comes to is told as it is', async () => {
  const error = {code: 'bad-argument', message: 'no such day', hint: 'name one', data: {day: 'x'}}
  const {brain} = await brainWith((guest, greeting) => {
    guest.write(greeting)
    guest.on('data', () => guest.write(`${JSON.stringify({error})}\n`))
  })
  await expect(brain.search('hull')).rejects.toMatchObject(error)
})

test.each<[string, (guest: net.Socket, greeting: string) => void]>([
  ['goes away', (guest) => guest.destroy()],
  ['says nothing, as one that was stopped', () => {}],
  ['says what is no greeting', (guest) => guest.write('hello\n')],
  [
    'is of another program',
    (guest, told) => guest.write(told.replace('"program":"', '"program":"x')),
  ],
  [
    'goes away when it is asked',
    (guest, greeting) => {
      guest.write(greeting)
      guest.on('data', () => guest.destroy())
    },
  ],
  [
    'answers nonsense',
    (guest, greeting) => {
      guest.write(greeting)
      guest.on('data', () => guest.write('{"report":\n'))
    },
  ],
])('one that %s is done without', async (_, meet) => {
  const {brain} = await brainWith(meet)
  expect(await found(brain)).toEqual(['a.md'])
})

test('a socket that was left behind is none, and a clock or a model of one’s own is not asked elsewhere', async () => {
  let guests = 0
  const {box, brain, name} = await brainWith((guest) => {
    guests++
    guest.destroy()
  })
  const more = [
    {clock: {now: () => box.now()}},
    {embedder: false},
    {reranker: false},
    {watcher: false},
  ] as const
  for (const options of more) {
    const own = await openBrain({root: box.top, env: box.env, ...options})
    expect(await found(own)).toEqual(['a.md'])
    await own.close()
  }
  expect(guests).toBe(0)
  expect(await found(brain)).toEqual(['a.md'])
  expect(guests).toBe(1)
  fs.rmSync(name)
  fs.writeFileSync(name, '')
  expect(await found(brain)).toEqual(['a.md'])
})

test('a socket is not gone to by a link, nor where others may put one', async () => {
  let guests = 0
  const {brain, name} = await brainWith((guest) => {
    guests++
    guest.destroy()
  })
  const folder = path.dirname(name)
  const elsewhere = `${folder}-elsewhere`
  await found(brain)
  expect(guests).toBe(1)
  fs.chmodSync(folder, 0o777)
  await found(brain)
  fs.chmodSync(folder, 0o700)
  fs.renameSync(folder, elsewhere)
  fs.symlinkSync(elsewhere, folder)
  await found(brain)
  fs.rmSync(folder)
  fs.renameSync(elsewhere, folder)
  expect(guests).toBe(1)
  await found(brain)
  expect(guests).toBe(2)
})
