/**
 * Has the first hits put in order once more, by whoever reads the question and each passage together.
 *
 * Only the first ones, since that is what takes long; whichever page is asked for, the same ones, so that turning
 * pages shows nothing twice. What is there as it was typed stays above all else. A hit keeps its score, which its
 * parts add up to, and says beside it what it was given. Where that fails the order is as it was, it is told, and
 * nobody waits for it again for a minute.
 */

import {readFileSync} from 'node:fs'
import type {Scene} from '../catalog/scene.js'
import type {Reranker} from '../embed/reranker.js'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'
import type {Instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import {decode} from '../note/decode.js'
import type {Found, FoundChunk} from '../rank/question.js'

/** So many hits are looked at. */
const MOST = 20

/** In milliseconds, by the scene's clock. */
const PAUSE = 60_000

/** Which hits are wanted: the page that was asked for, or what it takes to put its hits in order. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface LookedAt {
  readonly hits: readonly FoundChunk[]
  /** What a hit was given. */
  readonly given: ReadonlyMap<FoundChunk, number>
}

export class SecondLook {
  readonly #scene: Scene
  #found: Reranker | undefined
  #trouble: Message | undefined
  #since: Instant | undefined

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Why hits are in no other order now, where they should be. */
  get trouble(): Message | undefined {
    const isPast = this.#since === undefined || PAUSE <= this.#scene.clock.now() - this.#since
    return isPast ? undefined : this.#trouble
  }

  /** What is to be found so that `page` can be shown. */
  async pageFor(page: Page): Promise<Page> {
    if (MOST <= page.offset || (await this.#who()) === undefined) return page
    return {offset: 0, limit: Math.max(MOST, page.offset + page.limit)}
  }

  /** The hits of `page`, of those found for what `pageFor` said. */
  async look(query: string, {hits}: Found, page: Page): Promise<LookedAt> {
    const reranker = MOST <= page.offset ? undefined : await this.#who()
    const first = hits.slice(0, MOST)
    const given = reranker === undefined ? undefined : await this.#ask(reranker, query, first)
    if (reranker === undefined) return {hits, given: new Map()}
    const ordered = given === undefined ? hits : [...inOrder(first, given), ...hits.slice(MOST)]
    return {hits: ordered.slice(page.offset, page.offset + page.limit), given: given ?? new Map()}
  }

  /** Who is asked, were he well or not; `undefined` where there is nobody. */
  async #who(): Promise<Reranker | undefined> {
    this.#found ??= await this.#scene.reranker?.().catch((error: unknown) => {
      this.#stumble(error)
      return undefined
    })
    return this.#found
  }

  async #ask(reranker: Reranker, query: string, hits: readonly FoundChunk[]) {
    if (hits.length < 2 || this.trouble !== undefined) return undefined
    try {
      return await scoresOf(reranker, query, hits, this.#scene.root)
    } catch (error) {
      this.#stumble(error)
      return undefined
    }
  }

  #stumble(error: unknown): void {
    this.#trouble = troubleOf(error)
    this.#since = this.#scene.clock.now()
  }
}

async function scoresOf(
  reranker: Reranker,
  query: string,
  hits: readonly FoundChunk[],
  root: string,
): Promise<ReadonlyMap<FoundChunk, number>> {
  const scores = await reranker.rerank(
    query,
    hits.map((hit) => passageOf(root, hit)),
  )
  if (scores.length !== hits.length || !scores.every(Number.isFinite)) {
    throw new BrainError('reranker-failed', {
      message: `the reranker gives ${scores.length} scores for ${hits.length} passages`,
      hint: 'it has to give a finite number for each',
    })
  }
  return new Map(hits.map((hit, at) => [hit, scores[at]!]))
}

/** Of equals the one that was first stays so. */
function inOrder(
  hits: readonly FoundChunk[],
  given: ReadonlyMap<FoundChunk, number>,
): FoundChunk[] {
  const tier = ({match}: FoundChunk) => (match === 'exact' ? 1 : 0)
  return [...hits].sort((a, b) => tier(b) - tier(a) || given.get(b)! - given.get(a)!)
}

/** A passage with what its note is called; of one that changed since, that alone. */
function passageOf(root: string, {path, title, start, end, digest: known}: FoundChunk): string {
  try {
    const bytes = readFileSync(`${root}/${path}`)
    if (digest(bytes) !== known) return title
    return `${title}\n${decode(bytes).text.slice(start, end)}`
  } catch {
    return title
  }
}

function troubleOf(error: unknown): Message {
  if (!(error instanceof BrainError)) throw error
  const {message, hint} = error
  return {
    rule: 'not-reranked',
    severity: 'warning',
    path: '.brain',
    reason: `hits were not put in order once more: ${message}`,
    ...(hint === undefined ? {} : {hint}),
  }
}
