/**
 * Turns the files that LongMemEval and LoCoMo are published as into cases of the neutral shape (`cases.mjs`).
 *
 * `longmemeval_s.json` is a list of questions, each with a haystack of its own, so each is a case; what
 * answers is known by session. `locomo10.json` is a list of conversations with many questions each; what
 * answers is known by turn. Questions that have no answer in what was said (abstentions, adversarial ones)
 * or whose evidence names no turn are left out, and how many is told.
 */

/** LoCoMo numbers its categories, and its paper names them. */
const CATEGORIES = {1: 'multi-hop', 2: 'temporal', 3: 'open-domain', 4: 'single-hop'}
const ADVERSARIAL = 5

/**
 * The cases of a published file, made one after the other, and why how many questions are left out.
 * `undefined` where `content` is neither of the two.
 */
export function publicCases(set, content) {
  if (!Array.isArray(content) || content.length === 0) return undefined
  if (content[0].haystack_sessions !== undefined) return ofLongMemEval(set, content)
  if (content[0].conversation !== undefined) return ofLocomo(set, content)
  return undefined
}

function ofLongMemEval(set, questions) {
  const judged = questions.filter((one) => !one.question_id.endsWith('_abs'))
  return {
    cases: each(judged, (one) => longMemEvalCase(set, one)),
    leftOut: {abstentions: questions.length - judged.length},
  }
}

function longMemEvalCase(set, one) {
  const query = {
    id: one.question_id,
    type: one.question_type,
    text: one.question,
    date: one.question_date,
    answer: String(one.answer),
    gold_docs: [],
    gold_sessions: one.answer_session_ids,
  }
  return {set, case: one.question_id, docs: haystackDocs(one), queries: [query]}
}

/** A session that stands there twice is one session. */
function haystackDocs({haystack_session_ids: ids, haystack_dates: dates, haystack_sessions: all}) {
  return ids.flatMap((session, at) => {
    if (ids.indexOf(session) !== at) return []
    return all[at].map(({role, content}, turn) => ({
      id: `${session}#${turn}`,
      session,
      turn,
      date: dates[at],
      speaker: role,
      text: content,
    }))
  })
}

function ofLocomo(set, samples) {
  const leftOut = {adversarial: 0, 'without evidence': 0}
  const parts = samples.map((sample) => {
    const docs = conversationDocs(sample.conversation)
    const turns = new Set(docs.map(({id}) => id))
    const queries = sample.qa.flatMap((one, index) => {
      if (one.category === ADVERSARIAL) leftOut.adversarial++
      const query = one.category === ADVERSARIAL ? undefined : locomoQuery(one, index, turns)
      if (query?.gold_docs.length === 0) leftOut['without evidence']++
      return query === undefined || query.gold_docs.length === 0 ? [] : [query]
    })
    return {set, case: sample.sample_id, docs, queries}
  })
  return {cases: parts, leftOut}
}

function conversationDocs(conversation) {
  const numbers = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
  return numbers.flatMap((number) =>
    conversation[`session_${number}`].map((said, turn) => ({
      id: said.dia_id,
      session: sessionOf(said.dia_id),
      turn,
      date: conversation[`session_${number}_date_time`],
      speaker: said.speaker,
      text: said.blip_caption ? `${said.text} [shares ${said.blip_caption}]` : said.text,
    })),
  )
}

/** Some evidence is several turns in one text: `D8:6; D9:17`. */
function locomoQuery({question, answer, evidence, category}, index, turns) {
  const named = (evidence ?? []).flatMap((text) => text.match(/D\d+:\d+/g) ?? [])
  const gold = [...new Set(named)].filter((id) => turns.has(id)).sort()
  return {
    id: `q${index}`,
    type: CATEGORIES[category],
    text: question,
    answer: String(answer),
    gold_docs: gold,
    gold_sessions: [...new Set(gold.map(sessionOf))].sort(),
  }
}

function sessionOf(turn) {
  return turn.split(':')[0]
}

/** Haystacks are large, and one at a time is enough. */
function* each(list, make) {
  for (const one of list) yield make(one)
}
