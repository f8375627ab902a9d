/** How well a judged brain answered, as a table that a person reads in a diff. */

import {type Asked, type Judged, WAYS, type Way} from './ask.js'
import {CATEGORIES, type Category, UNANSWERED} from './questions.js'

/** recall_mean@k in percent: of each question's answers the share that is among the first `k`. */
export function recallMean(judged: readonly Judged[], way: Way, k: number): number {
  const shares = judged.map(({places}) => {
    const found = places[way].filter((place) => place <= k)
    return found.length / places[way].length
  })
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / judged.length
}

export function ofCategory(judged: readonly Judged[], category: Category): readonly Judged[] {
  return judged.filter((one) => one.category === category)
}

/** The table, and the questions of which something else was found first. */
export function tableOf({judged, strays}: Asked): string {
  const rows = CATEGORIES.map((category) => rowOf(category, ofCategory(judged, category)))
  const notFirst = judged.filter(({places}) => Math.min(...places.search) !== 1)
  return [
    'recall_mean@1 and @5 in percent: of search; by words alone; of what search found, by its meaning',
    'alone; and of the nearest in meaning, found or not.',
    '',
    `${'category'.padEnd(16)}   n  ${WAYS.map((way) => way.padStart(13)).join('')}`,
    ...rows,
    rowOf('all', judged),
    '',
    'Something else first:',
    ...notFirst.map(lineOf),
    '',
    `Found for its meaning though nothing answers: ${strays.length} of ${UNANSWERED.length}`,
    ...strays.map(([text, first]) => `${text} → ${first}`),
    '',
  ].join('\n')
}

function rowOf(name: string, judged: readonly Judged[]): string {
  const cells = WAYS.map((way) =>
    [1, 5].map((k) => recallMean(judged, way, k).toFixed(1).padStart(6)).join(''),
  )
  return `${name.padEnd(16)} ${String(judged.length).padStart(3)}  ${cells.map((cell) => ` ${cell}`).join('')}`
}

function lineOf({category, text, answers, places, first}: Judged): string {
  const place = Math.min(...places.search)
  const where = Number.isFinite(place) ? `${place}.` : '-'
  return `${category.padEnd(15)} ${where.padStart(3)}  ${text} → ${answers.join(' + ')}; first: ${first}`
}
