/** What a person does while programs write to the brain: commits of another file, and lines put at the end of the log. */

import {appendFileSync, existsSync} from 'node:fs'
import {setTimeout as pause} from 'node:timers/promises'

/** Commits a file of the person's until `isOver()`. Tells the commits, and how often Git was busy. */
export async function committing(place, isOver) {
  const commits = []
  let busy = 0
  for (let at = 0; !isOver(); at++) {
    place.write('person/diary.txt', `Entry ${at}.\n`)
    busy += await place.patientGit('add', 'person/diary.txt')
    busy += await place.patientGit(
      'commit',
      '--quiet',
      `--message=diary ${at}`,
      '--',
      'person/diary.txt',
    )
    commits.push(`diary ${at}`)
    await pause(100 + Math.random() * 300)
  }
  return {commits, busy}
}

/** Puts lines at the end of the day's log, as `echo >>` and editors do, until `isOver()`. Tells the words. */
export async function appending(place, isOver) {
  const words = []
  for (let at = 0; !isOver(); at++) {
    const log = place.at(`daily/${new Date().toISOString().slice(0, 10)}.md`)
    // Whoever begins the file decides how it looks: that is left to the brain.
    if (existsSync(log)) {
      const word = `hand${at}h`
      appendFileSync(log, `- By hand: the ${word}.\n`)
      words.push(word)
    }
    // A file of a thousand entries takes a busy machine so long to read that it is read in haste.
    await pause(words.length < 200 ? Math.random() * 120 : 3000)
  }
  return words
}
