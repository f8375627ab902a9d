/** The tools that write: each one commit, and an answer that says what is true. */

import {asData, BrainError, type Listed} from '../index.js'
import {isHeld, LONGEST_TITLE, said, WRITTEN, writtenAnswer} from './answers.js'
import {mostThatFit} from './pages.js'
import {defineTool} from './tool.js'

export const remember = defineTool({
  name: 'remember',
  title: 'Remember',
  description:
    'Keeps one memory, word for word. It replaces what is current under its `key`, and what `supersedes` names.',
  takes: {
    text: {kind: 'text', required: true},
    title: {kind: 'text'},
    wing: {kind: 'text', says: 'project or person'},
    room: {kind: 'text', says: 'topic'},
    hall: {kind: 'text', says: 'facts, events, discoveries, preferences, advice'},
    key: {kind: 'text', says: 'like user.timezone'},
    tags: {kind: 'texts'},
    importance: {kind: 'fraction', says: '0 to 1'},
    valid_from: {kind: 'text', says: 'day'},
    valid_to: {kind: 'text'},
    ttl: {kind: 'text', says: 'like 90d'},
    supersedes: {kind: 'texts'},
  },
  answers: WRITTEN,
  writes: true,
  run: async (brain, {text, valid_from, valid_to, ...rest}, caller) => {
    const times = {validFrom: valid_from, validTo: valid_to}
    return writtenAnswer(
      brain,
      await brain.remember({...said({...rest, ...times}), ...caller, text}),
    )
  },
})

export const log = defineTool({
  name: 'log',
  title: "Write in today's log",
  description:
    "Appends what happened to today's log. An entry with the same `key` is written once a day.",
  takes: {text: {kind: 'text', required: true}, key: {kind: 'text'}},
  answers: WRITTEN,
  writes: true,
  run: async (brain, {text, key}, caller) =>
    writtenAnswer(brain, await brain.log({...said({key}), ...caller, text})),
})

export const supersede = defineTool({
  name: 'supersede',
  title: 'Supersede',
  description: 'Says what replaces a memory: new `text`, or another memory `by` name.',
  takes: {
    older: {kind: 'text', required: true},
    text: {kind: 'text'},
    by: {kind: 'text'},
    on: {kind: 'text', says: 'day; now if absent'},
  },
  answers: WRITTEN,
  writes: true,
  repeatable: true,
  run: async (brain, {older, ...rest}, caller) =>
    writtenAnswer(brain, await brain.supersede({...said(rest), ...caller, older})),
})

export const end = defineTool({
  name: 'end',
  title: 'End',
  description: 'Says that a memory no longer holds, with nothing in its place.',
  takes: {name: {kind: 'text', required: true}, on: {kind: 'text'}},
  answers: WRITTEN,
  writes: true,
  repeatable: true,
  run: async (brain, {name, on}, caller) =>
    writtenAnswer(brain, await brain.end(name, {...said({on}), ...caller})),
})

export const review = defineTool({
  name: 'review',
  title: 'Review',
  description: 'Trusts memories again whose ttl ran out. Without `names`: lists those.',
  takes: {names: {kind: 'texts'}, within: {kind: 'text', says: 'also what runs out by then: 14d'}},
  answers: {changed: 'boolean'},
  writes: true,
  repeatable: true,
  run: async (brain, {names = [], within}, caller) => {
    if (names.length === 0) return dueAnswer((await brain.stale(said({within}))).memories)
    if (within === undefined) return writtenAnswer(brain, await brain.review(names, caller))
    throw new BrainError('bad-argument', {
      message: '`review` takes `names` or `within`, not both',
      hint: 'list with `within` first, then give the `names` that still hold',
    })
  },
})

const MOST_LISTED = 50

function dueAnswer(memories: readonly Listed[]) {
  const answerOf = (count: number) => {
    const shown = memories.slice(0, count)
    const more = memories.length - count
    return {
      text:
        asData(shown.map(dueLine)) +
        (0 < more ? `and ${more} more, once these are reviewed or ended\n` : '') +
        (memories.length === 0 ? 'Nothing waits for a review.\n' : ''),
      data: {changed: false, stale: shown.map(({id}) => id), total: memories.length},
    }
  }
  const most = Math.min(MOST_LISTED, memories.length)
  return answerOf(mostThatFit(most, (count) => isHeld(answerOf(count))))
}

function dueLine({id, title, trustedUntil}: Listed) {
  const since =
    trustedUntil === undefined ? 'no date tells how old it is' : `trusted until ${trustedUntil}`
  return {label: id, text: `${title.slice(0, LONGEST_TITLE)} (${since})`}
}

export const writingTools = [remember, log, supersede, end, review]
