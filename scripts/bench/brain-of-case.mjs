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

/**
 * Writes the brain into `root`. Returns which document stands where: by path, a list of
 * `{doc, session, from, to}` with lines counted from 1, the last included.
 */
export function writeBrain(root, {docs}) {
  const places = new Map()
  mkdirSync(root, {recursive: true})
  writeFileSync(path.join(root, 'brain.yaml'), 'zone: UTC\n')
  for (const [number, [session, turns]] of [...bySession(docs)].entries()) {
    const name = `drawers/bench/sessions/${String(number + 1).padStart(4, '0')}.md`
    const {text, spans} = noteOf(session, turns)
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

function noteOf(session, turns) {
  const speakers = [...new Set(turns.map(({speaker}) => speaker).filter(Boolean))]
  const lines = []
  if (speakers.length !== 0) {
    lines.push('---', 'type: conversation', `speakers: ${JSON.stringify(speakers)}`, '---', '')
  }
  const date = turns.find((turn) => turn.date)?.date
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
