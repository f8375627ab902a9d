/** The tools that read. What they find is handed out as data, each passage with its place and how it stands. */

import type {Hit, PastRevision, SearchReport} from '../index.js'
import {asData} from '../index.js'
import {said} from './answers.js'
import {fitsIn, mostThatFit, pageFrom} from './pages.js'
import {defineTool} from './tool.js'

/** As many as an agent reads with attention. */
const USUAL_HITS = 5

const place = {wing: {kind: 'text'}, room: {kind: 'text'}} as const

export const boot = defineTool({
  name: 'boot',
  title: 'Start from memory',
  description:
    'Call first in a session: who you are here, how to work, and what holds today. `task` adds what is known of it.',
  takes: {
    task: {kind: 'text', says: 'what you are about to do'},
    ...place,
    session: {kind: 'text'},
    budget: {kind: 'whole', says: 'tokens'},
  },
  answers: {text: 'string', tokens: 'integer'},
  writes: false,
  run: async (brain, given) => {
    if (!(await brain.trusted())) return {text: untrusted, data: {text: untrusted, tokens: 0}}
    const {text, tokens} = await brain.boot(said(given))
    return {text: text === '' ? 'There is nothing to carry yet.\n' : text, data: {text, tokens}}
  },
})

/** Identity and procedures of a stranger are not to be taken for one's own. */
export const untrusted =
  'The brain here came from elsewhere and is not trusted yet, so nothing of it was loaded. Its owner can look at it with `brain boot` and then run `brain trust`.\n'

export const recall = defineTool({
  name: 'recall',
  title: 'Recall a project or topic',
  description: 'What is known of one wing (a project or person) or one room (a topic) in it.',
  takes: {
    wing: {kind: 'text', required: true},
    room: {kind: 'text'},
    budget: {kind: 'whole', says: 'tokens'},
  },
  answers: {text: 'string', tokens: 'integer'},
  writes: false,
  run: async (brain, given) => {
    if (!(await brain.trusted())) return {text: untrusted, data: {text: untrusted, tokens: 0}}
    const {text, tokens} = await brain.recall({...said(given), wing: given.wing})
    return {text: text === '' ? 'Nothing of it may be carried now.\n' : text, data: {text, tokens}}
  },
})

export const search = defineTool({
  name: 'search',
  title: 'Search memory',
  description:
    'Finds passages by words and by meaning, best first. What no longer holds is left out unless `past`.',
  takes: {
    query: {kind: 'text', required: true},
    ...place,
    hall: {kind: 'text'},
    tag: {kind: 'text'},
    type: {kind: 'text'},
    session: {kind: 'text'},
    since: {kind: 'text', says: 'day or instant'},
    until: {kind: 'text'},
    held_at: {kind: 'text', says: 'as things stood then'},
    past: {kind: 'flag'},
    limit: {kind: 'whole'},
    offset: {kind: 'whole'},
  },
  answers: {hits: 'array', total: 'integer'},
  writes: false,
  run: async (brain, given) => {
    const {query, past, held_at, limit = USUAL_HITS, ...rest} = given
    const report = await brain.search(query, {
      ...said({...rest, heldAt: held_at}),
      limit,
      includePast: past === true,
    })
    return searchAnswer(report)
  },
})

function searchAnswer(report: SearchReport) {
  const {total, offset, hits} = report
  const answerOf = (count: number) => {
    const some = hits.slice(0, count)
    const next = offset + count
    const data = {
      hits: some.map(hitData),
      total,
      ...(next < total && 0 < count ? {next} : {}),
      ...(report.behind === 0 ? {} : {behind: report.behind}),
    }
    return {text: searchText(report, some, next), data}
  }
  const most = mostThatFit(hits.length, (count) => {
    const {text, data} = answerOf(count)
    return fitsIn(text) && fitsIn(JSON.stringify(data))
  })
  return answerOf(Math.max(most, Math.min(1, hits.length)))
}

function hitData(hit: Hit) {
  const {id, path, lines, title, snippet, score, match, standing, stale} = hit
  return {
    id,
    place: `${path}:${lines[0]}`,
    title,
    snippet,
    score: Math.round(score * 100) / 100,
    match,
    standing: stale ? 'stale' : standing,
  }
}

function searchText(report: SearchReport, hits: readonly Hit[], next: number): string {
  const {total, messages, instead, behind} = report
  const lines = hits.map((hit) => {
    const {place, title, snippet, score, standing} = hitData(hit)
    const label = standing === 'current' ? '' : `, ${standing}`
    return {label: `${place} (${score.toFixed(2)}${label}) ${title}`, text: snippet}
  })
  const notes = [
    ...Object.entries(instead).map(
      ([word, others]) => `Nothing matched ${word}; looked for ${others.join(', ')} instead.`,
    ),
    ...messages
      .filter(({rule}) => rule === 'words-only')
      .map(({reason}) => `Found by words only: ${reason}.`),
    ...(0 < behind ? [`${behind} notes are not in the index yet; ask again soon.`] : []),
    total === 0
      ? 'Nothing found.'
      : next < total
        ? `${hits.length} of ${total} hits; \`offset\` ${next} for the next.`
        : `${hits.length} of ${total} hits.`,
  ]
  return `${asData(lines)}${notes.join('\n')}\n`
}

export const read = defineTool({
  name: 'read',
  title: 'Read a memory',
  description:
    'One memory whole, and how it stands. Names: path, title, alias, key, `MEMORY.md:12`, or `id` of a hit.',
  takes: {
    name: {kind: 'text', required: true},
    from: {kind: 'text', says: '`next` of the page before'},
  },
  answers: {id: 'string', text: 'string', standing: 'string'},
  writes: false,
  run: async (brain, {name, from}) => {
    const shown = await brain.show(name)
    const page = pageFrom(shown.text, from)
    const {id, title} = shown
    const standing = shown.stale ? 'stale' : shown.standing
    const more = page.next === undefined ? '' : `It goes on from \`${page.next}\`.\n`
    const odd = shown.messages.map(({reason}) => `Note: ${reason}.\n`).join('')
    const label = `${id} (${standing}${shown.unreadable ? ', a date of it is unreadable' : ''}) ${title}`
    return {
      text: `${asData([{label, text: page.text, whole: true}])}${odd}${more}`,
      data: {id, text: page.text, standing, ...(page.next === undefined ? {} : {next: page.next})},
    }
  },
})

export const history = defineTool({
  name: 'history',
  title: 'History of a memory',
  description:
    'The commits that changed a memory and what it said. With `at` (commit or day): as it was then.',
  takes: {
    name: {kind: 'text', required: true},
    at: {kind: 'text'},
    from: {kind: 'text'},
    limit: {kind: 'whole'},
  },
  answers: {id: 'string', revisions: 'array'},
  writes: false,
  run: async (brain, {name, at, from, limit = 10}) => {
    const past = await brain.history(name, said({at, limit}))
    const [revision] = past.revisions
    if (at !== undefined && revision !== undefined) return asItWas(past.id, revision, from)
    const answerOf = (count: number) => {
      const some = past.revisions.slice(0, count)
      const more = past.more || count < past.revisions.length
      return {
        text: `${asData(some.map(revisionLine))}${some.length === 0 ? 'No commit holds it yet.\n' : ''}${more ? 'There are older ones.\n' : ''}`,
        data: {id: past.id, revisions: some.map(revisionData), more},
      }
    }
    return answerOf(mostThatFit(past.revisions.length, (count) => fitsIn(answerOf(count).text)))
  },
})

function asItWas(id: string, revision: PastRevision, from: string | undefined) {
  const {text, ...said} = revisionData(revision)
  if (text === undefined) {
    return {text: `${id} was not there then.\n`, data: {id, revisions: [said]}}
  }
  const page = pageFrom(text, from)
  const more = page.next === undefined ? '' : `It goes on from \`${page.next}\`.\n`
  const label = `${id} as of ${said.at}, ${said.revision}`
  return {
    text: `${asData([{label, text: page.text, whole: true}])}${more}`,
    data: {
      id,
      revisions: [{...said, text: page.text}],
      ...(page.next === undefined ? {} : {next: page.next}),
    },
  }
}

function revisionLine(revision: PastRevision) {
  const {at, revision: id, subject, text} = revisionData(revision)
  return {label: `${at} ${id} ${subject}`, text: text ?? ''}
}

function revisionData({id, recorded, subject, text}: PastRevision) {
  return {
    revision: id.slice(0, 12),
    at: new Date(recorded).toISOString().slice(0, 16).replace('T', ' ').concat('Z'),
    subject,
    ...(text === undefined ? {} : {text}),
  }
}

export const readingTools = [boot, recall, search, read, history]
