import {execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {withLock} from '../../src/edit/lock.js'

function lockFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-lock-'))
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}))
  return path.join(folder, 'locks', 'edit')
}

/** What a lock of this process says, with some of it replaced. */
async function ownerWith(changes: Record<string, unknown>): Promise<string> {
  const name = lockFile()
  const text = await withLock(name, async () => readFileSync(name, 'utf8'))
  return JSON.stringify({...(JSON.parse(text) as object), token: 'abc123', ...changes})
}

async function held(text: string, ageInSeconds = 0): Promise<string> {
  const name = lockFile()
  await withLock(name, async () => {})
  writeFileSync(name, text)
  const {mtimeMs} = await import('node:fs').then((fs) => fs.statSync(name))
  utimesSync(name, mtimeMs / 1000 - ageInSeconds, mtimeMs / 1000 - ageInSeconds)
  return name
}

/** The number of a process that has ended. */
function endedPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], {encoding: 'utf8'}))
}

describe('withLock', () => {
  test('runs one at a time, and leaves nothing behind', async () => {
    const name = lockFile()
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
    }
    await Promise.all(Array.from({length: 20}, () => withLock(name, work)))
    expect(most).toBe(1)
    expect(readdirSync(path.dirname(name))).toEqual([])
  })

  test('is let go where the work fails', async () => {
    const name = lockFile()
    const failing = withLock(name, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await withLock(name, async () => 'free')).toBe('free')
  })

  const left: readonly (readonly [string, () => Promise<Record<string, unknown>>])[] = [
    ['by a process that has ended', async () => ({pid: endedPid()})],
    ['by an earlier process of the same number', async () => ({pid: process.ppid, started: '1'})],
    ['before the machine started anew', async () => ({boot: 'another', pid: process.ppid})],
    ['by ourselves in another life', async () => ({started: '1'})],
  ]
  test.each(left)('fault 21: a lock left %s is taken over at once', async (_, changes) => {
    const name = await held(await ownerWith(await changes()))
    expect(await withLock(name, async () => 'taken', {patience: 0})).toBe('taken')
    expect(readdirSync(path.dirname(name))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'fault 21: a lock left by a process whose end its parent has not noticed is taken over at once',
    async () => {
      // The shell becomes a program that asks for no child of its own.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(line.toString())
      const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      const name = await held(await ownerWith({pid, started: fields()[19]}))
      await expect(withLock(name, async () => {}, {patience: 0})).rejects.toMatchObject({
        code: 'lock-held',
      })
      process.kill(pid, 'SIGKILL')
      while (fields()[0] !== 'Z') await new Promise((done) => setTimeout(done, 5))
      expect(await withLock(name, async () => 'taken', {patience: 0})).toBe('taken')
    },
  )

  test('what a process left that was killed while it made a lock is taken away', async () => {
    const name = lockFile()
    await withLock(name, async () => {})
    const dead = await ownerWith({pid: endedPid()})
    writeFileSync(`${name}.0123456789ab.new`, dead)
    writeFileSync(`${name}.abc123`, dead)
    writeFileSync(`${name}.ba9876543210.new`, await ownerWith({}))
    await withLock(name, async () => {})
    expect(readdirSync(path.dirname(name))).toEqual([`${path.basename(name)}.ba9876543210.new`])
  })

  test('a lock left by another machine is taken over after ten minutes', async () => {
    const text = await ownerWith({host: 'elsewhere', pid: 1})
    const young = await held(text, 60)
    await expect(withLock(young, async () => {}, {patience: 0})).rejects.toMatchObject({
      code: 'lock-held',
      data: {lock: young, host: 'elsewhere'},
    })
    const old = await held(text, 700)
    expect(await withLock(old, async () => 'taken', {patience: 0})).toBe('taken')
  })

  test('an unreadable lock is taken over once it cannot be one just being written', async () => {
    const young = await held('{"ho')
    await expect(withLock(young, async () => {}, {patience: 0})).rejects.toMatchObject({
      code: 'lock-held',
    })
    const old = await held('{"ho', 60)
    expect(await withLock(old, async () => 'taken', {patience: 0})).toBe('taken')
  })

  test('what cannot be read and cannot be removed is waited for, and then named', async () => {
    const name = lockFile()
    mkdirSync(name, {recursive: true})
    const old = new Date(Date.now() - 60_000)
    utimesSync(name, old, old)
    await expect(withLock(name, async () => {}, {patience: 50})).rejects.toMatchObject({
      code: 'lock-held',
      message: expect.stringContaining('another program'),
      hint: expect.stringContaining(name),
    })
  })

  test('who holds a lock can be read by other users who write to the brain', async () => {
    const name = lockFile()
    const before = process.umask(0o022)
    onTestFinished(() => void process.umask(before))
    const mode = await withLock(name, async () => statSync(name).mode & 0o777)
    expect(mode).toBe(0o644)
  })

  test('a lock that is renewed is not taken for left behind by another machine', async () => {
    const name = lockFile()
    await withLock(name, async (lock) => {
      const text = readFileSync(name, 'utf8')
      const long = new Date(Date.now() - 700_000)
      writeFileSync(name, text.replace(/"host":"[^"]*"/, '"host":"elsewhere"'))
      utimesSync(name, long, long)
      await lock.renew()
      await expect(withLock(name, async () => {}, {patience: 0})).rejects.toMatchObject({
        code: 'lock-held',
        data: {host: 'elsewhere'},
      })
      writeFileSync(name, '{}')
      await expect(lock.renew()).rejects.toMatchObject({code: 'lock-held'})
      rmSync(name)
    })
  })

  test('a folder that cannot hold a lock is said', async () => {
    const name = lockFile()
    writeFileSync(path.dirname(name), 'a file where the folder should be')
    await expect(withLock(name, async () => {})).rejects.toMatchObject({code: 'write-failed'})
  })

  test('a living owner is waited for, then named', async () => {
    const name = lockFile()
    await withLock(name, async () => {
      await expect(withLock(name, async () => {}, {patience: 50})).rejects.toMatchObject({
        code: 'lock-held',
        message: expect.stringContaining(`process ${process.pid} on `),
        hint: expect.stringContaining(name),
      })
    })
  })

  test('who waits comes before who has just had it and wants it again', async () => {
    const name = lockFile()
    let turns = 0
    let isOver = false
    const busy = async () => {
      while (!isOver && turns < 500) {
        await withLock(name, () => new Promise((done) => setTimeout(done, 60)))
        turns++
      }
    }
    const waiting = async () => {
      await new Promise((done) => setTimeout(done, 10))
      await withLock(name, async () => {
        isOver = true
      })
    }
    await Promise.all([busy(), waiting()])
    expect(turns).toBeLessThan(4)
    expect(readdirSync(path.dirname(name))).toEqual([])
  })

  test('who slept so long that another took the lock over is told, and leaves it alone', async () => {
    const name = lockFile()
    const other = await ownerWith({host: 'elsewhere', pid: 1})
    await withLock(name, async (held) => {
      await held.assert()
      writeFileSync(name, other)
      await expect(held.assert()).rejects.toMatchObject({
        code: 'lock-held',
        data: {lock: name, host: 'elsewhere'},
      })
    })
    expect(readFileSync(name, 'utf8')).toBe(other)
  })

  test('many that find a dead owner do not take the lock from each other', async () => {
    const name = await held(await ownerWith({pid: endedPid()}))
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 1))
      inside--
    }
    await Promise.all(Array.from({length: 20}, () => withLock(name, work)))
    expect(most).toBe(1)
    expect(readdirSync(path.dirname(name))).toEqual([])
  })
})
