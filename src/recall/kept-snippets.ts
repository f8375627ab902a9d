/**
 * Snippets that were made before: after a change of the brain most answers show the same passages for the same words,
 * and to read a passage word by word takes longer than to find it.
 */

import type {Snippet} from './snippet.js'

/** So many are kept; of more, those that were not asked for longest go. At some 400 bytes each. */
const MOST = 5000

export class KeptSnippets {
  readonly #snippets = new Map<string, Snippet>()

  /** The snippet that goes by `name`, which says all that it hangs on; made where it is not known. */
  of(name: string, make: () => Snippet): Snippet {
    const snippet = this.#snippets.get(name) ?? make()
    this.#snippets.delete(name)
    this.#snippets.set(name, snippet)
    if (MOST < this.#snippets.size) {
      const [oldest] = this.#snippets.keys()
      this.#snippets.delete(oldest!)
    }
    return snippet
  }

  clear(): void {
    this.#snippets.clear()
  }
}
