/**
 * Runs a command line: finds the command, checks every word of it, does the work, turns what stops
 * it into an exit code.
 *
 * The only file that knows yargs. It is asked for what it does well, strict parsing of options; its
 * guesses (numbers, dots, `--no-`, arrays, the machine's language) are switched off, since each turns
 * a slip of the finger into something else that is carried out.
 */

import yargs from 'yargs'
import {BrainError, didYouMean, didYouMeanHint} from '../index.js'
import {arrange, optionsOf} from './arrange.js'
import type {Command, Option, Options} from './command.js'
import {commands} from './commands.js'
import {describeFailure} from './failure.js'
import {generalHelp, groupHelp, helpOf} from './help.js'
import type {Io} from './io.js'
import {common} from './options.js'

/** Runs the words after `brain` and returns the exit code. Never throws. */
export async function runProgram(argv: readonly string[], io: Io): Promise<number> {
  const early = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  try {
    return await dispatch(argv, io)
  } catch (error) {
    const failure = describeFailure(error, {
      json: early.includes('--json'),
      debug: early.includes('--debug'),
      strong: (text) => io.style('red', text, 'stderr'),
    })
    io.err(failure.text)
    return failure.exit
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const arranged = arrange(argv, commands, common)
  const wantsHelp = arranged.options.includes('--help')
  const [first, ...rest] = arranged.unknown
  if (first === 'help') return showHelp(rest, io)
  if (arranged.command === undefined) {
    if (wantsHelp || first === undefined) {
      if (first === undefined) refuseUnknown(arranged.options, common)
      return showHelp(arranged.unknown, io)
    }
    const group = groupHelp(first, commands, io)
    if (group === undefined || rest.length > 0) throw unknownCommand(arranged.unknown)
    io.err(group)
    return 2
  }
  if (wantsHelp) {
    io.out(helpOf(arranged.command, io))
    return 0
  }

  const {command} = arranged
  const options = await parse(arranged.options, command)
  checkWords(arranged.words, command)
  return command.run({options: options as never, words: arranged.words}, io)
}

function showHelp(names: readonly string[], io: Io): number {
  const name = names.join(' ')
  const command = commands.find((candidate) => candidate.name === name)
  const help =
    name === ''
      ? generalHelp(commands, io)
      : command === undefined
        ? groupHelp(name, commands, io)
        : helpOf(command, io)
  if (help === undefined) throw unknownCommand(names)
  io.out(help)
  return 0
}

function unknownCommand(words: readonly string[]): BrainError {
  const names = commands.map(({name}) => name)
  const near = didYouMean(words.slice(0, 2).join(' '), names)
  const alone = near.length === 0 ? didYouMean(words[0] ?? '', names) : near
  return new BrainError('bad-argument', {
    message: `there is no command \`${words.slice(0, 2).join(' ')}\``,
    hint: didYouMeanHint(alone) ?? '`brain --help` lists them',
    data: {command: words[0], known: names},
  })
}

/** Parses options that `arrange` tied to their values, and reads each by its own reader. */
async function parse(words: readonly string[], command: Command): Promise<Record<string, unknown>> {
  const specs: Options = {...common, ...command.options}
  refuseUnknown(words, specs, command)
  const parsed: Record<string, unknown> = await parserFor(specs, command).parseAsync([...words])
  return Object.fromEntries(
    Object.entries(specs).map(([name, option]) => [name, valueGiven(parsed[name], name, option)]),
  )
}

function parserFor(specs: Options, command: Command) {
  const parser = yargs([])
    .locale('en')
    .help(false)
    .version(false)
    .exitProcess(false)
    .strictOptions()
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
    })
    // What it refuses was refused before with a better sentence; this is for what we forgot.
    .fail((message, error) => {
      throw new BrainError('bad-argument', {
        message: message ?? String(error),
        hint: `see \`brain ${command.name} --help\``,
        cause: error,
      })
    })
  for (const [name, option] of Object.entries(specs)) {
    parser.option(name, {type: option.kind === 'flag' ? 'boolean' : 'string'})
  }
  return parser
}

function refuseUnknown(words: readonly string[], specs: Options, command?: Command): void {
  for (const word of words) {
    const [, name, value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    if (name === undefined || !Object.hasOwn(specs, name)) {
      throw unknownOption(word, name, specs, command)
    }
    if (specs[name]?.kind !== 'flag' || value === undefined) continue
    // The parser would read any value but `true` as no.
    throw new BrainError('bad-argument', {
      message: `\`--${name}\` takes no value, and was given \`${value}\``,
      hint: `write \`--${name}\` alone`,
      data: {argument: name, value},
    })
  }
}

function unknownOption(
  word: string,
  name: string | undefined,
  specs: Options,
  command: Command | undefined,
): BrainError {
  const near = name === undefined ? [] : didYouMean(name, Object.keys(specs))
  const elsewhere = name !== undefined && optionsOf(commands, common).has(name)
  const takesText =
    command?.positionals.some(({name: word}) => /^(?:text|words)$/.test(word)) === true
  const see = `\`brain ${command === undefined ? '' : `${command.name} `}--help\` lists its options`
  return new BrainError('bad-argument', {
    message: `\`brain${command === undefined ? '' : ` ${command.name}`}\` has no option \`${
      name === undefined ? word : `--${name}`
    }\``,
    hint:
      (elsewhere ? undefined : didYouMeanHint(near.map((option) => `--${option}`))) ??
      (takesText && (name === undefined || command?.name === 'search' || /\s/.test(name))
        ? `text that begins with \`-\` goes after \`--\`: \`brain ${command?.name} -- "${beginningOf(word)} …"\``
        : see),
    data: {option: word},
  })
}

function beginningOf(text: string): string {
  return text.split(/\s/, 1)[0]!.slice(0, 20)
}

function valueGiven(parsed: unknown, name: string, option: Option): unknown {
  const given = parsed === undefined ? [] : Array.isArray(parsed) ? parsed : [parsed]
  if (option.kind === 'flag') return given.includes(true)
  const values = given.map(String)
  if (option.kind === 'repeated') return values.map((value) => option.read(value, name))
  if (1 < values.length) {
    throw new BrainError('bad-argument', {
      message: `\`--${name}\` is given ${values.length} times: ${values
        .map((value) => `\`${value}\``)
        .join(', ')}`,
      hint: 'give it once',
      data: {argument: name, values},
    })
  }
  return values[0] === undefined ? undefined : option.read(values[0], name)
}

function checkWords(words: readonly string[], command: Command): void {
  const {positionals} = command
  const missing = positionals.find(({required}, at) => required === true && words.length <= at)
  if (missing !== undefined) {
    throw new BrainError('bad-argument', {
      message: `\`brain ${command.name}\` needs ${missing.summary}`,
      hint: command.examples[0] === undefined ? '' : `for example \`${command.examples[0].line}\``,
      data: {argument: missing.name},
    })
  }
  if (positionals.at(-1)?.many !== true && positionals.length < words.length) {
    const extra = words[positionals.length]!
    throw new BrainError('bad-argument', {
      message: `\`brain ${command.name}\` does not know what to do with \`${extra}\``,
      hint: positionals.some(({name}) => name === 'text')
        ? 'put text of several words in quotes'
        : `see \`brain ${command.name} --help\``,
      data: {word: extra},
    })
  }
  for (const [at, positional] of positionals.entries()) {
    const word = words[at]
    if (word === undefined || positional.choices === undefined) continue
    if (positional.choices.includes(word)) continue
    throw new BrainError('bad-argument', {
      message: `\`${word}\` is not ${positional.summary}`,
      hint:
        didYouMeanHint(didYouMean(word, positional.choices)) ??
        `it knows ${positional.choices.map((known) => `\`${known}\``).join(', ')}`,
      data: {argument: positional.name, value: word},
    })
  }
}
