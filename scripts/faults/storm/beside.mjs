/**
 * What goes on while programs write to the brain: a person commits another file and puts lines at the end of the log, a watcher
 * keeps the index, and hand edits are committed.
 */

import {execFile, spawn} from 'node:child_process'
import {appendFileSync, existsSync} from 'node:fs'
import {setTimeout as pause} from 'node:timers/promises'
import {promisify} from 'node:util'
import {cli} from './place.mjs'

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

/** Keeps a watcher running; `end` stops it and tells how it ended. */
export function watching(place) {
  const options = {cwd: place.root, env: place.env, stdio: ['ignore', 'ignore', 'pipe']}
  const child = spawn(process.execPath, [cli, 'watch', '--brain', place.root], options)
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = new Promise((resolve) => child.on('close', (exit) => resolve({exit, said})))
  return {
    end: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Commits what was edited by hand, again and again until `isOver()`. Tells how often there was something. */
export async function committingEdits(place, isOver) {
  let made = 0
  while (!isOver()) {
    await pause(1000)
    const args = [cli, 'commit', '--brain', place.root, '--json']
    const options = {cwd: place.root, env: place.env}
    // What is left out, the person's staged file, ends it with another code than 0.
    const {stdout} = await promisify(execFile)(process.execPath, args, options).catch((error) => {
      if (error.stdout === '') throw error
      return error
    })
    if (JSON.parse(stdout).committed !== false) made++
  }
  return made
}
