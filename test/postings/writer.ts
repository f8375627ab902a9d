/**
 * A process that keeps an index together with others: started by `processes.test.ts`, in a folder given as its argument.
 *
 * Again and again it opens the index or goes on with the one it has, changes a few notes by chance, saves and says so on
 * a line. What each note says follows from a number in its digest, so that anyone can tell whether it is whole.
 */

import {writeSync} from 'node:fs'
import {openPostings} from '../../src/postings/postings.js'
import {MODEL, putInto, seededNote, vectorFor} from './made-notes.js'

const [folder, name, rounds] = process.argv.slice(2) as [string, string, string]

const OPTIONS = {smallLog: 3000, vectors: MODEL}

let index = openPostings(folder, 'print', OPTIONS)
for (let round = 0; round < Number(rounds); round++) {
  const chance = Math.floor(Math.random() * 1e6)
  if (chance % 3 === 0) index = openPostings(folder, 'print', OPTIONS)
  putInto(index, seededNote(`${name}.md`, round, 1 + (chance % 9)))
  // As a slow model does: its vectors come later, and not all of them.
  putInto(index, {...seededNote(`shared-${chance % 5}.md`, chance % 50), vectors: []})
  for (const {path, id} of index.chunksWithoutVector(chance % 7)) {
    index.setVector(path, id, vectorFor(id))
  }
  if (chance % 4 === 0) index.remove(`shared-${(chance >> 3) % 5}.md` as never)
  const {kept, how} = index.save()
  writeSync(1, `${round} ${kept} ${how}\n`)
}
