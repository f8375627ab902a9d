/**
 * Files that a layer would have considered and that nobody could read: refused by the disk, no text, a
 * link out of the brain.
 *
 * Their content is not known, but their name tells what they are for. An agent whose procedures are
 * missing should be told of it, as of everything else that is not carried.
 */

import type {Message} from '../ground/message.js'
import {type NotePath, readNotePath} from '../ground/note-path.js'
import {placeOf, roleOf} from '../note/role.js'
import type {BootLayer, LayerName, Refused} from './context.js'
import {isIn, type Where} from './project.js'

export interface Asked {
  readonly where?: Where | undefined
  readonly session?: string | undefined
  /** Plain notes that settings name. */
  readonly also: readonly string[]
}

/** `layers` with a line for each file that `messages` say could not be read. */
export function withUnreadFiles(
  layers: readonly BootLayer[],
  messages: readonly Message[],
  asked: Asked,
): BootLayer[] {
  const paths = messages.filter(isOfUnread).map(({path}) => readNotePath(path))
  const unread = [...new Set(paths)].filter((path) => path !== undefined).sort()
  if (unread.length === 0) return [...layers]
  return layers.map((layer) => {
    const own = unread.filter((path) => layersOf(path, asked).includes(layer.name))
    return {...layer, refused: [...layer.refused, ...own.map(refused)]}
  })
}

function isOfUnread({rule, severity, path}: Message): boolean {
  // A link to what is read under another name is no loss, and only told.
  const isSkipped = rule === 'unreadable-file' || (rule === 'skipped-file' && severity !== 'info')
  return isSkipped && /\.md$/i.test(path)
}

function refused(path: NotePath): Refused {
  return {source: path, reason: 'unreadable', tokens: 0}
}

function layersOf(path: NotePath, {where, session, also}: Asked): readonly LayerName[] {
  const role = roleOf(path)
  const place = placeOf(path)
  const inProject: LayerName[] = where !== undefined && isIn(place, where) ? ['project'] : []
  switch (role) {
    case 'procedures':
      return path.includes('/') ? inProject : ['procedures']
    case 'drawer':
      return ['essentials', ...inProject]
    case 'daily':
      return ['recent']
    case 'session':
      return path === `sessions/${session}.md` ? ['session'] : []
    case 'plain':
      return also.includes(path) ? ['facts'] : []
    default:
      return [role]
  }
}
