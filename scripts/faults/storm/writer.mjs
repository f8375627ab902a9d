/**
 * One of many processes that write to a brain at once: `node writer.mjs <brain> <number> <writes> <cli|library> <until>`.
 *
 * Half of them keep the brain open, as a server does; half start the command for each write. Each text holds a word that
 * stands nowhere else, so that what was lost can be told. What a write answered goes to whoever started this, as it
 * came.
 */

import {execFile} from 'node:child_process'
import path from 'node:path'
import {pathToFileURL} from 'node:url'
import {promisify} from 'node:util'
import {cli, root as repository} from './place.mjs'

const run = promisify(execFile)
const [brain, number, writes, door, until] = process.argv.slice(2)

/** The key that all of them write under: each takes the place of the one before. */
const SHARED = 'storm.shared'

const {verbs, close} = door === 'cli' ? byCommand() : await byLibrary()
const mine = []
for (let at = 0; at < Number(writes) && Date.now() < Number(until); at++) {
  const word = `storm${number}x${at}q`
  const {verb, run: write} = turn(at, word)
  const begun = performance.now()
  try {
    const {id, committed, paths, closed, why, detail} = await write()
    const milliseconds = performance.now() - begun
    process.send({verb, word, id, committed, paths, closed, why, detail, milliseconds})
    mine[at] = id
  } catch (error) {
    process.send({verb, word, failed: String(error.stderr || error.message)})
  }
}
await close()
process.disconnect()

/** Remembers, logs, replaces what it remembered, ends that, and says something that all of them say. */
function turn(at, word) {
  const text = `Of the ${word} it is known that process ${number} wrote it.`
  const older = mine.findLast((id, index) => id !== undefined && index % 5 === 0)
  const newer = mine.findLast((id, index) => id !== undefined && index % 5 === 2)
  if (at % 5 === 1) return {verb: 'log', run: () => verbs.log(text)}
  if (at % 5 === 2 && older !== undefined) {
    return {verb: 'supersede', run: () => verbs.supersede(older, text)}
  }
  if (at % 5 === 3 && newer !== undefined) return {verb: 'end', run: () => verbs.end(newer)}
  const key = at % 5 === 4 ? SHARED : undefined
  return {verb: 'remember', run: () => verbs.remember(text, key)}
}

async function byLibrary() {
  const entry = path.join(repository, 'dist/index.js')
  const {openBrain} = await import(pathToFileURL(entry).href)
  const opened = await openBrain({root: brain})
  return {
    close: () => opened.close(),
    verbs: {
      log: (text) => opened.log({text}),
      remember: (text, key) =>
        opened.remember({text, wing: `w${number}`, ...(key === undefined ? {} : {key})}),
      supersede: (older, text) => opened.supersede({older, text}),
      end: (name) => opened.end(name),
    },
  }
}

function byCommand() {
  const answer = async (...args) => {
    const {stdout} = await run(process.execPath, [cli, ...args, '--brain', brain, '--json'])
    return JSON.parse(stdout)
  }
  return {
    close: async () => {},
    verbs: {
      log: (text) => answer('log', text),
      remember: (text, key) =>
        answer(
          'remember',
          text,
          '--wing',
          `w${number}`,
          ...(key === undefined ? [] : ['--key', key]),
        ),
      supersede: (older, text) => answer('supersede', older, text),
      end: (name) => answer('end', name),
    },
  }
}
