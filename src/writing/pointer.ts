/**
 * The block that tells an agent where its memory is, in a file that belongs to somebody else.
 *
 * It stands between two markers, and only what is between them is ever ours: it is replaced there,
 * and taken out again so that the bytes around it are what they were before. Nothing of the brain is
 * copied into it.
 */

export const BEGIN = '<!-- mdbrain:begin -->'
export const END = '<!-- mdbrain:end -->'

/** What became of a text: `undefined` where its markers do not match up. */
export type Pointed = string | undefined

/**
 * The block without its markers, for a brain that `brain` finds by itself, or that has to be named.
 *
 * @param brain what to give to `--brain`; `undefined` where it is found from the project.
 */
export function pointerLines(brain: string | undefined): readonly string[] {
  const command = brain === undefined ? 'brain' : `brain --brain ${quoted(brain)}`
  return [
    '## Memory',
    '',
    'This project has a memory for agents, kept as markdown. Use it by these commands:',
    '',
    `- \`${command} boot\` at the start: who you are here, how to work, and what holds today.`,
    `- \`${command} recall --wing NAME --room NAME\` in the middle of the work.`,
    `- \`${command} remember "…"\` for what will be needed again, \`${command} log "…"\` for what happened.`,
    `- \`${command} supersede OLD --text "NEW"\` when something is no longer so.`,
  ]
}

/** Puts the block into `text`: between its markers, else at the end. */
export function withPointer(text: string, lines: readonly string[]): Pointed {
  const eol = /\r\n/.test(text) ? '\r\n' : '\n'
  const block = [BEGIN, ...lines, END].join(eol)
  const found = findBlock(text)
  if (found === 'broken') return undefined
  if (found !== undefined) return text.slice(0, found.start) + block + text.slice(found.end)
  if (text === '') return `${block}${eol}`
  // A text without a last line ending gets none after the block either: so it is known, when the
  // block is taken out, which of the two it was.
  return /[\r\n]$/.test(text) ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`
}

/** Takes the block out of `text` with what was put around it. The same text where there is none. */
export function withoutPointer(text: string): Pointed {
  const found = findBlock(text)
  if (found === 'broken') return undefined
  if (found === undefined) return text
  const before = text.slice(0, found.start)
  const after = text.slice(found.end)
  if (after === '') return before.replace(/\r?\n\r?\n$/, '')
  return (
    before.replace(/\r?\n$/, (gap) => (isBlankBefore(before) ? '' : gap)) +
    after.replace(/^\r?\n/, '')
  )
}

function isBlankBefore(before: string): boolean {
  return /\n\r?\n$/.test(before) || /^\r?\n$/.test(before)
}

/** Where the block stands, its markers included; `broken` where there are not two of them in order. */
function findBlock(text: string): {start: number; end: number} | 'broken' | undefined {
  const begins = [...text.matchAll(/^<!-- mdbrain:begin -->[ \t]*$/gm)]
  const ends = [...text.matchAll(/^<!-- mdbrain:end -->[ \t]*$/gm)]
  if (begins.length === 0 && ends.length === 0) return undefined
  const [begin] = begins
  const [end] = ends
  if (begins.length !== 1 || ends.length !== 1 || end!.index < begin!.index) return 'broken'
  return {start: begin!.index, end: end!.index + end![0].length}
}

function quoted(brain: string): string {
  return /^[\w./~@+-]+$/.test(brain) ? brain : JSON.stringify(brain)
}
