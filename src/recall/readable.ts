/**
 * Markdown as it is read and not as it is written: without comments, and links as their labels.
 *
 * For showing a line of a passage, of which addresses would take the half. Whether what was asked for
 * still stands in it is for the caller to see.
 */

/** A picture's words, or a link's, and where it leads, which has a sign that an argument of a call seldom has. */
const addressed =
  /!?\[([^[\]\n]{0,300})\]\(<?[^()\s<>/:.#]{0,300}[/:.#][^()\s<>]{0,2000}>?(?:[ \t]+"[^"\n]{0,300}")?\)/g

/** `[[drawers/a/b/c|the label]]`. */
const labelled = /!?\[\[[^[\]|\n]{1,500}\|([^[\]|\n]{1,300})\]\]/g

/** What of `text` is read. */
export function readable(text: string): string {
  let read = without(without(text, '<!--', '-->'), '%%', '%%')
  // A linked picture is a link around a link.
  if (read.includes('](')) read = read.replace(addressed, '$1').replace(addressed, '$1')
  if (read.includes('[[')) read = read.replace(labelled, '$1')
  return read
}

/** Comments, of HTML and of Obsidian, become blanks. By hand: nothing that stays open is read through twice. */
function without(text: string, open: string, close: string): string {
  let kept = ''
  let from = 0
  let start = text.indexOf(open)
  while (start !== -1) {
    const end = text.indexOf(close, start + open.length)
    if (end === -1) break
    kept += `${text.slice(from, start)} `
    from = end + close.length
    start = text.indexOf(open, from)
  }
  return from === 0 ? text : kept + text.slice(from)
}
