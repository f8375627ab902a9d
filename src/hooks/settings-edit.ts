/**
 * Puts one hook into a harness's settings file, and takes it out again, as edits of its text.
 *
 * The file is its owner's: comments, tabs, line endings, odd spacing and other hooks stay as they are,
 * and taking the hook out after putting it in gives the same bytes. Nothing is kept elsewhere for
 * that. What we add is written so that it tells by itself how much of it is ours: a list or an object
 * that we made holds what is ours on its first line, and one that was there before, empty, gets a
 * blank line first. Pure; `settings-file.ts` reads and writes.
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

export interface HookEntry {
  /** `SessionStart`. */
  readonly event: string
  /** The command that the harness runs; it is what our hook is known by. */
  readonly command: string
}

export type Edited =
  | {readonly ok: true; readonly text: string; readonly changed: boolean}
  | {readonly ok: false; readonly why: string; readonly line?: number}

/** The text of a settings file that holds the hook and nothing else. */
export function freshSettings(entry: HookEntry): string {
  return `{\n  ${written({hooks: listOf(entry)}, 0, '\n', '  ')
    .slice(1, -1)
    .trim()}\n}\n`
}

/** Adds the hook to `text`; the same text where it is there already. */
export function addHook(text: string, entry: HookEntry): Edited {
  const read = readSettings(text, entry)
  if (!read.ok) return read
  if (hooksOf(read, entry).length > 0) return {ok: true, text, changed: false}

  const {root, hooks, list} = read
  const layout = layoutOf(text)
  if (list !== undefined) return added(text, list, entryOf(entry), 2, layout)
  if (hooks !== undefined) return added(text, hooks, {[entry.event]: [entryOf(entry)]}, 1, layout)
  return added(text, root, {hooks: listOf(entry)}, 0, layout)
}

/** Takes the hook out of `text`, with what was made for it; the same text where it is not there. */
export function removeHook(text: string, entry: HookEntry): Edited {
  let current = text
  // Once for each place: a person may have copied the hook.
  for (let times = 0; times < 100; times++) {
    const read = readSettings(current, entry)
    if (!read.ok) return read
    const hook = hooksOf(read, entry)[0]
    if (hook === undefined) break
    current = without(current, hook, read)
  }
  return {ok: true, text: current, changed: current !== text}
}

/** Whether the file holds the hook. */
export function hasHook(text: string, entry: HookEntry): boolean {
  const read = readSettings(text, entry)
  return read.ok && hooksOf(read, entry).length > 0
}

/** Whether the file switches all hooks off. */
export function hooksAreOff(text: string): boolean {
  const root = treeOf(text, [])
  return typeof root === 'object' && valueIn(root, 'disableAllHooks')?.value === true
}

interface Read {
  readonly ok: true
  readonly root: Node
  readonly hooks: Node | undefined
  readonly list: Node | undefined
}

function readSettings(text: string, entry: HookEntry): Read | (Edited & {ok: false}) {
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
  const list = valueIn(hooks, entry.event)
  if (doubled(hooks, entry.event)) return wrong(text, hooks, `it has \`${entry.event}\` twice`)
  if (list !== undefined && list.type !== 'array') {
    return wrong(text, list, `\`hooks.${entry.event}\` is not a list`)
  }
  return {ok: true, root, hooks, list}
}

function treeOf(text: string, errors: ParseError[]): Node | 'too deep' | undefined {
  try {
    return parseTree(text, errors, {allowTrailingComma: true})
  } catch (error) {
    if (error instanceof RangeError) return 'too deep'
    throw error
  }
}

function wrong(text: string, node: Node, why: string): Edited & {ok: false} {
  return {ok: false, why, line: lineAt(text, node.offset)}
}

/** Our hooks: objects whose `command` runs ours, wherever in the event's list. */
function hooksOf({list}: Read, {command}: HookEntry): Node[] {
  return (list?.children ?? []).flatMap((group) =>
    (valueIn(group, 'hooks')?.children ?? []).filter((hook) => {
      const said: unknown = valueIn(hook, 'command')?.value
      return typeof said === 'string' && said.trim().replace(/\s+/g, ' ').endsWith(command)
    }),
  )
}

// Putting in.

interface Layout {
  readonly eol: string
  readonly indent: string
}

/** How the file is written: its line endings and one step of its indentation. */
function layoutOf(text: string): Layout {
  const step = /\n(\t|[ ]{1,8})(?=\S)/.exec(text)?.[1]
  return {eol: text.includes('\r') ? '\r\n' : '\n', indent: step ?? '  '}
}

/** Puts `value` last into `container`, which stands `depth` steps deep. */
function added(
  text: string,
  container: Node,
  value: object,
  depth: number,
  {eol, indent}: Layout,
): Edited {
  const inside = indent.repeat(depth + 1)
  const content = written(value, depth, eol, indent)
  const body = container.type === 'array' ? content : membersOf(content)
  const last = container.children?.at(-1)
  if (last !== undefined) {
    const at = last.offset + last.length
    return spliced(text, at, at, `,${eol}${inside}${body}`)
  }
  // It was here before, and empty: a blank line says so to `without`.
  const at = container.offset + container.length - 1
  return spliced(text, at, at, `${eol}${eol}${inside}${body}${eol}${indent.repeat(depth)}`)
}

/** JSON as this file writes it, as it stands `depth` steps deep. */
function written(value: object, depth: number, eol: string, indent: string): string {
  const lines = JSON.stringify(value, null, 2).split('\n')
  // The members of an object lie one step deeper; an entry of a list begins there itself.
  const base = Array.isArray(value) || !('type' in value || isGroup(value)) ? depth : depth + 1
  return lines
    .map((line, at) => {
      const own = /^ */.exec(line)![0].length / 2
      return at === 0 ? line : indent.repeat(base + own) + line.trimStart()
    })
    .join(eol)
}

function isGroup(value: object): boolean {
  return 'hooks' in value && Array.isArray(value.hooks)
}

/** What stands between the braces of an object, without the space around it. */
function membersOf(object: string): string {
  return object.slice(1, -1).trim()
}

function listOf(entry: HookEntry): object {
  return {[entry.event]: [entryOf(entry)]}
}

function entryOf({command}: HookEntry): object {
  return {hooks: [{type: 'command', command}]}
}

// Taking out.

/** Removes `hook`, and each thing around it that then holds nothing and was made for it. */
function without(text: string, hook: Node, {hooks, root}: Read): string {
  let target = hook
  for (;;) {
    const container = containerOf(target)
    const alone = container?.children?.length === 1
    if (container === undefined || container === root || !alone) break
    // A group without hooks means nothing, whoever wrote it.
    const isGroup = container.parent?.type === 'property' && inGroup(container, hooks)
    if (!isGroup && wasHere(text, target, container)) break
    target = ownerOf(container)
  }
  return cut(text, target)
}

/** The list or object that `node`, an element or a property, stands in. */
function containerOf(node: Node): Node | undefined {
  return node.parent
}

/** What stands in a container for this list or object: its property, or the element itself. */
function ownerOf(container: Node): Node {
  const {parent} = container
  return parent?.type === 'property' ? parent : container
}

/** Whether `list` is the `hooks` of a group in an event's list, or the group itself. */
function inGroup(list: Node, hooks: Node | undefined): boolean {
  const group = list.parent?.parent
  return group?.parent?.type === 'array' && group.parent.parent?.parent === hooks
}

/** Whether the container was there, empty, before ours came into it. */
function wasHere(text: string, only: Node, container: Node): boolean {
  return /\n\r?\n[ \t]*$/.test(text.slice(container.offset + 1, only.offset))
}

function cut(text: string, target: Node): string {
  const container = containerOf(target)!
  const siblings = container.children ?? []
  const at = siblings.indexOf(target)
  const end = target.offset + target.length
  const before = siblings[at - 1]
  if (before !== undefined) {
    const from = before.offset + before.length
    if (/^\s*,\s*$/.test(text.slice(from, target.offset)))
      return text.slice(0, from) + text.slice(end)
    return byParser(text, target)
  }
  if (siblings.length === 1) return cutOnly(text, target, container)
  const next = siblings[at + 1]!
  if (/^\s*,\s*$/.test(text.slice(end, next.offset))) {
    return text.slice(0, target.offset) + text.slice(next.offset)
  }
  return byParser(text, target)
}

function cutOnly(text: string, target: Node, container: Node): string {
  const open = container.offset + 1
  const close = container.offset + container.length - 1
  const end = target.offset + target.length
  const before = text.slice(open, target.offset)
  const after = text.slice(end, close)
  const blank = /(\r?\n)(\r?\n)[ \t]*$/.exec(before)
  if (blank !== null && /^\r?\n[ \t]*$/.test(after)) {
    return text.slice(0, open + blank.index) + text.slice(close)
  }
  if (/^\s*$/.test(before) && /^\s*,?\s*$/.test(after)) {
    return text.slice(0, open) + text.slice(close)
  }
  return byParser(text, target)
}

/** Where somebody put comments into what was ours: the parser's own removal, valid if not exact. */
function byParser(text: string, target: Node): string {
  const edits = modify(text, pathOf(target), undefined, {})
  return applyEdits(text, edits)
}

function pathOf(node: Node): (string | number)[] {
  const {parent} = node
  if (node.type === 'property') return [...pathOf(parent!), String(node.children![0]!.value)]
  if (parent === undefined) return []
  if (parent.type === 'property') return pathOf(parent)
  return [...pathOf(parent), parent.children!.indexOf(node)]
}

// Reading.

function valueIn(object: Node, key: string): Node | undefined {
  if (object.type !== 'object') return undefined
  return object.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1]
}

function doubled(object: Node, key: string): boolean {
  const named = object.children?.filter((property) => property.children?.[0]?.value === key)
  return 1 < (named?.length ?? 0)
}

function spliced(text: string, from: number, to: number, between: string): Edited {
  return {ok: true, text: text.slice(0, from) + between + text.slice(to), changed: true}
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}
