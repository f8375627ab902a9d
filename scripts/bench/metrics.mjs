/**
 * Recall, always by its whole name. `any`: one gold item is in the top k. `all`: every one is. `mean`:
 * the share found. nDCG@10 with one grade of relevance, over the whole corpus.
 */

/** What one query scores: `ranked` are distinct ids, best first; `gold` is not empty. */
export function scoresOf(ranked, gold) {
  const wanted = new Set(gold)
  const hitsAt = (k) => ranked.slice(0, k).filter((id) => wanted.has(id)).length
  const scores = {}
  for (const k of [5, 10]) {
    const hits = hitsAt(k)
    scores[`recall_any@${k}`] = hits === 0 ? 0 : 1
    scores[`recall_all@${k}`] = hits === wanted.size ? 1 : 0
    scores[`recall_mean@${k}`] = hits / wanted.size
  }
  scores['ndcg@10'] = gain(ranked, wanted) / gain([...wanted], wanted)
  return scores
}

function gain(ranked, wanted) {
  return ranked
    .slice(0, 10)
    .reduce((sum, id, index) => sum + (wanted.has(id) ? 1 / Math.log2(index + 2) : 0), 0)
}

/** Means over queries, in percent. */
export function meansOf(all) {
  const sums = {}
  for (const scores of all) {
    for (const [name, value] of Object.entries(scores)) sums[name] = (sums[name] ?? 0) + value
  }
  return Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, (100 * sum) / all.length]),
  )
}
