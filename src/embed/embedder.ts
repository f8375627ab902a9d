/**
 * The port to whatever turns a text into a vector: the model that comes with the package, or one that
 * the owner chose.
 *
 * What is embedded (a chunk with its trail, a question) and what a vector is worth beside words is
 * decided above. Not here either: what is kept of vectors, and how they are compared.
 */

/** What a text means, as numbers. */
export interface Embedded {
  /** See `quantise`. All zero where nothing of the text is known. */
  readonly vector: Int8Array
  /**
   * The share (0..1) of the text's letters that stand in words which the model knows well; meaning
   * weighs so much less for what it does not cover.
   */
  readonly coverage: number
}

/**
 * What a text is: some models are told, since they were taught that an answer is unlike its question.
 */
export type Kind = 'passage' | 'question'

export interface Embedder {
  /** Names the model and all that its vectors depend on: the same, the same vectors. */
  readonly fingerprint: string
  /** How many components a vector has. */
  readonly dimensions: number
  /**
   * True where a text takes milliseconds and more: a network is run, or asked over the network. Then no search
   * waits for passages; their vectors come afterwards. What fails may be well again a little later.
   */
  readonly slow?: boolean
  /**
   * Looks at every byte of what the model is made of.
   *
   * @throws {BrainError} `model-unreadable` where it is not as it was made.
   */
  check?(): void
  /** So many texts are well asked about at once; as many as there are where absent. */
  readonly batch?: number
  /**
   * Vectors of texts, in their order. Where nothing has to be waited for they are there at once, and
   * trouble is thrown at once as well: `await` it within `try`.
   *
   * @throws {BrainError} `embedder-failed` where the model does not answer, `model-unreadable` where
   * its file is damaged. Texts never are a reason.
   * @param signal stops the work where it is waited for; what was asked for is then not told.
   */
  embed(
    texts: readonly string[],
    kind: Kind,
    signal?: AbortSignal,
  ): readonly Embedded[] | Promise<readonly Embedded[]>
}
