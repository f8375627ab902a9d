/**
 * Reads a harness's settings file as a tree that knows where everything in it stands.
 *
 * The only file that knows `jsonc-parser`, chosen since it reads JSON with comments and tells where
 * everything stands. Its own `modify` tidies more than it was asked to, so it only helps where a
 * person has since changed what we wrote.
 */

import {
  applyEdits,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

export type {Node}

export interface Refusal {
  readonly ok: false
  readonly why: string
  readonly line?: number
}

export interface Read {
  readonly ok: true
  readonly root: Node
  readonly hooks: Node | undefined
  /** What stands for the event that was asked for. */
  readonly list: Node | undefined
}

/** The settings in `text`, and in them the list of `event`. */
export function readSettings(text: string, event: string): Read | Refusal {
  const errors: ParseError[] = []
  const root = treeOf(text, errors)
  if (root === 'too deep') return {ok: false, why: 'its brackets are nested too deeply'}
  const [first] = errors
  if (first !== undefined) {
    const why = `it is not JSON: ${spaced(printParseErrorCode(first.error))}`
    return {ok: false, why, line: lineAt(text, first.offset)}
  }
  if (root?.type !== 'object') return {ok: false, why: 'it does not hold a JSON object'}

  const twice = doubled(root, 'hooks')
  const hooks = valueIn(root, 'hooks')
  if (twice) return {ok: false, why: 'it has `hooks` twice'}
  if (hooks === undefined) return {ok: true, root, hooks: undefined, list: undefined}
  if (hooks.type !== 'object') return wrong(text, hooks, '`hooks` is not an object')
  const list = valueIn(hooks, event)
  if (doubled(hooks, event)) return wrong(text, hooks, `it has \`${event}\` twice`)
  if (list !== undefined && list.type !== 'array') {
    return wrong(text, list, `\`hooks.${event}\` is not a list`)
  }
  return {ok: true, root, hooks, list}
}

/** What the file says for a key at its top; `undefined` where it says nothing or cannot be read. */
export function valueAtTop(text: string, key: string): unknown {
  const root = treeOf(text, [])
  return typeof root === 'object' ? valueIn(root, key)?.value : undefined
}

export function valueIn(object: Node, key: string): Node | undefined {
  if (object.type !== 'object') return undefined
  return object.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1]
}

/** Where somebody put comments into what was ours: the parser's own removal, valid if not exact. */
export function withoutNode(text: string, target: Node): string {
  const edits = modify(text, pathOf(target), undefined, {})
  return applyEdits(text, edits)
}

function treeOf(text: string, errors: ParseError[]): Node | 'too deep' | undefined {
  try {
    return parseTree(text, errors, {allowTrailingComma: true})
  } catch (error) {
    if (error instanceof RangeError) return 'too deep'
    throw error
  }
}

function wrong(text: string, node: Node, why: string): Refusal {
  return {ok: false, why, line: lineAt(text, node.offset)}
}

function pathOf(node: Node): (string | number)[] {
  const {parent} = node
  if (node.type === 'property') return [...pathOf(parent!), String(node.children![0]!.value)]
  if (parent === undefined) return []
  if (parent.type === 'property') return pathOf(parent)
  return [...pathOf(parent), parent.children!.indexOf(node)]
}

function doubled(object: Node, key: string): boolean {
  const named = object.children?.filter((property) => property.children?.[0]?.value === key)
  return 1 < (named?.length ?? 0)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}
