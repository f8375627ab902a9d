/** What must hold after the storm. Each finding is a sentence; none is what is hoped for. */

import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import {pathToFileURL} from 'node:url'
import {root as repository} from './place.mjs'

/** Looks at everything, and counts what it found in `counts`. */
export async function verdict(place, {answers, appended, commits, staged}) {
  const counts = {present: 0, findable: 0, committed: 0, appended: 0, person: 0}
  const findings = []
  const find = (what) => findings.push(what)

  const subjects = (await place.git('log', '--format=%H %s')).trim().split('\n')
  const known = new Set(subjects.map((line) => line.slice(0, line.indexOf(' '))))
  for (const answer of answers) {
    if (isPresent(place, answer)) counts.present++
    else find(`${answer.verb} ${answer.word}: what was written is not in ${answer.id}`)
    if (known.has(answer.committed)) counts.committed++
    else find(`${answer.verb} ${answer.word}: not committed (${answer.detail ?? answer.committed})`)
  }
  await findOthersPaths(place, answers, find)

  const log = logs(place)
  for (const word of appended) {
    if (log.split(`the ${word}.`).length === 2) counts.appended++
    else
      find(
        `the line with ${word}, put in by hand, is there ${log.split(`the ${word}.`).length - 1} times`,
      )
  }
  const messages = new Set(subjects.map((line) => line.slice(line.indexOf(' ') + 1)))
  for (const subject of commits) {
    if (messages.has(subject)) counts.person++
    else find(`the person's commit ${subject} is gone`)
  }

  if ((await place.git('diff', '--cached')) !== staged) find('what the person staged is another')
  const status = (await place.git('status', '--porcelain', '--untracked-files=all')).trimEnd()
  if (status !== 'M  person/staged.md') find(`git status says ${JSON.stringify(status)}`)
  const fsck = await place.git('fsck', '--strict', '--no-dangling', '--no-progress')
  if (fsck !== '') find(`git fsck says ${fsck}`)
  for (const name of leftovers(place)) find(`${name} is left over`)
  await findUnsearchable(place, answers, counts, find)
  return {counts, findings}
}

function isPresent(place, {verb, word, id}) {
  const text = readFileSync(place.at(id.split('#')[0]), 'utf8').replace(/^title: .*\n/m, '')
  return verb === 'end' ? /^valid_to: /m.test(text) : text.split(`the ${word} it`).length === 2
}

/** Each commit holds the paths that its answer named, and no others. */
async function findOthersPaths(place, answers, find) {
  const output = await place.git('log', '--format=%x00%H', '--name-only', '--no-renames')
  const commits = new Map(
    output
      .split('\0')
      .slice(1)
      .map((block) => {
        const [id, ...names] = block.trim().split(/\n+/)
        return [id, names.sort().join(' ')]
      }),
  )
  for (const {committed, paths, verb, word} of answers) {
    const held = commits.get(committed)
    const named = [...paths].sort().join(' ')
    if (committed !== false && held !== named) {
      find(`${verb} ${word}: the commit holds ${held}, and the answer names ${named}`)
    }
  }
}

function logs(place) {
  const names = readdirSync(place.at('daily'))
  return names.map((name) => readFileSync(place.at(`daily/${name}`), 'utf8')).join('')
}

/** Drafts, locks and journals that nobody took away. */
function leftovers(place) {
  const names = readdirSync(place.root, {recursive: true, encoding: 'utf8'})
  const own = names.filter((name) => /^\.git\/mdbrain\/./.test(name) || /\.lock$/.test(name))
  return [...own, ...names.filter((name) => /\.tmp$/.test(name))]
}

/** The index is that of the files, everything that was said is found, and nothing is the matter. */
async function findUnsearchable(place, answers, counts, find) {
  const {openBrain} = await import(pathToFileURL(path.join(repository, 'dist/index.js')).href)
  const brain = await openBrain({root: place.root, env: place.env})
  try {
    for (const {verb, word, id} of answers) {
      const {hits, behind} = await brain.search(verb === 'end' ? `"${wordOf(place, id)}"` : word, {
        includePast: true,
        limit: 5,
      })
      const path = id.split('#')[0]
      if (behind === 0 && hits.some((hit) => hit.path === path)) counts.findable++
      else find(`${verb} ${word}: a search does not find ${id}`)
    }
    const {well, findings} = await brain.doctor()
    const odd = findings.filter(({what}) => !what.startsWith('was read in haste'))
    if (!well || odd.length !== 0) find(`the doctor finds ${JSON.stringify(odd)}`)
    const {errors, messages} = await brain.check()
    if (errors !== 0) find(`a check finds ${JSON.stringify(messages)}`)
    const {memories} = await brain.list()
    const shared = memories.filter(({key}) => key === 'storm.shared')
    const said = answers.some(({paths, id}) => paths.includes(id) && isShared(place, id))
    if (said && shared.length !== 1) find(`${shared.length} memories are current under one key`)
  } finally {
    await brain.close()
  }
}

/** What ended holds the word that it was written with. */
function wordOf(place, id) {
  return /storm\d+x\d+q/.exec(readFileSync(place.at(id), 'utf8'))[0]
}

function isShared(place, id) {
  return /^key: storm\.shared$/m.test(readFileSync(place.at(id), 'utf8'))
}
