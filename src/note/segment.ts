/**
 * A wing, room or hall as a folder may be called: one segment, which can neither climb nor hide.
 */

import {BrainError} from '../ground/brain-error.js'

/** What Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i

/** In bytes: what every file system takes, with room for the note's own name. */
const LONGEST = 80

/**
 * Makes `text`, given for `flag`, a folder's name: NFC, without the characters that some system
 * refuses.
 *
 * @throws {BrainError} `path-outside-brain` where it holds a separator or climbs, `bad-argument` where
 * nothing is left of it.
 */
export function segmentOf(flag: string, text: string): string {
  const name = text.normalize('NFC').trim()
  if (/[/\\\0]/.test(name) || name === '.' || name === '..') {
    throw new BrainError('path-outside-brain', {
      message: `${flag} is \`${text}\`, which is not one folder's name`,
      hint: 'give one name without `/`, `\\` or `..`',
      data: {flag, value: text},
    })
  }
  // A leading dot would hide the folder from the brain itself.
  const cleaned = name
    .replace(/[<>:"|?*\p{Cc}\p{Surrogate}]+/gu, '-')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (cleaned === '' || LONGEST < Buffer.byteLength(cleaned)) {
    throw new BrainError('bad-argument', {
      message: `${flag} is \`${text}\`, which cannot be a folder's name`,
      hint: `give a name of letters or digits, at most ${LONGEST} bytes long`,
      data: {flag, value: text},
    })
  }
  return RESERVED.test(cleaned) ? `${cleaned}-` : cleaned
}
