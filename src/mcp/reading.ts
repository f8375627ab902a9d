/** The tools that read. What they find is handed out as data, each passage with its place and how it stands. */

import type {BootContext, Hit, SearchReport} from '../index.js'
import {asData} from '../index.js'
import {isHeld, LONGEST_TITLE, said} from './answers.js'
import {MOST_TOKENS, mostThatFit, type Page, pageFrom} from './pages.js'
import {told} from './refusal.js'
import {type Answer, defineTool} from './tool.js'

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
    budget: {kind: 'count', says: 'tokens'},
  },
  answers: {text: 'string', tokens: 'integer'},
  writes: false,
  run: async (brain, {budget, ...given}) => {
    if (!(await brain.trusted())) return {text: untrusted, data: {text: untrusted, tokens: 0}}
    return contextAnswer(budget, (most) => brain.boot(said({...given, budget: most})))
  },
})

/** A context within what was asked for and within what an answer may have. What is left out, it says itself. */
async function contextAnswer(
  asked: number | undefined,
  contextOf: (budget: number | undefined) => Promise<BootContext>,
): Promise<Answer> {
  let most = asked === undefined ? undefined : Math.min(asked, MOST_TOKENS)
  for (;;) {
    const {text, tokens, budget} = await contextOf(most)
    const words = text === '' ? `There is nothing to carry within ${budget} tokens.\n` : text
    const isCut = asked !== undefined && budget < asked
    const note = isCut ? `An answer holds no more: the budget was ${budget}.\n` : ''
    const answer = {text: words + note, data: {text, tokens}}
    if (text === '' || isHeld(answer)) return answer
    // Written as JSON it takes some more.
    most = Math.floor(Math.min(tokens, MOST_TOKENS) * 0.9)
  }
}

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
    budget: {kind: 'count', says: 'tokens'},
  },
  answers: {text: 'string', tokens: 'integer'},
  writes: false,
  run: async (brain, {wing, room, budget}) => {
    if (!(await brain.trusted())) return {text: untrusted, data: {text: untrusted, tokens: 0}}
    return contextAnswer(budget, (most) => brain.recall({wing, ...said({room, budget: most})}))
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
    limit: {kind: 'count'},
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
    return searchAnswer(brain.root, report)
  },
})

function searchAnswer(root: string, report: SearchReport) {
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
    return {text: searchText(root, report, some, next), data}
  }
  const most = mostThatFit(hits.length, (count) => isHeld(answerOf(count)))
  return answerOf(Math.max(most, Math.min(1, hits.length)))
}

function hitData(hit: Hit) {
  const {id, path, lines, title, snippet, score, match, standing, stale} = hit
  return {
    id,
    place: `${path}:${lines[0]}`,
    title: title.slice(0, LONGEST_TITLE),
    snippet,
    score: Math.round(score * 100) / 100,
    match,
    standing: stale ? 'stale' : standing,
  }
}

function searchText(
  root: string,
  report: SearchReport,
  hits: readonly Hit[],
  next: number,
): string {
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
      .map(({reason}) => `Found by words only: ${told(reason, {brain: root})}.`),
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
    const {id, title, text, unreadable, messages, ...shown} = await brain.show(name)
    const standing = shown.stale ? 'stale' : shown.standing
    const odd = unreadable ? ', a date of it is unreadable' : ''
    const label = `${id} (${standing}${odd}) ${title.slice(0, LONGEST_TITLE)}`
    // They quote what stands in the file.
    const notes = messages.slice(0, MOST_NOTES).map(({reason}) => ({
      label: 'Note',
      text: told(reason, {brain: brain.root}),
    }))
    return heldPage(text, from, (page) => ({
      text: `${asData([{label, text: page.text, whole: true}, ...notes])}${goesOn(page)}`,
      data: {id, text: page.text, standing, ...nextOf(page)},
    }))
  },
})

const MOST_NOTES = 5

/** As much of `text` as an answer holds together with what is said around it. */
export function heldPage(
  text: string,
  from: string | undefined,
  answerOf: (page: Page) => Answer,
): Answer {
  // Quotes, and lines that are moved in, take some more in the one or the other form.
  for (let tokens = MOST_TOKENS - 400; ; tokens = Math.floor(tokens * 0.8)) {
    const answer = answerOf(pageFrom(text, from, tokens))
    if (isHeld(answer) || tokens < 100) return answer
  }
}

export function goesOn({next}: Pick<Page, 'next'>): string {
  return next === undefined ? '' : `It goes on: \`from\` ${next}.\n`
}

export function nextOf({next}: Page) {
  return next === undefined ? {} : {next}
}

export const readingTools = [boot, recall, search, read]
