/**
 * Makes a text say what it shows: `%20` and `&nbsp;` are no words, and neither is a picture
 * written out in letters.
 *
 * Each of these stands within a word and reaches over no blank.
 */

const bytes = /;base64,[A-Za-z0-9+/=_-]+/g
const entity = /&(?:[a-z][a-z0-9]{1,7}|#\d{1,7}|#x[\da-f]{1,6});/gi
const escaped = /(?:%[0-9a-f]{2})+/gi

/** `text` without what is written in it for machines alone. */
export function legible(text: string): string {
  let read = text
  if (read.includes(';base64,')) read = read.replace(bytes, ' ')
  if (read.includes('&')) read = read.replace(entity, ' ')
  if (read.includes('%')) read = read.replace(escaped, unescaped)
  return read
}

/** The letters that were escaped for an address; a blank where they make no text. */
function unescaped(letters: string): string {
  try {
    return decodeURIComponent(letters)
  } catch {
    return ' '
  }
}
