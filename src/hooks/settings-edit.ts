/**
 * Puts hooks into a harness's settings file, and takes them out again, as edits of its text.
 *
 * The file is its owner's: comments, tabs, line endings, odd spacing and other hooks stay as they are,
 * and taking the hooks out after putting them in gives the same bytes. Nothing is kept elsewhere for
 * that. What we add is written so that it tells by itself how much of it is ours: a list or an object
 * that we made holds what is ours on its first line, and one that was there before, empty, gets a
 * blank line first. Hooks are put in one after the other, and taken out the other way round, so that
 * each step undoes one. Pure; `settings-file.ts` reads and writes.
 */

import {
  type Node,
  type Read,
  type Refusal,
  readSettings,
  valueAtTop,
  valueIn,
  withoutNode,
} from './settings-tree.js'

export interface HookEntry {
  /** `SessionStart`. */
  readonly event: string
  /** The command that the harness runs; it is what our hook is known by. */
  readonly command: string
  /** What stands for it in the event's list. */
  readonly value: object
}

export type Edited = {readonly ok: true; readonly text: string; readonly changed: boolean} | Refusal

/** The text of a settings file that holds these hooks and nothing else but `head`. */
export function freshSettings(entries: readonly HookEntry[], head: object = {}): string {
  const hooks: Record<string, object[]> = {}
  for (const {event, value} of entries) hooks[event] = [...(hooks[event] ?? []), value]
  return `${JSON.stringify({...head, hooks}, null, 2)}\n`
}

/** Adds those hooks to `text` that are not there; the same text where all are. */
export function addHooks(text: string, entries: readonly HookEntry[]): Edited {
  return oneByOne(text, entries, addHook)
}

/** Takes the hooks out of `text`, with what was made for them; the same text where none is there. */
export function removeHooks(text: string, entries: readonly HookEntry[]): Edited {
  return oneByOne(text, entries.toReversed(), removeHook)
}

/** Whether the file holds the hook. */
export function hasHook(text: string, entry: HookEntry): boolean {
  const read = readSettings(text, entry.event)
  return read.ok && hooksOf(read, entry).length > 0
}

/** Whether the file switches all hooks off. */
export function hooksAreOff(text: string): boolean {
  return valueAtTop(text, 'disableAllHooks') === true
}

function oneByOne(
  text: string,
  entries: readonly HookEntry[],
  edit: (text: string, entry: HookEntry) => Edited,
): Edited {
  let current = text
  for (const entry of entries) {
    const edited = edit(current, entry)
    if (!edited.ok) return edited
    current = edited.text
  }
  return {ok: true, text: current, changed: current !== text}
}

function addHook(text: string, entry: HookEntry): Edited {
  const read = readSettings(text, entry.event)
  if (!read.ok) return read
  if (hooksOf(read, entry).length > 0) return {ok: true, text, changed: false}

  const {root, hooks, list} = read
  const layout = layoutOf(text)
  const {event, value} = entry
  if (list !== undefined) return added(text, list, value, 2, layout)
  if (hooks !== undefined) return added(text, hooks, {[event]: [value]}, 1, layout)
  return added(text, root, {hooks: {[event]: [value]}}, 0, layout)
}

function removeHook(text: string, entry: HookEntry): Edited {
  let current = text
  // Once for each place: a person may have copied the hook.
  for (let times = 0; times < 100; times++) {
    const read = readSettings(current, entry.event)
    if (!read.ok) return read
    const hook = hooksOf(read, entry)[0]
    if (hook === undefined) break
    current = without(current, hook, read)
  }
  return {ok: true, text: current, changed: current !== text}
}

/** Our hooks: objects whose command runs ours, in the event's list or in a group of it. */
function hooksOf({list}: Read, {command}: HookEntry): Node[] {
  return (list?.children ?? [])
    .flatMap((item) => [item, ...(valueIn(item, 'hooks')?.children ?? [])])
    .filter((hook) =>
      ['command', 'bash'].some((key) => {
        const said: unknown = valueIn(hook, key)?.value
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
  // An entry of a list begins a step deeper; the members of an object lie there by themselves.
  const isEntry = container.type === 'array'
  const content = written(value, isEntry ? depth + 1 : depth, eol, indent)
  const body = isEntry ? content : content.slice(1, -1).trim()
  const last = container.children?.at(-1)
  if (last !== undefined) {
    const at = last.offset + last.length
    return spliced(text, at, `,${eol}${inside}${body}`)
  }
  // It was here before, and empty: a blank line says so to `without`.
  const at = container.offset + container.length - 1
  return spliced(text, at, `${eol}${eol}${inside}${body}${eol}${indent.repeat(depth)}`)
}

/** JSON as this file writes it, as it stands `depth` steps deep. */
function written(value: object, depth: number, eol: string, indent: string): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line, at) => {
      const own = /^ */.exec(line)![0].length / 2
      return at === 0 ? line : indent.repeat(depth + own) + line.trimStart()
    })
    .join(eol)
}

function spliced(text: string, at: number, between: string): Edited {
  return {ok: true, text: text.slice(0, at) + between + text.slice(at), changed: true}
}

// Taking out.

/** Removes `hook`, and each thing around it that then holds nothing and was made for it. */
function without(text: string, hook: Node, {hooks, root}: Read): string {
  let target = hook
  for (;;) {
    const container = target.parent
    const alone = container?.children?.length === 1
    if (container === undefined || container === root || !alone) break
    // A group without hooks means nothing, whoever wrote it.
    const isGroup = container.parent?.type === 'property' && inGroup(container, hooks)
    if (!isGroup && wasHere(text, target, container)) break
    target = ownerOf(container)
  }
  return cut(text, target)
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
  const container = target.parent!
  const siblings = container.children ?? []
  const at = siblings.indexOf(target)
  const end = target.offset + target.length
  const before = siblings[at - 1]
  if (before !== undefined) {
    const from = before.offset + before.length
    const isPlain = /^\s*,\s*$/.test(text.slice(from, target.offset))
    return isPlain ? text.slice(0, from) + text.slice(end) : withoutNode(text, target)
  }
  if (siblings.length === 1) return cutOnly(text, target, container)
  const next = siblings[at + 1]!
  const isPlain = /^\s*,\s*$/.test(text.slice(end, next.offset))
  return isPlain
    ? text.slice(0, target.offset) + text.slice(next.offset)
    : withoutNode(text, target)
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
  return withoutNode(text, target)
}
