/**
 * The catalog of the files that a walk found, and how it goes on from one look at them to the next.
 *
 * What is known of a file is handed on from one catalog to the one that follows it, so that whoever looks again
 * reads what changed and nothing else.
 */

import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {FileEntry, Walked} from '../note/files.js'
import type {Note} from '../note/note.js'
import {begin, fingerprintOf} from './begin.js'
import type {Catalog, NotesRead} from './catalog.js'
import {changesAt, withChanges} from './changes.js'
import {type Disappearance, messageOf, readHeld} from './disappearance.js'
import type {Entries, JustRead} from './entries.js'
import {hasLog, readLog} from './kept.js'
import {entriesOf, notesOf} from './list-entries.js'
import {goOn, isHasty, type Listed, listedOf, proceed, type Reading} from './reading.js'
import type {Scene} from './scene.js'

/** In UTF-16 units: with all that is made of it, so much text takes some 150 MB. */
const MOST_KEPT = 16_000_000

/** The catalog of the files that a walk found. */
export class WalkedCatalog implements Catalog {
  readonly #scene: Scene
  readonly #walked: Walked
  readonly #listed: readonly Listed[]
  #held: Disappearance | undefined
  #reading: Reading | undefined
  /** All entries, once nothing waits to be read any more. */
  #whole: Entries | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #signed: {readonly held: Disappearance | undefined; readonly signature: string} | undefined

  constructor(
    scene: Scene,
    walked: Walked,
    held: Disappearance | undefined,
    listed: readonly Listed[] = walked.files.map(listedOf),
    reading?: Reading,
  ) {
    this.#scene = scene
    this.#walked = walked
    this.#listed = listed
    this.#held = held
    this.#reading = reading
  }

  get files(): readonly FileEntry[] {
    return this.#walked.files
  }

  get signature(): string {
    const held = this.#held
    if (this.#signed === undefined || this.#signed.held !== held) {
      this.#signed = {held, signature: signatureOf(this.#scene, this.#listed, this.messages)}
    }
    return this.#signed.signature
  }

  get messages(): readonly Message[] {
    const {messages} = this.#walked
    return this.#held === undefined ? messages : [messageOf(this.#held), ...messages]
  }

  get held(): Disappearance | undefined {
    return this.#held
  }

  entries({patience}: {readonly patience?: number} = {}): Promise<Entries> {
    return this.#inTurn(async (reading) => {
      if (this.#whole !== undefined) return this.#whole
      const justRead = new Map<NotePath, JustRead>()
      let room = MOST_KEPT
      await proceed(reading, {
        patience,
        onMade(read) {
          room -= read.text.length
          if (0 <= room) justRead.set(read.note.path, read)
        },
      })
      const entries = entriesOf(reading, this.#listed, this.#held, justRead)
      if (entries.behind === 0 && !entries.hasty) this.#whole = entries
      return entries
    })
  }

  notes(): Promise<NotesRead> {
    return this.#inTurn(async (reading) => {
      const made = new Map<NotePath, Note>()
      await proceed(reading, {onMade: ({note}) => made.set(note.path, note)})
      return notesOf(entriesOf(reading, this.#listed, this.#held), made)
    })
  }

  /**
   * How the brain is after the files at `paths` may have changed: this catalog where none did, else another that
   * goes on from it, after which this one is not to be read any more. `undefined` where only a walk can tell.
   *
   * @param entering told each new folder, from the root, before anything of it is read.
   */
  after(
    paths: ReadonlySet<string>,
    entering: (folder: string) => void,
  ): Promise<WalkedCatalog | undefined> {
    return this.#inTurn(async (reading) => {
      const {hasLinks, messages} = this.#walked
      const isOdd = hasLinks || this.#held !== undefined
      if (isOdd || messages.some(({path}) => paths.has(path))) return undefined
      const known = {kept: reading.kept, listed: this.#listed}
      const changes = changesAt(this.#scene.root, known, paths, entering)
      if (changes === undefined) return undefined
      if (changes.size === 0) return this
      const next = goOn(reading, changes)
      if (next === undefined) return undefined
      const listed = withChanges(this.#listed, changes)
      const walked = {...this.#walked, files: listed.map(({file}) => file)}
      return new WalkedCatalog(this.#scene, walked, undefined, listed, next)
    })
  }

  /**
   * How the brain is after all of it was walked again: this catalog where nothing is another, else one that goes on
   * from what this one knows. `undefined` where what was kept of it is not there any more.
   */
  afterWalk(walked: Walked): Promise<WalkedCatalog | undefined> {
    return this.#inTurn(async (reading) => {
      const {fingerprint, kept, changes, waiting} = reading
      if (!hasLog(this.#scene.cacheDir, fingerprint)) return undefined
      const before = readHeld(this.#scene.cacheDir, walked.files)
      const listed = walked.files.map(listedOf)
      const isSame =
        before === undefined &&
        this.#held === undefined &&
        waiting.length === 0 &&
        JSON.stringify(walked.messages) === JSON.stringify(this.#walked.messages) &&
        listed.length === this.#listed.length &&
        listed.every(({file, stat}, at) => {
          const known = kept.get(file.path)
          const isKnown = known?.stat === stat && !known.racy && !isHasty(known)
          return isKnown && this.#listed[at]!.file.path === file.path
        })
      if (isSame) return this
      const begun = await begin(this.#scene, listed, walked.messages, before, {kept, changes})
      return new WalkedCatalog(this.#scene, walked, begun.held, listed, begun.reading)
    })
  }

  /** One after the other: two at once would read the same files. */
  #inTurn<Result>(work: (reading: Reading) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      if (this.#reading === undefined) {
        const log = readLog(this.#scene.cacheDir, fingerprintOf(this.#scene))
        const begun = await begin(this.#scene, this.#listed, this.#walked.messages, this.#held, log)
        this.#reading = begun.reading
        this.#held = begun.held
      }
      return work(this.#reading)
    })
    this.#turn = result.catch(() => undefined)
    return result
  }
}

function signatureOf(scene: Scene, listed: readonly Listed[], messages: readonly Message[]) {
  const lines = listed.map(({file, stat}) => `${file.path}\0${stat}`)
  const around = [fingerprintOf(scene), scene.settings, scene.settingMessages, messages]
  return digest(`${JSON.stringify(around)}\n${lines.join('\n')}`)
}
