/**
 * A title for a text that came without one: its first line, as a person would read it aloud.
 */

/** In characters as a reader counts them; longer titles are cut in listings anyway. */
const LONGEST = 80

/** In UTF-16 units: of a longer line only its beginning is looked at. */
const FARTHEST = 2000

/**
 * The first line of `text` that says something, without its markup, at most 80 characters; `Untitled` where
 * no line does.
 */
export function titleOf(text: string): string {
  for (const line of text.split(/\r\n|\n|\r/)) {
    const said = withoutMarkup(line.slice(0, FARTHEST).replace(/[\ud800-\udbff]$/, ''))
    if (said !== '') return cut(said)
  }
  return 'Untitled'
}

/** Cuts `text` to at most `longest` characters, at a word's end where one is near. */
export function cut(text: string, longest = LONGEST): string {
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({segment}) => segment)
  if (characters.length <= longest) return text
  const kept = characters.slice(0, longest - 1).join('')
  const space = kept.lastIndexOf(' ')
  return `${(kept.length / 2 < space ? kept.slice(0, space) : kept).trimEnd()}…`
}

function withoutMarkup(line: string): string {
  const inner = line
    .trim()
    // Fences, rules, and setext underlines say nothing.
    .replace(/^(?:`{3,}|~{3,}).*$/, '')
    .replace(/^(?:[-*_=]\s*){3,}$/, '')
    .replace(/^<!--.*?(?:-->|$)/, '')
    .replace(/^(?:>\s?|[-*+]\s+|\d{1,9}[.)]\s+|\[[ xX]\]\s+|#{1,6}(?:\s+|$))+/, '')
    .replace(/\s+#+$/, '')
  return inner
    .replace(/!?\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|``?)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
