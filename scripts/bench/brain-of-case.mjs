/**
 * Writes the corpus of a case as a brain: a drawer a session, a turn a passage, as a transcript is kept.
 *
 * A document that nobody said is a drawer of its own. Where a session has a date it is the heading, as a
 * transcript has one. Texts stand in it as they are, but that a fence
 * which a turn leaves open is closed, as whoever keeps transcripts has to, lest it swallow what others
 * said after it.
 */

import {mkdirSync, writeFileSync} from 'node:fs'
import path from 'node:path'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Writes the brain into `root`; where `dated`, each session is an event of its day. Returns which document stands
 * where: by path, a list of `{doc, session, from, to}` with lines counted from 1, the last included.
 */
export function writeBrain(root, {docs}, {dated = false} = {}) {
  const places = new Map()
  mkdirSync(root, {recursive: true})
  writeFileSync(path.join(root, 'brain.yaml'), 'zone: UTC\n')
  for (const [number, [session, turns]] of [...bySession(docs)].entries()) {
    const name = `drawers/bench/sessions/${String(number + 1).padStart(4, '0')}.md`
    const {text, spans} = noteOf(session, turns, dated)
    mkdirSync(path.dirname(path.join(root, name)), {recursive: true})
    writeFileSync(path.join(root, name), text)
    places.set(name, spans)
  }
  return places
}

function bySession(docs) {
  const sessions = new Map()
  for (const doc of docs) {
    const turns = sessions.get(doc.session)
    if (turns === undefined) sessions.set(doc.session, [doc])
    else turns.push(doc)
  }
  return sessions
}

function noteOf(session, turns, dated) {
  const speakers = [...new Set(turns.map(({speaker}) => speaker).filter(Boolean))]
  const date = turns.find((turn) => turn.date)?.date
  const day = dated ? dayOf(date) : undefined
  const keys = []
  if (speakers.length !== 0) {
    keys.push('type: conversation', `speakers: ${JSON.stringify(speakers)}`)
  }
  if (day !== undefined) keys.push(`created: ${day}`, 'hall: events')
  const lines = keys.length === 0 ? [] : ['---', ...keys, '---', '']
  if (date !== undefined) lines.push(`# ${date}`, '')
  const spans = turns.map(({id, speaker, text}) => {
    const from = lines.length + 1
    const said = closed(text.replaceAll('\r\n', '\n').trim())
    lines.push(...(speaker ? `**${speaker}:** ${said}` : said).split('\n'))
    const to = lines.length
    lines.push('')
    return {doc: id, session, from, to}
  })
  return {text: `${lines.join('\n').trimEnd()}\n`, spans}
}

/** The day of a date as the sets write it: `2023/05/20 (Sat) 01:38`, `1:56 pm on 8 May, 2023`, `March-15-2024`. */
export function dayOf(date) {
  if (date === undefined || date === null) return undefined
  const digits = /(\d{4})\/(\d\d)\/(\d\d)/.exec(date)
  if (digits !== null) return digits.slice(1).join('-')
  const day = /(\d{1,2}) (\w+),? (\d{4})/.exec(date)
  const month = /(\w+)-(\d{1,2})-(\d{4})/.exec(date)
  const [name, number, year] = day === null ? (month?.slice(1) ?? []) : [day[2], day[1], day[3]]
  const at = MONTHS.indexOf(name?.slice(0, 3).toLowerCase())
  if (at === -1) return undefined
  return `${year}-${String(at + 1).padStart(2, '0')}-${number.padStart(2, '0')}`
}

function closed(text) {
  let fence
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (mark === null) continue
    if (fence === undefined) fence = mark[1]
    else if (mark[1][0] === fence[0] && fence.length <= mark[1].length && mark[2].trim() === '') {
      fence = undefined
    }
  }
  return fence === undefined ? text : `${text}\n${fence}`
}

/**
 * The first document that stands at `lines` of the brain, first and last: a passage may begin with the heading
 * above it. `undefined` where none does.
 */
export function docAt(places, name, [first, last]) {
  return places.get(name)?.find(({from, to}) => from <= last && first <= to)
}
