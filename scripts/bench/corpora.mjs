/**
 * Makes brains of a wanted size out of a vault: its notes, copied into numbered folders, each copy with a
 * line of its own so that no two notes are the same.
 */

import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import path from 'node:path'

/** Every note of a folder, by path; dot-folders are left out, as a brain leaves them out. */
export function notesUnder(folder) {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.md') && !file.split(path.sep).some((part) => part[0] === '.'))
    .sort()
}

/** Copies the vault as it is. Returns the bytes of its notes. */
export function copyVault(vault, target) {
  return writeNotes(vault, target, notesUnder(vault), '')
}

/** Writes `count` notes, going round the vault as often as it takes. Returns their bytes. */
export function multiplyVault(vault, target, count) {
  const notes = notesUnder(vault)
  let bytes = 0
  for (let round = 0; round * notes.length < count; round++) {
    const some = notes.slice(0, Math.min(notes.length, count - round * notes.length))
    bytes += writeNotes(
      vault,
      path.join(target, `copy-${round + 1}`),
      some,
      `\nCopy ${round + 1}.\n`,
    )
  }
  return bytes
}

function writeNotes(vault, target, notes, line) {
  let bytes = 0
  for (const note of notes) {
    const file = path.join(target, note)
    mkdirSync(path.dirname(file), {recursive: true})
    const content = Buffer.concat([readFileSync(path.join(vault, note)), Buffer.from(line)])
    bytes += content.length
    writeFileSync(file, content)
  }
  return bytes
}
