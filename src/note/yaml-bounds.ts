/**
 * How deep YAML may be nested, asked before it is read and of what came out.
 *
 * Nobody nests frontmatter 64 deep by hand; who does so wants to see a program fall.
 */

/** The reason given. */
export const tooDeep = 'nested too deeply'
const deepest = 64

/**
 * Tells whether `text` could be nested beyond measure; strings full of brackets may be accused
 * wrongly. Asked first, since `yaml` recurses: where a regular expression happens to be compiled at
 * the end of the stack, V8 ends the whole process instead of throwing.
 */
export function isDeep(text: string): boolean {
  let flow = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    flow = bracket === '[' || bracket === '{' ? flow + 1 : Math.max(0, flow - 1)
    if (deepest < flow) return true
  }
  const indents: number[] = []
  for (const [, space, markers] of text.matchAll(/(?:^|\n)( *)((?:[-?:][ \t]+)*)/g)) {
    const column = space!.length
    while (indents.length !== 0 && column <= indents.at(-1)!) indents.pop()
    indents.push(column)
    for (let at = markers!.search(/\S/); at < markers!.length && at !== -1; at++) {
      if (!' \t'.includes(markers![at]!)) indents.push(column + at)
    }
    if (deepest < indents.length) return true
  }
  return false
}

/** Plain data that survives JSON; throws where it is nested beyond measure. */
export function plain(value: unknown, depth: number): unknown {
  if (deepest < depth) throw new RangeError(tooDeep)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: plain(item, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy
}
