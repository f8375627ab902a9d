/**
 * Reads what a model gave for a tool's parameters.
 *
 * What is meant is taken where there is one thing that it can mean: a number in quotes, one name where a list is asked
 * for, `null` or an empty text for what is left out. Everything else is refused by name, with what would do, since a parameter that is
 * silently dropped is an answer to another question.
 */

import {BrainError, didYouMean, didYouMeanHint} from '../index.js'
import type {Given, Kind, Parameter, Parameters} from './tool.js'

/**
 * @throws {BrainError} `bad-argument`: an unknown name, one that is missing, or a value of another kind.
 */
export function readArguments<Spec extends Parameters>(
  tool: string,
  takes: Spec,
  given: unknown,
): Given<Spec> {
  const said = given ?? {}
  if (typeof said !== 'object' || Array.isArray(said)) {
    throw refused(tool, 'takes its arguments as an object', `it takes ${names(takes)}`)
  }
  for (const name of Object.keys(said))
    if (!Object.hasOwn(takes, name)) throw unknown(tool, name, takes)
  return Object.fromEntries(
    Object.entries(takes).map(([name, parameter]) => [
      name,
      valueGiven(tool, name, parameter, (said as Record<string, unknown>)[name]),
    ]),
  ) as Given<Spec>
}

function valueGiven(tool: string, name: string, parameter: Parameter, given: unknown): unknown {
  if (given === undefined || given === null || isBlank(parameter, given)) {
    if (!parameter.required) return undefined
    const wants = `give ${wanted[parameter.kind].replace(/,$/, '')}`
    throw refused(tool, `needs \`${name}\``, wants)
  }
  const value = readers[parameter.kind](given)
  if (value === undefined) {
    throw refused(
      tool,
      `takes ${wanted[parameter.kind]} for \`${name}\``,
      `it was given ${shown(given)}`,
    )
  }
  const {choices} = parameter
  if (choices === undefined || choices.includes(value as string)) return value
  throw refused(
    tool,
    `does not know \`${String(value)}\` as \`${name}\``,
    didYouMeanHint(didYouMean(String(value), choices)) ?? `it knows ${choices.join(', ')}`,
  )
}

/** An empty number is a slip all the same. */
function isBlank({kind}: Parameter, given: unknown): boolean {
  return (kind === 'text' || kind === 'texts') && isText(given) && given.trim() === ''
}

const readers: Readonly<Record<Kind, (given: unknown) => unknown>> = {
  text: (given) => (typeof given === 'number' ? String(given) : isText(given) ? given : undefined),
  texts: textsIn,
  whole: (given) => numberIn(given, (number) => Number.isSafeInteger(number) && 0 <= number),
  count: (given) => numberIn(given, (number) => Number.isSafeInteger(number) && 0 < number),
  fraction: (given) => numberIn(given, (number) => 0 <= number && number <= 1),
  flag: (given) =>
    typeof given === 'boolean'
      ? given
      : given === 'true'
        ? true
        : given === 'false'
          ? false
          : undefined,
}

const wanted: Readonly<Record<Kind, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  whole: 'a whole number, 0 or more,',
  count: 'a whole number, 1 or more,',
  fraction: 'a number from 0 to 1',
  flag: '`true` or `false`',
}

function isText(given: unknown): given is string {
  return typeof given === 'string'
}

/** A list; one text stands for a list of it, unless it is a list written out. */
function textsIn(given: unknown): readonly string[] | undefined {
  if (Array.isArray(given)) return given.every(isText) ? given : undefined
  if (!isText(given)) return undefined
  if (!given.trimStart().startsWith('[')) return [given]
  try {
    const listed: unknown = JSON.parse(given)
    return Array.isArray(listed) && listed.every(isText) ? listed : [given]
  } catch {
    // `[[a wikilink]]`, say.
    return [given]
  }
}

function numberIn(given: unknown, fits: (number: number) => boolean): number | undefined {
  const number = isText(given) && given.trim() !== '' ? Number(given) : given
  return typeof number === 'number' && fits(number) ? number : undefined
}

function unknown(tool: string, name: string, takes: Parameters): BrainError {
  const near = didYouMeanHint(didYouMean(name, Object.keys(takes)))
  return refused(tool, `has no parameter \`${short(name)}\``, near ?? `it takes ${names(takes)}`)
}

function refused(tool: string, what: string, hint: string): BrainError {
  return new BrainError('bad-argument', {message: `\`${tool}\` ${what}`, hint, data: {tool}})
}

function names(takes: Parameters): string {
  return Object.keys(takes)
    .map((name) => `\`${name}\``)
    .join(', ')
}

function shown(given: unknown): string {
  return `\`${short(JSON.stringify(given) ?? String(given))}\``
}

function short(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
