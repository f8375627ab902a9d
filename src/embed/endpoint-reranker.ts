/**
 * A reranker behind an address: `/rerank` as Jina, Cohere, llama.cpp and vLLM have it.
 *
 * Somebody waits for it, so that it is asked once, and what it answers is looked at as closely as any other
 * answer: a number for each passage, and each for its own.
 *
 * Source: https://api.jina.ai/redoc (`/v1/rerank`)
 */

import {askEndpoint, type Endpoint, failure, SHAPE_HINT} from './ask-endpoint.js'
import {cutToTokens} from './cut-to-tokens.js'
import type {Reranker} from './reranker.js'

export interface RerankEndpoint extends Endpoint {
  /** The server's name for the model, where it has several. */
  readonly name?: string | undefined
}

/** Of a passage, and of a question: what most rerankers have room for, together with each other. */
const PASSAGE_TOKENS = 400
const QUESTION_TOKENS = 100

/** The reranker at an address; nobody is asked before there is something to put in order. */
export function endpointReranker(endpoint: RerankEndpoint): Reranker {
  const {name} = endpoint
  return {
    rerank: async (question, passages) => {
      if (passages.length === 0) return []
      const body = {
        ...(name === undefined ? {} : {model: name}),
        query: cutToTokens(question, QUESTION_TOKENS),
        documents: passages.map((passage) => cutToTokens(passage, PASSAGE_TOKENS)),
      }
      const errand = {code: 'reranker-failed', door: 'rerank', body, again: false} as const
      const scores = scoresIn(await askEndpoint(endpoint, errand), passages.length)
      if (typeof scores !== 'string') return scores
      throw failure(endpoint, 'reranker-failed', {reason: scores, hint: SHAPE_HINT})
    },
  }
}

/** The scores of an answer in the order of the passages; else what is wrong with it. */
function scoresIn(answer: unknown, count: number): readonly number[] | string {
  const {results} = (answer ?? {}) as {results?: unknown}
  if (!Array.isArray(results)) return 'answers JSON without scores in it (`results`)'
  if (results.length !== count) return `answers ${results.length} scores for ${count} passages`
  const scores: number[] = []
  for (const entry of results) {
    const {index, relevance_score: score} = (entry ?? {}) as Record<string, unknown>
    if (!Number.isFinite(score)) return 'answers a score that is not a finite number'
    if (!Number.isInteger(index) || (index as number) < 0 || count <= (index as number)) {
      return `answers a score for passage ${String(index)} of ${count}`
    }
    scores[index as number] = score as number
  }
  return Object.keys(scores).length === count ? scores : 'answers two scores for one passage'
}
