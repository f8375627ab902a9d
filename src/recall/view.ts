/**
 * What searching needs to know of a brain beside its index: how its memories stand, and whom a question does not see.
 *
 * Kept from one question to the next, as long as nothing changed: to look at every note once more costs
 * more than to search.
 */

import type {Catalog} from '../catalog/catalog.js'
import type {Entries, Entry} from '../catalog/entries.js'
import type {Moment} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {LastJudged, type Standings as Stood, standingsOf} from '../catalog/standings.js'
import type {NotePath} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {Standing} from '../validity/validity.js'
import {type Sight, type Standings, sightOf, standingsFrom} from './standings.js'

/** Which memories a question wants by how they stand. */
export interface Wanted {
  readonly standing?: Standing | undefined
  readonly includePast?: boolean | undefined
}

export class View {
  readonly #last = new LastJudged()
  #stood: Stood | undefined
  #read: Entries | undefined
  #standings: Standings | undefined
  /** Names the notes that have facts, and their content. */
  #withFacts = ''
  /** By what was wanted. */
  readonly #sights = new Map<string, Sight>()

  /** How the memories of `catalog` stand. */
  async standings(
    scene: Scene,
    catalog: Catalog,
    read: Entries,
    moment: Moment,
  ): Promise<Standings> {
    const stood = await standingsOf(scene, catalog, read, moment, this.#last)
    if (this.#standings !== undefined && stood === this.#stood && read === this.#read) {
      return this.#standings
    }
    const facts = read.entries.filter(({role}) => role === 'facts')
    const withFacts = facts.map(({path, digest}) => `${path} ${digest}`).join('\n')
    const isSame = stood === this.#stood && withFacts === this.#withFacts
    if (this.#standings === undefined || !isSame) {
      this.#standings = standingsFrom(stood.values(), notesOf(facts))
      this.#sights.clear()
    }
    this.#stood = stood
    this.#read = read
    this.#withFacts = withFacts
    return this.#standings
  }

  /** Whom a question does not see, or doubts, of those whose standings were asked for last. */
  sight(standings: Standings, wanted: Wanted, {entries}: Entries): Sight {
    // Where the ordinary is not wanted, it hangs on which notes there are.
    if (wanted.standing !== undefined) return sightOf(standings, wanted, pathsOf(entries))
    const name = String(wanted.includePast === true)
    let sight = this.#sights.get(name)
    if (sight === undefined) {
      sight = sightOf(standings, wanted, pathsOf(entries))
      this.#sights.set(name, sight)
    }
    return sight
  }
}

function pathsOf(entries: readonly Entry[]): NotePath[] {
  return entries.map(({path}) => path)
}

function notesOf(entries: readonly Entry[]): Note[] {
  return entries.map((entry) => entry.note()).filter((note) => note !== undefined)
}
