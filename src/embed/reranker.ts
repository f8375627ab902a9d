/** The port to whatever reads a question and a passage together, and says how well the one answers the other. */

export interface Reranker {
  /**
   * How well each passage answers the question, in their order: the higher the better, on whatever scale.
   *
   * @throws {BrainError} `reranker-failed` where it does not tell.
   */
  rerank(question: string, passages: readonly string[]): Promise<readonly number[]>
}
