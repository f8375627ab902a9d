/**
 * What searching needs to know of a brain beside its index: how its memories stand, and whom a question does not see.
 *
 * Kept from one question to the next, as long as nothing changed: to look at every note once more costs
 * more than to search.
 */

import type {Catalog} from '../catalog/catalog.js'
import type {Entries} from '../catalog/entries.js'
import type {Moment} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {LastJudged, type Standings as Stood, standingsOf} from '../catalog/standings.js'
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
    if (this.#standings === undefined || stood !== this.#stood || read !== this.#read) {
      this.#standings = standingsFrom(stood.values(), notesWithFacts(read))
      this.#stood = stood
      this.#read = read
      this.#sights.clear()
    }
    return this.#standings
  }

  /** Whom a question does not see, or doubts, of those whose standings were asked for last. */
  sight(standings: Standings, wanted: Wanted, {entries}: Entries): Sight {
    const name = `${wanted.standing ?? ''} ${wanted.includePast === true}`
    let sight = this.#sights.get(name)
    if (sight === undefined) {
      sight = sightOf(
        standings,
        wanted,
        entries.map(({path}) => path),
      )
      this.#sights.set(name, sight)
    }
    return sight
  }
}

/** Facts stand in MEMORY.md alone. */
function notesWithFacts({entries}: Entries): Note[] {
  return entries
    .filter(({role}) => role === 'facts')
    .map((entry) => entry.note())
    .filter((note) => note !== undefined)
}
