/** How a memory is named in the subject of a commit. */

import type {Memory} from '../catalog/memory.js'
import {cut, titleOf} from './title.js'

/** Its title, or a fact's first words, and where it stands. */
export function titleOfMemory({note, fact}: Memory): string {
  return `${shortTitleOf({note, fact})} (${note.path})`
}

/** The same without the place, for subjects that name two. */
export function shortTitleOf({note, fact}: {note: Memory['note']; fact?: Memory['fact']}): string {
  return cut(fact === undefined ? note.title : titleOf(fact.text), 60)
}
