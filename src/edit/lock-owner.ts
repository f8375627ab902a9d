/**
 * Who holds a lock, and whether that process is still there.
 *
 * A number alone tells little: another process may have been given it since, and on another machine, in another container
 * or before the last start it meant something else. So an owner also names its host, what the machine calls this start, and
 * when it began. Whoever cannot be asked is believed for a time.
 */

import {randomBytes} from 'node:crypto'
import {open, readFile, readlink, stat, unlink} from 'node:fs/promises'
import os from 'node:os'

/** Who holds a lock, as its file says. */
export interface Owner {
  readonly host: string
  /** Changes when the machine starts anew. */
  readonly boot: string
  readonly pid: number
  /** When the process started: another one may have been given its number since. */
  readonly started: string
  /** Unlike that of any other lock. */
  readonly token: string
}

/** What another machine holds longer than this, in milliseconds, was left behind: its processes cannot be asked. */
const FOREIGN = 600_000

/** An unreadable lock is one that is just being written on a disk without hard links. */
const UNFINISHED = 10_000

/** Reads who holds the lock; `undefined` where nobody does any more. */
export async function ownerOf(name: string): Promise<Owner | undefined> {
  // What may not be read is there all the same: whoever took it for gone would try for ever to make it.
  const text = await readFile(name, 'utf8').catch(() => '')
  try {
    const {host, boot, pid, started, token} = JSON.parse(text) as Owner
    if (typeof token === 'string' && /^[0-9a-f]+$/.test(token))
      return {host, boot, pid, started, token}
  } catch {
    // Told apart below by when it was written.
  }
  const written = await stat(name).catch(() => undefined)
  if (written === undefined) return undefined
  const token = Math.trunc(written.mtimeMs).toString(16)
  return {host: '', boot: '', pid: 0, started: '', token}
}

/** Whether the holder of the lock `name` is still at work, as far as that can be told. */
export async function isAlive(name: string, holder: Owner, own: Owner): Promise<boolean> {
  if (holder.host === '') return (await ageOf(name)) < UNFINISHED
  if (holder.host !== own.host) return (await ageOf(name)) < FOREIGN
  if (holder.boot !== own.boot) return false
  if (holder.pid === own.pid) return holder.started === own.started
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
    // Another user's. Where the system hides when it started, it is believed.
    const started = await startOf(holder.pid)
    return started === '' || started === holder.started
  }
  return (await startOf(holder.pid)) === holder.started
}

/** Milliseconds since the file was written, by the clock of the disk that it is on. */
async function ageOf(name: string): Promise<number> {
  const probe = `${name}.${randomBytes(6).toString('hex')}.new`
  await writeNew(probe, '')
  try {
    const [now, then] = await Promise.all([stat(probe), stat(name).catch(() => undefined)])
    return then === undefined ? 0 : now.mtimeMs - then.mtimeMs
  } finally {
    await unlink(probe).catch(() => {})
  }
}

/** This process, as the owner of one more lock. */
export async function ownerHere(): Promise<Owner> {
  const [boot, namespace, started] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    // Containers may share a name and a kernel, but not the numbers of their processes.
    readlink('/proc/self/ns/pid').catch(() => ''),
    startOf(process.pid),
  ])
  return {
    host: `${os.hostname()} ${namespace}`.trim(),
    boot: boot.trim(),
    pid: process.pid,
    started,
    token: randomBytes(8).toString('hex'),
  }
}

/**
 * When a process started, in ticks since the machine did; empty where the system does not tell, and for one that has ended
 * and whose parent has not noticed: to everything but its number it is gone.
 */
async function startOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return /^[ZXx]$/.test(fields[0]!) ? '' : (fields[19] ?? '')
}

/**
 * Makes the lock of `own` young again, by the clock of the disk that tells its age. In the file that was read: one that
 * has come in its place stays as it is.
 */
export async function writeAgain(name: string, own: Owner): Promise<void> {
  const file = await open(name, 'r+').catch(() => undefined)
  if (file === undefined) return
  try {
    const bytes = await file.readFile()
    if (bytes.includes(own.token)) await file.write(bytes, 0, bytes.length, 0)
  } finally {
    await file.close()
  }
}

/** Makes a file that must not be there yet; others who write to the brain may read it. */
export async function writeNew(name: string, text: string): Promise<void> {
  const file = await open(name, 'wx', 0o644)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}
