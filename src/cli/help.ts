/**
 * Writes help from what the commands say of themselves.
 *
 * All commands fit a screen, in the order in which a newcomer needs them; one command's page has
 * what it does, its words, its options and examples that can be copied.
 */

import {padTo, widthOf, wrap} from './columns.js'
import type {Command, Group, Option, Positional} from './command.js'
import type {Io} from './io.js'
import {common} from './options.js'

type Page = Pick<Io, 'columns' | 'style'>

const groups: readonly {readonly group: Group; readonly title: string}[] = [
  {group: 'Begin', title: 'Begin'},
  {group: 'Read', title: 'Read'},
  {group: 'Write', title: 'Write'},
  {group: 'Time', title: 'Keep it true'},
  {group: 'Settle', title: 'Settings'},
]

/** Lines longer than this are hard to follow, however wide the terminal. */
const MOST_COLUMNS = 100

/** The page of all commands. */
export function generalHelp(commands: readonly Command[], page: Page): string {
  const lines = ['brain: a memory for AI agents that is a folder of markdown in Git', '']
  for (const {group, title} of groups) {
    const members = commands.filter((command) => command.group === group && !command.forMachines)
    lines.push(page.style('bold', title), ...rows(members.map(rowOf), page, 14))
  }
  const closing = [
    'All take --brain FOLDER (-C), --json, --no-color, --debug, and --help says more.',
    'Start with `brain init`, then `brain boot`; --version says which one this is.',
  ]
  return `${[...lines, '', ...closing.map((line) => wrap(line, widthFor(page)))].join('\n')}\n`
}

/** The page of commands that begin with one word, `hook`; `undefined` where none does. */
export function groupHelp(
  word: string,
  commands: readonly Command[],
  page: Page,
): string | undefined {
  const members = commands.filter(({name}) => name.startsWith(`${word} `))
  if (members.length === 0) return undefined
  return `usage: brain ${word} COMMAND\n\n${rows(members.map(rowOf), page).join('\n')}\n`
}

/** The page of one command. */
export function helpOf(command: Command, page: Page): string {
  const options = Object.entries(command.options)
  const parts = [
    wrap(usage(command), widthFor(page), '  '),
    ...command.description.map((paragraph) => wrap(paragraph, widthFor(page))),
    section('Words', command.positionals.map(positionalRow), page),
    section(
      'Options',
      options.map(([name, option]) => optionRow(name, option)),
      page,
    ),
    section(
      'With every command',
      Object.entries(common).map(([name, option]) => optionRow(name, option)),
      page,
    ),
    examples(command, page),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type Row = readonly [string, string]

function rowOf({name, summary}: Command): Row {
  return [name, summary]
}

function positionalRow({name, summary, choices}: Positional): Row {
  return [name, choices === undefined ? summary : `${summary}: ${choices.join(', ')}`]
}

function optionRow(name: string, option: Option): Row {
  const short = option.short === undefined ? '' : `-${option.short}, `
  const value = option.kind === 'flag' ? '' : ` ${option.value}`
  const choices =
    option.kind === 'flag' || option.choices === undefined ? '' : `: ${option.choices.join(', ')}`
  const again = option.kind === 'repeated' ? ' (may be given again)' : ''
  return [`${short}--${name}${value}`, `${option.summary}${choices}${again}`]
}

function usage(command: Command): string {
  const words = command.positionals.map(({name, required, many}) => {
    const shown = `${name.toUpperCase()}${many === true ? '…' : ''}`
    return required === true ? shown : `[${shown}]`
  })
  return ['usage: brain', command.name, ...words, '[options]'].join(' ')
}

function section(title: string, entries: readonly Row[], page: Page): string {
  if (entries.length === 0) return ''
  return [page.style('bold', title), ...rows(entries, page)].join('\n')
}

function rows(entries: readonly Row[], page: Page, least = 0): string[] {
  const left = Math.min(24, Math.max(least, ...entries.map(([name]) => widthOf(name)))) + 2
  return entries.map(([name, says]) => {
    const indent = ' '.repeat(left + 2)
    const first = left < widthOf(name) + 1 ? `  ${name}\n${indent}` : `  ${padTo(name, left)}`
    return wrapRow(first, says, indent, widthFor(page))
  })
}

function wrapRow(first: string, says: string, indent: string, columns: number): string {
  // Too narrow for two columns: what it says stands below.
  if (columns < indent.length + 24) {
    return `${first.split('\n')[0]!.trimEnd()}\n${wrap(
      `      ${says}`.replace(/^ +/, ''),
      columns - 6,
    )
      .split('\n')
      .map((line) => `      ${line}`)
      .join('\n')}`
  }
  const lines = wrap(says, columns - indent.length).split('\n')
  return `${first}${lines.join(`\n${indent}`)}`
}

function examples(command: Command, page: Page): string {
  const lines = command.examples.map(({line, says}) => {
    const comment = wrap(`# ${says}`, widthFor(page) - 2, '# ')
      .split('\n')
      .join('\n  ')
    return `  ${page.style('dim', comment)}\n  ${line}`
  })
  return [page.style('bold', 'Examples'), ...lines].join('\n')
}

function widthFor(page: Page): number {
  return Math.min(MOST_COLUMNS, page.columns)
}
