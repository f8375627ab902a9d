/** The tool that tells what a memory said before. */

import {asData, BrainError, onOneLine, type Past, type PastRevision} from '../index.js'
import {isHeld, LONGEST_TITLE, said} from './answers.js'
import {mostThatFit, type Page} from './pages.js'
import {goesOn, heldPage, nextOf} from './reading.js'
import {type Answer, defineTool} from './tool.js'

const USUAL_REVISIONS = 10
/** Characters of what a memory said at each: a fact may be of any length. */
const LONGEST_WORDS = 2000

export const history = defineTool({
  name: 'history',
  title: 'History of a memory',
  description:
    'The commits that changed a memory and what it said. With `at` (commit or day): as it was then.',
  takes: {
    name: {kind: 'text', required: true},
    at: {kind: 'text'},
    from: {kind: 'text', says: '`next` of the page before'},
    limit: {kind: 'count'},
  },
  answers: {id: 'string', revisions: 'array'},
  writes: false,
  run: async (brain, {name, at, from, limit = USUAL_REVISIONS}) => {
    if (at !== undefined) {
      const {id, revisions} = await brain.history(name, {at})
      return asItWas(id, revisions[0]!, from)
    }
    const first = from === undefined ? 1 : ordinal(from)
    return listed(await brain.history(name, {limit: first - 1 + limit}), first)
  },
})

/** @throws {BrainError} `bad-argument` */
function ordinal(from: string): number {
  const number = /^\d{1,9}$/.test(from.trim()) ? Number(from) : 0
  if (0 < number) return number
  throw new BrainError('bad-argument', {
    message: `\`from\` is \`${from.slice(0, 60)}\`, which is no place in a history`,
    hint: 'give `next` of the page before; `at` takes commits and days',
    data: {argument: 'from'},
  })
}

/** Commits from the `first` on, counted from 1, newest first. */
function listed({id, revisions, more}: Past, first: number): Answer {
  const asked = revisions.slice(first - 1)
  const answerOf = (count: number) => {
    const some = asked.slice(0, count)
    const next: Pick<Page, 'next'> =
      0 < count && (more || count < asked.length) ? {next: String(first + count)} : {}
    const none = first === 1 ? 'No commit holds it yet.\n' : 'No older ones were found.\n'
    return {
      text: asData(some.map(revisionLine)) + (some.length === 0 ? none : '') + goesOn(next),
      data: {id, revisions: some.map(cutData), ...next},
    }
  }
  const most = mostThatFit(asked.length, (count) => isHeld(answerOf(count)))
  return answerOf(Math.max(most, Math.min(1, asked.length)))
}

function asItWas(id: string, revision: PastRevision, from: string | undefined): Answer {
  const {text, ...told} = revisionData(revision)
  if (text === undefined) {
    return {text: `${onOneLine(id)} was not there then.\n`, data: {id, revisions: [told]}}
  }
  const label = `${id} as of ${told.at}, ${told.revision}`
  return heldPage(text, from, (page) => ({
    text: `${asData([{label, text: page.text, whole: true}])}${goesOn(page)}`,
    data: {id, revisions: [{...told, text: page.text}], ...nextOf(page)},
  }))
}

interface RevisionData {
  readonly revision: string
  readonly at: string
  readonly subject: string
  readonly text?: string
}

function revisionLine(revision: PastRevision) {
  const {at, revision: id, subject, text} = cutData(revision)
  return {label: `${at} ${id} ${subject}`, text: text ?? ''}
}

function cutData(revision: PastRevision): RevisionData {
  const {text, ...told} = revisionData(revision)
  if (text === undefined) return told
  if (text.length <= LONGEST_WORDS) return {...told, text}
  return {
    ...told,
    text: `${text.slice(0, LONGEST_WORDS)}… (\`at\` ${told.revision} gives it whole)`,
  }
}

function revisionData({id, recorded, subject, text}: PastRevision): RevisionData {
  return {
    revision: id.slice(0, 12),
    at: new Date(recorded).toISOString().slice(0, 16).replace('T', ' ').concat('Z'),
    subject: subject.slice(0, LONGEST_TITLE),
    ...said({text}),
  }
}
