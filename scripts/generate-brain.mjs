/**
 * Makes a brain of any size to measure with: `node scripts/generate-brain.mjs <folder> <drawers> [--git]`.
 *
 * The same arguments make the same bytes. The notes are believable in what costs time: their sizes,
 * their fields, their links, and how many of them are lapsed, superseded, stale or upcoming. With
 * `--git` the folder becomes a repository of one commit.
 */

import {execFileSync} from 'node:child_process'
import {mkdirSync, writeFileSync} from 'node:fs'
import path from 'node:path'

const [folder, count] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const drawers = Number(count)
if (folder === undefined || !Number.isInteger(drawers) || drawers < 0) {
  console.error('usage: node scripts/generate-brain.mjs <folder> <drawers> [--git]')
  process.exit(2)
}

// The day the brain is thought to be of.
const TODAY = Date.UTC(2026, 10, 29)
const WINGS = [
  'atlas',
  'beacon',
  'cobalt',
  'delta',
  'ember',
  'fjord',
  'garnet',
  'harbor',
  'iris',
  'jade',
]
const ROOMS = [
  ...[
    'api',
    'auth',
    'backup',
    'billing',
    'build',
    'cache',
    'database',
    'deploy',
    'errors',
    'events',
  ],
  ...[
    'files',
    'frontend',
    'hiring',
    'incidents',
    'latency',
    'metrics',
    'queues',
    'search',
    'testing',
    'users',
  ],
]
const HALLS = ['facts', 'events', 'discoveries', 'preferences', 'advice']
const WORDS =
  'the service keeps a queue of requests and answers each one before its deadline unless the cache was cold or the primary database had failed over to its replica during a deploy which the release notes describe in detail with the numbers measured on the staging cluster last week so that nobody has to guess again whether a retry is safe'.split(
    ' ',
  )

// A small generator of pseudo-random numbers (mulberry32), so that every machine makes the same brain.
let state = 20261129
function random() {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}
const below = (limit) => Math.floor(random() * limit)
const pick = (among) => among[below(among.length)]
const dayBack = (days) => new Date(TODAY - days * 86_400_000).toISOString().slice(0, 10)

function sentence() {
  const words = Array.from({length: 8 + below(14)}, () => pick(WORDS))
  words.splice(below(words.length), 0, `${pick(ROOMS)}_${below(9000)}`)
  const text = words.join(' ')
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}

function paragraph() {
  return Array.from({length: 2 + below(4)}, sentence).join(' ')
}

function body(title, links) {
  const parts = [`# ${title}`, paragraph()]
  if (random() < 0.4)
    parts.push(Array.from({length: 2 + below(5)}, () => `- ${sentence()}`).join('\n'))
  if (random() < 0.2) parts.push('```ts\nexport const limit = 250\n```')
  if (random() < 0.5) parts.push('## Why', paragraph())
  if (links.length !== 0) parts.push(`See ${links.map((link) => `[[${link}]]`).join(' and ')}.`)
  return `${parts.join('\n\n')}\n`
}

/** Fields that say how the note stands on the brain's day; most say nothing. */
function standing(index) {
  const dice = random()
  if (dice < 0.05) return [`valid_from: ${dayBack(200)}`, `valid_to: ${dayBack(1 + below(90))}`]
  if (dice < 0.08) return [`valid_from: ${dayBack(-1 - below(60))}`]
  if (dice < 0.18)
    return [`ttl: ${pick(['30d', '90d', 'P6M'])}`, `reviewed: ${dayBack(below(150))}`]
  if (dice < 0.22) return ['ttl: 90d']
  if (dice < 0.26)
    return [`key: ${pick(WINGS)}.setting-${index % 97}`, `valid_from: ${dayBack(below(300))}`]
  return []
}

function drawer(index, earlier) {
  const title = `${pick(ROOMS)} ${pick(WORDS)} ${index}`
  const fields = [
    `title: ${title}`,
    `hall: ${pick(HALLS)}`,
    `importance: ${(below(11) / 10).toFixed(1)}`,
    `created: ${dayBack(below(400))}`,
    `tags: [${pick(ROOMS)}, ${pick(WORDS)}]`,
    ...standing(index),
  ]
  if (index % 50 === 7 && earlier.length !== 0) fields.push(`supersedes: ${pick(earlier)}`)
  if (index % 200 === 3) fields.push('pinned: true')
  const links = earlier.length === 0 ? [] : Array.from({length: below(3)}, () => pick(earlier))
  return `---\n${fields.join('\n')}\n---\n${body(
    title,
    links.map((link) => path.basename(link, '.md')),
  )}`
}

function write(name, text) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), {recursive: true})
  writeFileSync(file, text)
}

write('brain.yaml', 'zone: Europe/Berlin\n')
write(
  'SOUL.md',
  `# Soul\n\nYou are the agent of a team with ${WINGS.length} projects.\n\n${paragraph()}\n`,
)
write(
  'AGENTS.md',
  `# How we work\n\n${['Changes', 'Reviews', 'Deploys', 'Incidents', 'Secrets']
    .map(
      (title) => `## ${title}\n\n${Array.from({length: 5}, () => `- ${sentence()}`).join('\n')}\n`,
    )
    .join('\n')}`,
)
write('USER.md', `# User\n\nMara decides.\n\n- ${sentence()}\n- ${sentence()}\n`)
write(
  'MEMORY.md',
  `# Memory\n\n${WINGS.map((wing) => {
    const facts = Array.from({length: 12}, (_, index) => {
      const dates = pick(['', '', ` [valid_from:: ${dayBack(below(300))}]`, ' [ttl:: 90d]'])
      const ttlClock = dates.includes('ttl') ? ` [reviewed:: ${dayBack(below(150))}]` : ''
      return `- ${sentence()}${dates}${ttlClock}${index % 4 === 0 ? ` [importance:: 0.${1 + below(9)}]` : ''}`
    })
    return `## ${wing}\n\n${facts.join('\n')}\n`
  }).join('\n')}`,
)
for (let days = 0; days < 30; days++) {
  const entries = Array.from({length: 4}, (_, index) => `- ${10 + index}:1${index} ${sentence()}`)
  write(`daily/${dayBack(days)}.md`, `# ${dayBack(days)}\n\n${entries.join('\n')}\n`)
}

const earlier = []
for (let index = 0; index < drawers; index++) {
  const name = `drawers/${WINGS[index % 10]}/${ROOMS[Math.floor(index / 10) % 20]}/${pick(WORDS)}-${index}.md`
  write(name, drawer(index, earlier))
  earlier.push(name)
}

if (process.argv.includes('--git')) {
  const moment = new Date(TODAY).toISOString()
  const env = {
    ...process.env,
    GIT_AUTHOR_DATE: moment,
    GIT_COMMITTER_DATE: moment,
    GIT_CONFIG_GLOBAL: path.join(folder, '.no-such-file'),
  }
  const identity = ['-c', 'user.name=Generator', '-c', 'user.email=generator@example.com']
  const git = (...args) =>
    execFileSync('git', [...identity, ...args], {cwd: folder, env, stdio: 'ignore'})
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'a generated brain')
}
