import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {withLock} from '../../src/edit/lock.js'
import {inTurn} from '../../src/writing/in-turn.js'

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'in-turn-'))
  onTestFinished(() => fs.rmSync(made, {recursive: true, force: true}))
  return made
}

/** Lets whatever waits for nothing come to its end. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('writers of one process come in the order in which they asked, one at a time', async () => {
  const place = folder()
  const came: number[] = []
  let busy = 0
  await Promise.all(
    Array.from({length: 40}, (_, at) =>
      inTurn('/brain', place, async () => {
        expect(++busy).toBe(1)
        await pause(1)
        came.push(at)
        busy--
      }),
    ),
  )
  expect(came).toEqual(Array.from({length: 40}, (_, at) => at))
})

test('one that fails holds up nobody', async () => {
  const place = folder()
  const failing = inTurn('/brain', place, async () => {
    throw new Error('no')
  })
  const next = inTurn('/brain', place, async () => 'came')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('came')
})

test('only the first of a process waits for the lock, and all go on when it comes free', async () => {
  const place = folder()
  let free = () => {}
  const other = new Promise<void>((resolve) => {
    free = resolve
  })
  const [name] = await lockNameOf(place)
  const holding = withLock(name!, () => other)
  await pause(20)
  const waiting = Promise.all([1, 2, 3].map((one) => inTurn('/brain', place, async () => one)))
  await pause(60)
  free()
  await holding
  expect(await waiting).toEqual([1, 2, 3])
})

test('whoever waits for a lock that is not let go is told so, and the next is not kept from it', async () => {
  const place = folder()
  let free = () => {}
  const [name] = await lockNameOf(place)
  const holding = withLock(name!, () => new Promise<void>((resolve) => (free = resolve)))
  await pause(20)
  let asked = 0
  const told = await Promise.allSettled(
    [1, 2, 3].map(() => inTurn('/brain', place, async () => asked++, {patience: 200})),
  )
  expect(told.map(({status}) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(asked).toBe(0)
  free()
  await holding
  expect(await inTurn('/brain', place, async () => 'came')).toBe('came')
})

test('brains do not wait for each other', async () => {
  const place = folder()
  let free = () => {}
  const one = inTurn('/one', place, () => new Promise<void>((resolve) => (free = resolve)))
  expect(await inTurn('/other', place, async () => 'came')).toBe('came')
  free()
  await one
})

/** The lock file that `inTurn` takes, seen while it has it. */
async function lockNameOf(place: string): Promise<string[]> {
  return inTurn('/brain', place, async () =>
    fs
      .readdirSync(place, {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.lock'))
      .map((file) => path.join(place, file)),
  )
}
