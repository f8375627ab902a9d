/**
 * Passes over what is in a file and not meant for its reader: comments, and what mdbrain wrote there.
 *
 * A comment that stands by itself is a note from one author to another; a template's hints are such.
 * A block of mdbrain's own says that there is a brain and how to ask it: read back into a context it
 * would be memory of the memory, and each boot would feed the next.
 */

const COMMENT = /^\s{0,9}<!--/
const BEGIN = /<!--\s{0,9}mdbrain:begin\b/
const END = /<!--\s{0,9}mdbrain:end\b/
const FENCE = /^\s*(`{3,}|~{3,})/

/** A filter over the lines of one file in their order: true for those that are read. In code all are. */
export function readable(): (text: string) => boolean {
  let fence: string | undefined
  let isOwn = false
  let isComment = false
  return (text) => {
    if (isOwn) {
      isOwn = !END.test(text)
      return false
    }
    if (isComment) {
      isComment = !text.includes('-->')
      return false
    }
    fence = fenceAfter(text, fence)
    if (fence !== undefined || !COMMENT.test(text)) return true
    isOwn = BEGIN.test(text) && !END.test(text)
    isComment = !isOwn && !text.includes('-->')
    // Words after a comment on its last line are read, and the comment with them.
    return !isOwn && !isComment && !/-->\s*$/.test(text)
  }
}

/** A function over the blocks of one file in their order: what of each is read. */
export function readableText(): (block: string) => string {
  const isRead = readable()
  return (block) => block.split('\n').filter(isRead).join('\n')
}

/** The fence that is open after a line; `undefined` for none. */
export function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === undefined) return mark
  return mark[0] === open[0] && open.length <= mark.length ? undefined : open
}
