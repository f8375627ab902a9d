/**
 * The Brain: what a stranger can ask of a folder of markdown.
 *
 * One verb a method. The work is done in the floors below and loaded when a verb is first called,
 * so that opening a brain costs nothing; `open.ts` makes one. Reading verbs change no byte of the
 * brain. Writing verbs answer only when what they say is true: on disk, and committed or not and
 * why.
 */

import type {About, AboutHit, AboutOptions} from './boot/about-hit.js'
import type {BootContext, LayerName} from './boot/context.js'
import type {CutShort} from './edit/cut-short.js'
import type {Landed} from './edit/edit.js'
import type {Embedder} from './embed/embedder.js'
import type {Reranker} from './embed/reranker.js'
import type {Instant} from './ground/instant.js'
import type {Message} from './ground/message.js'
import type {NotePath} from './ground/note-path.js'
import type {Revision} from './history/history.js'
import type {Hall, Role} from './note/note.js'
import type {Match, Parts} from './rank/question.js'
import type {DoctorReport, Finding} from './recall/finding.js'
import type {Hit, SearchReport} from './recall/hit.js'
import type {LinkLine, LinkReport} from './report/link-line.js'
import type {AskedPast, Past, PastRevision} from './report/past-revision.js'
import type {Ranking} from './settings/ranking.js'
import type {Standing} from './validity/validity.js'
import type {Health} from './watch/health.js'
import type {CommitRequest, Committed, Edited, LeftOut} from './writing/committed.js'
import type {KeepTurnsRequest, SpokenTurn} from './writing/spoken-turn.js'

/** Texts of the harness's own formats are made by the doors; here a harness only sets limits. */
export type Harness = 'plain' | 'claude-code' | 'codex' | 'cursor' | 'copilot' | 'openclaw'

export interface AskedAt {
  /** A day (its last instant in the brain's zone) or an instant with a zone; now where absent. */
  readonly heldAt?: string
}

export interface BootOptions extends AskedAt {
  /** In tokens; the brain's setting (1,500) where absent. */
  readonly budget?: number
  readonly wing?: string
  readonly room?: string
  readonly session?: string
  /** What the agent is about to do, in words: what is known of that is carried too. */
  readonly task?: string
  readonly for?: Harness
  /** Where a personal brain is named beside this one: only the one of the two. Both where absent. */
  readonly only?: 'project' | 'personal'
}

export interface RecallOptions extends AskedAt {
  readonly wing: string
  readonly room?: string
  /** In tokens; 500 where absent. */
  readonly budget?: number
}

/** Narrows a listing. Every filter given must fit; wings, rooms and tags are compared whole. */
export interface Filter extends AskedAt {
  readonly wing?: string
  readonly room?: string
  readonly hall?: string
  readonly role?: Role
  readonly tag?: string
  readonly type?: string
  readonly standing?: Standing
  /** Also what is upcoming, lapsed or superseded. */
  readonly includePast?: boolean
}

/** A note or a fact, as listings show it. Instants are texts in UTC. */
export interface Listed {
  readonly id: string
  readonly path: NotePath
  readonly line: number
  readonly title: string
  readonly role: Role
  readonly wing?: string
  readonly room?: string
  readonly hall?: string
  readonly key?: string
  readonly importance: number
  readonly pinned: boolean
  readonly standing: Standing
  readonly stale: boolean
  readonly unreadable: boolean
  readonly validFrom?: string
  /** Excluded. */
  readonly validUntil?: string
  readonly closedBy?: string
  /** From when it is stale; absent without a ttl or without a clock. */
  readonly trustedUntil?: string
}

export interface Listing {
  readonly heldAt: string
  readonly total: number
  readonly memories: readonly Listed[]
}

/** Narrows a search. Every filter given must fit, and all do before hits are counted and cut. */
export interface SearchOptions extends Filter {
  /** The session that a memory was said in, or that a file is of. */
  readonly session?: string
  /** Frontmatter, by key: of several values one is enough. Compared whole, upper and lower case alike. */
  readonly where?: Readonly<Record<string, string | readonly string[]>>
  /** Notes from then on, by the date they have; a day means from its beginning. */
  readonly since?: string
  /** Notes up to then; a day means through that day. */
  readonly until?: string
  /** By what hits are ordered; `search.ranking` of brain.yaml where absent. */
  readonly ranking?: Ranking
  /** Hits below it are left out. */
  readonly minScore?: number
  /** Hits passed over; 0 where absent. */
  readonly offset?: number
  /** Hits given; 10 where absent. */
  readonly limit?: number
}

export interface IndexOptions {
  /** Makes it from nothing, whatever is kept. */
  readonly rebuild?: boolean
  /** Obeys a mass disappearance that is held. */
  readonly accept?: boolean
}

export interface IndexReport {
  /** In the index now. */
  readonly notes: number
  readonly chunks: number
  /** Notes that were put in or taken out, and chunks whose words were read. */
  readonly changed: number
  readonly removed: number
  readonly redone: number
  /** Notes whose files are gone, and which are kept until that is accepted. */
  readonly held: number
  /** Notes that could not be brought in step: they changed while they were read. */
  readonly behind: number
  /** What the index takes on disk. */
  readonly bytes: number
  readonly milliseconds: number
  readonly messages: readonly Message[]
}

export interface Shown extends Listed {
  /** The note as it is on disk, or the fact's own lines. */
  readonly text: string
  readonly messages: readonly Message[]
  /** Newest first; empty without Git. */
  readonly revisions: readonly Revision[]
}

export interface CheckReport {
  readonly notes: number
  readonly errors: number
  readonly warnings: number
  readonly messages: readonly Message[]
}

export interface Status {
  readonly root: string
  readonly zone: {readonly value: string; readonly origin: 'setting' | 'default'}
  readonly notes: number
  readonly byRole: Readonly<Partial<Record<Role, number>>>
  readonly wings: number
  readonly rooms: number
  readonly memories: Readonly<Record<Standing | 'stale', number>>
  readonly errors: number
  readonly warnings: number
  readonly git: {
    readonly kind: 'git' | 'none'
    readonly pending: readonly {readonly path: NotePath; readonly kind: string}[]
    /** Why an edit would not be committed now, if so. */
    readonly obstacle?: string
    /** How many of them `commit` would look at: the brain's own files that nobody has staged. */
    readonly edits: number
    /** Whether those are committed after a quiet time, while somebody watches the brain. */
    readonly whenQuiet: boolean
  }
  /** An edit that was cut short and that the next write makes an end of; absent where none was. */
  readonly cutShort?: CutShort
  /** Absent where there is none yet: the first search makes it. */
  readonly index?: {
    readonly notes: number
    readonly chunks: number
    /** On disk. */
    readonly bytes: number
    /** Notes that changed, came or went since; the next search catches up with them. */
    readonly behind: number
    /** When it was last written, by the disk's clock. */
    readonly savedAt: string
  }
  readonly trusted: boolean
  /** The watcher that answers for this brain; absent where none does. */
  readonly watcher?: Health
}

export interface StaleReport {
  readonly heldAt: string
  /** Stale now, then what will be within the time asked, soonest first. */
  readonly memories: readonly Listed[]
}

export interface Written extends Landed {
  /** What it is called afterwards: a path or `MEMORY.md#^k3f`. */
  readonly id: string
  /** Other memories that this closed. */
  readonly closed: readonly string[]
  /** False where nothing had to change, since it was so already. */
  readonly changed: boolean
  readonly messages: readonly Message[]
}

export interface Author {
  readonly agent?: string
  readonly session?: string
}

export interface RememberRequest extends Author {
  readonly text: string
  /** The first line of the text where absent. */
  readonly title?: string
  readonly wing?: string
  readonly room?: string
  readonly hall?: Hall | string
  readonly type?: string
  /** What is current under the same key is superseded. */
  readonly key?: string
  readonly tags?: readonly string[]
  readonly importance?: number
  readonly pinned?: boolean
  /** As in frontmatter; refused where unreadable. */
  readonly validFrom?: string
  readonly validTo?: string
  readonly ttl?: string
  readonly source?: string
  /** Names of memories that this replaces. */
  readonly supersedes?: readonly string[]
}

export interface LogRequest extends Author {
  readonly text: string
  /** An entry with this key is written once a day. */
  readonly key?: string
}

export interface SupersedeRequest extends Author {
  /** The memory that is replaced: a path, title, alias, key, `MEMORY.md:12` or `MEMORY.md#^k3f`. */
  readonly older: string
  /** What replaces it: a memory that there is … */
  readonly by?: string
  /** … or the text of a new one, put beside the older. */
  readonly text?: string
  /** A day; the present instant where absent. */
  readonly on?: string
}

export interface OnDay extends Author {
  readonly on?: string
}

export interface SettingLine {
  readonly key: string
  readonly value: unknown
  readonly default: unknown
  /** `config.yaml` is the user's own. */
  readonly origin: 'brain.yaml' | 'config.yaml' | 'default'
}

export interface Forgotten extends Written {
  /** Where Git still keeps what was forgotten; empty where it does not. */
  readonly keptBy: readonly string[]
}

export interface Uninstalled {
  readonly removed: readonly string[]
}

export interface Brain {
  /** Absolute. */
  readonly root: string
  /** The personal brain, where the user's settings name one, and this one: each under its heading. */
  boot(options?: BootOptions): Promise<BootContext>
  /** The project layer alone. */
  recall(options: RecallOptions): Promise<BootContext>
  list(filter?: Filter): Promise<Listing>
  /**
   * The passages that answer `query`, best first. Brings the index in step first, which is all it writes,
   * and at most for some ten seconds: what it did not come to is counted in `behind`.
   */
  search(query: string, options?: SearchOptions): Promise<SearchReport>
  /** What is known about a text, in few words; nothing where nothing is surely about it. */
  about(text: string, options?: AboutOptions): Promise<About>
  show(name: string, options?: AskedAt): Promise<Shown>
  /** The commits that changed a memory, and what it said then. */
  history(name: string, asked?: AskedPast): Promise<Past>
  /** What a memory links to, and what links to it. */
  links(name: string): Promise<LinkReport>
  check(options?: AskedAt): Promise<CheckReport>
  status(): Promise<Status>
  /** @param options.within a duration, `14d`: also what will be stale by then. */
  stale(options?: AskedAt & {readonly within?: string}): Promise<StaleReport>
  /** Brings the index in step with the files, however long that takes. */
  index(options?: IndexOptions): Promise<IndexReport>
  /** Compares everything derived with the files, byte by byte, and mends it. */
  doctor(): Promise<DoctorReport>
  remember(request: RememberRequest): Promise<Written>
  log(request: LogRequest): Promise<Written>
  /** Appends to the file of a session what was said since the last turn that it holds. */
  keepTurns(request: KeepTurnsRequest): Promise<Written>
  /** Restarts the ttl clock of each. */
  review(names: readonly string[], options?: OnDay): Promise<Written>
  /** Says that it no longer holds. */
  end(name: string, options?: OnDay): Promise<Written>
  supersede(request: SupersedeRequest): Promise<Written>
  /** Renames a note and rewrites every reference to it. */
  move(from: string, to: string, author?: Author): Promise<Written>
  forget(name: string, author?: Author): Promise<Forgotten>
  /** Takes back the brain's own last commit, or the one named, by a new commit. */
  undo(revision?: string, author?: Author): Promise<Written>
  /** Commits what hands did to the files, with what happened in words; what may not go is left out and named. */
  commit(request?: CommitRequest): Promise<Committed>
  /** Whether its owner agreed that a watcher commits hand edits after a quiet time, in this repository. */
  commitsQuietly(): Promise<boolean>
  commitQuietly(yes: boolean): Promise<void>
  /** The brain's, then the user's own. */
  settings(): Promise<readonly SettingLine[]>
  /** Whether a hook may boot this brain: made here, trusted by its owner, or his personal one. */
  trusted(): Promise<boolean>
  trust(yes: boolean): Promise<void>
  /** Removes all that is derived; leaves only markdown and brain.yaml. */
  uninstall(): Promise<Uninstalled>
  /**
   * Whether what it was opened with is another by now: settings, the folder itself, its repository. Who keeps a brain
   * open closes it then, and opens it anew.
   */
  isOutdated(): boolean
  close(): Promise<void>
}

export interface OpenOptions {
  /** Any folder; else found as `locate` describes, from `from`. */
  readonly root?: string
  /** Where to look for a brain; the working directory where absent. */
  readonly from?: string
  readonly clock?: {now(): Instant}
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What tells the meaning of texts: a model of the caller's own, or `false` for words alone. The built-in one where absent. */
  readonly embedder?: Embedder | false
  /** What puts the first hits in order once more: the caller's own, or `false`. That of the user's settings where absent. */
  readonly reranker?: Reranker | false
  /** `false` does without the watcher of the brain, where there is one: everything is done in this process. */
  readonly watcher?: false
  /** Called on long work, with what is done and what there is to do. */
  readonly onProgress?: (done: number, total: number, what: string) => void
}

export type {
  About,
  AboutHit,
  AboutOptions,
  AskedPast,
  BootContext,
  CommitRequest,
  Committed,
  DoctorReport,
  Edited,
  Embedder,
  Finding,
  Hit,
  KeepTurnsRequest,
  LayerName,
  LeftOut,
  LinkLine,
  LinkReport,
  Match,
  Parts,
  Past,
  PastRevision,
  Ranking,
  Reranker,
  SearchReport,
  SpokenTurn,
}
