/** Whitespace made the least that it can be, as wherever texts are compared or told on one line. */

/**
 * Writes every run of whitespace in `text` as one space; what stands at its ends included.
 *
 * A space alone is not looked at: texts are full of them, and replacing each by itself takes most of
 * the time.
 */
export function foldBlanks(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}
