/**
 * Which lines begin a block of HTML, and which line ends it.
 *
 * CommonMark has seven kinds, named by number there and here. HTML is never read, only passed over: a
 * `#` in it is no heading, and a fence in it is none.
 */

/** What ends a block of HTML: a line that holds this, or, where it is absent, a blank one. */
export interface HtmlStart {
  readonly until?: RegExp
  /** From where on the line that begins the block may end it. */
  readonly from: number
  /** Whether it may stand right under a paragraph. */
  readonly interrupts: boolean
}

const rawTag = /<(?:pre|script|style|textarea)(?=[\s>]|$)/iy
const rawEnd = /<\/(?:pre|script|style|textarea)>/i
const blockTag =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t\r\n>]|\/>|$)/iy
const closingTag = /<\/[a-z][a-z0-9-]*[ \t]*>$/i
const openingTag =
  /^<[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'/=<>`]+))*)*[ \t]*\/?>$/i

/** What begins with the `<` at `at`, on a line that ends at `end`; `undefined` for no block. */
export function htmlStart(text: string, at: number, end: number): HtmlStart | undefined {
  if (matches(rawTag, text, at)) return {until: rawEnd, from: at, interrupts: true}
  if (text.startsWith('<!--', at)) return {until: /-->/, from: at + 2, interrupts: true}
  if (text.startsWith('<?', at)) return {until: /\?>/, from: at + 1, interrupts: true}
  if (text.startsWith('<![CDATA[', at)) return {until: /\]\]>/, from: at + 9, interrupts: true}
  if (/^<![a-z]/i.test(text.slice(at, at + 3))) return {until: />/, from: at + 3, interrupts: true}
  if (matches(blockTag, text, at)) return {from: at, interrupts: true}
  return isLoneTag(text.slice(at, end)) ? {from: at, interrupts: false} : undefined
}

/** A tag that has the line for itself, whatever its name. */
function isLoneTag(line: string): boolean {
  if (!line.endsWith('>')) return false
  return line[1] === '/' ? line.search(closingTag) === 0 : openingTag.test(line)
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
