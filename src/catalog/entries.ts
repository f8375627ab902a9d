/**
 * The files of the brain as they are listed, without their notes being parsed.
 *
 * An entry answers what is asked of every file at every command (its name, whether it changed, whether
 * time has anything to do with it); its note is there when asked for, and only then is it parsed.
 */

import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Fact, Note, Role} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import {roleOf} from '../note/role.js'
import type {Settings} from '../settings/settings.js'
import {type Head, headOf, isText, type Kept, messagesOf, noteOf} from './kept-note.js'
import {hasTtl} from './timely.js'

/** One file. What is said of its note is of the note as it was when the file was last read. */
export interface Entry {
  readonly path: NotePath
  /** Of the file's bytes. */
  readonly digest: string
  /** False where the file is no text: then there is no note, and its messages say so. */
  readonly isText: boolean
  readonly title: string
  readonly aliases: readonly string[]
  readonly role: Role
  /** Parsed when asked for, each time. */
  readonly facts: readonly Fact[]
  /** Whether the note, a fact of it or the settings say anything of time or succession for it. */
  readonly timely: boolean
  /** Its file is not there: so much went away at once that it is held until somebody says it is meant. */
  readonly held: boolean
  /** Parsed when asked for, each time. `undefined` where the file is no text. */
  note(): Note | undefined
  /** What parsing it had to say; parsed when asked for. */
  messages(): readonly Message[]
}

/** All files, as far as they were read. */
export interface Entries {
  /** By path; files that are held among them. */
  readonly entries: readonly Entry[]
  /** How many of them are held. */
  readonly held: number
  /** How many files are new or changed and were not read yet. A changed one is listed as it was. */
  readonly behind: number
  /** Whether the reading of some was cut short, and is to be tried again though nothing changes. */
  readonly hasty: boolean
  /** Of files that could not be read. What the walk said, and what is held, are the catalog's own. */
  readonly messages: readonly Message[]
  /**
   * The note of a file and its text, where that was read for these entries and there was room to keep it. Handed
   * out once, so that it does not stay in memory; whoever gets nothing reads the file.
   */
  take(path: NotePath): JustRead | undefined
}

export interface JustRead {
  readonly note: Note
  /** Without its byte order mark. */
  readonly text: string
  /** What `scan` finds in the body, where that is known. */
  readonly pieces?: readonly Piece[] | undefined
}

/** Makes the entry of what is kept of a file. */
export function entryOf(path: NotePath, kept: Kept, settings: Settings, held: boolean): Entry {
  return new KeptEntry(path, kept, settings, held)
}

/** A class, since there is one for every file at every command, and an object of closures costs ten times as much. */
class KeptEntry implements Entry {
  readonly path: NotePath
  readonly held: boolean
  private readonly kept: Kept
  private readonly settings: Settings

  constructor(path: NotePath, kept: Kept, settings: Settings, held: boolean) {
    this.path = path
    this.held = held
    this.kept = kept
    this.settings = settings
  }

  get digest(): string {
    return this.kept.digest
  }

  get isText(): boolean {
    return isText(this.kept)
  }

  get title(): string {
    return this.head?.title ?? ''
  }

  get aliases(): readonly string[] {
    return this.head?.aliases ?? []
  }

  get role(): Role {
    return roleOf(this.path)
  }

  get facts(): readonly Fact[] {
    return this.note()?.facts ?? []
  }

  get timely(): boolean {
    const head = this.head
    return head !== undefined && (head.ofTime || hasTtl(this.role, head.hall, this.settings))
  }

  private get head(): Head | undefined {
    return headOf(this.kept)
  }

  note(): Note | undefined {
    return noteOf(this.kept)
  }

  messages(): readonly Message[] {
    return messagesOf(this.kept)
  }
}
