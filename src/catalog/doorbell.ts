/**
 * Says which files of a brain may have changed: one watch of the operating system for each folder.
 *
 * A folder is watched before it is read, so that nothing falls between. What rang is a hint and no more:
 * whoever hears it looks at the files. And it is believed only where silence means something: on Linux, whose
 * kernel has queued what changed before the call that changed it returns, on disks of this machine (a server's
 * files change without a sound), and as long as every watch could be made. Elsewhere there is no doorbell,
 * and every question is a look at all files, as in a process that asks only once.
 *
 * Not by the library that watchers mostly use: it looks at every file by itself, which for 100,000 of them took
 * 3.3 s and 400 MB even where folders alone were watched, and watches a new folder some time after it says so.
 */

import fs, {type FSWatcher} from 'node:fs'
import path from 'node:path'
import {isHidden, under} from '../note/files.js'

/** What may have changed: these paths, from the root, or `all` where only a look at everything tells. */
export type Rung = ReadonlySet<string> | 'all'

/** More at once are a checkout or an import. The kernel's queue holds 16,384 and drops what comes then. */
const MANY = 1000

/** Of `statfs`: ext2 to ext4, xfs, btrfs, tmpfs, overlayfs, zfs, f2fs, bcachefs. */
const OWN_DISKS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
])

export class Doorbell {
  readonly #root: string
  /** By path from the root. */
  readonly #watched = new Map<string, FSWatcher>()
  #rung: Set<string> | 'all' = 'all'
  #brokenBy: string | undefined
  readonly #rang: (() => void) | undefined

  private constructor(root: string, rang?: () => void) {
    this.#root = root
    this.#rang = rang
  }

  /**
   * A doorbell for the brain at `root`; `undefined` where silence would mean nothing.
   *
   * @param rang called each time that something may have changed, for whoever does not want to wait until he is asked.
   */
  static at(root: string, rang?: () => void): Doorbell | undefined {
    if (process.platform !== 'linux') return undefined
    try {
      return OWN_DISKS.has(fs.statfsSync(root).type) ? new Doorbell(root, rang) : undefined
    } catch {
      return undefined
    }
  }

  /** Whether some watch could not be made, or was lost: what is silent may have changed. */
  get isBroken(): boolean {
    return this.#brokenBy !== undefined
  }

  /** Why, by the system's name for it: `ENOSPC`, `EMFILE`. */
  get brokenBy(): string | undefined {
    return this.#brokenBy
  }

  /** How many folders are watched. */
  get folders(): number {
    return this.#watched.size
  }

  /**
   * What rang since this was last asked. Whatever was changed before the call is in it: the call waits for one whole
   * turn of the event loop, in which the kernel's queue is emptied.
   */
  async listen(): Promise<Rung> {
    await turnOfLoop()
    await turnOfLoop()
    const rung = this.#rung
    if (rung === 'all' || rung.size !== 0) this.#rung = new Set()
    return rung
  }

  /** Watches `folder`, from the root, if it is not watched yet; to be called before it is read. */
  watch(folder: string): void {
    if (this.isBroken || this.#watched.has(folder)) return
    try {
      const place = path.join(this.#root, folder)
      const watcher = fs.watch(place, {persistent: false}, (_, name) => this.#ring(folder, name))
      watcher.on('error', (error) => this.#break(error))
      this.#watched.set(folder, watcher)
    } catch (error) {
      // Of a folder that went away, or is closed to us, the one around it rings when that is over.
      const {code} = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'EACCES') this.#break(error)
    }
  }

  /** Watches none but `folders` any more. */
  keepOnly(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watched) {
      if (folders.has(folder)) continue
      watcher.close()
      this.#watched.delete(folder)
    }
  }

  close(): void {
    this.keepOnly(new Set())
  }

  #ring(folder: string, name: string | null): void {
    if (name === null || name === '.gitignore') {
      this.#rung = 'all'
      this.#rang?.()
      return
    }
    // A folder that is moved or removed rings with its own name, and in the folder around it.
    const isItself = name === path.basename(path.join(this.#root, folder))
    const place = isItself ? folder : under(folder, name)
    if (this.#watched.has(place)) {
      // What stands there now is another: the watch is of the one that was.
      this.#forget(place)
      this.#rung = 'all'
    } else if (this.#rung !== 'all' && !isHidden(name)) {
      this.#rung.add(place)
      if (MANY < this.#rung.size) this.#rung = 'all'
    }
    if (!isHidden(name)) this.#rang?.()
  }

  #forget(place: string): void {
    const isInside = (folder: string) =>
      place === '' || folder === place || folder.startsWith(`${place}/`)
    this.keepOnly(new Set([...this.#watched.keys()].filter((folder) => !isInside(folder))))
  }

  #break(error: unknown): void {
    this.#brokenBy = (error as NodeJS.ErrnoException).code ?? String(error)
    this.close()
    this.#rang?.()
  }
}

function turnOfLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done))
}
