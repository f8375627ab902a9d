/**
 * The shape of a tool: one value that holds its words, what it takes, what it answers, and its work.
 *
 * The JSON Schemas that clients are told and the reading of what they send are both made from it, so that a
 * parameter is written down once. Every word of it is read by a model at each turn and paid for: names say what they can.
 */

import type {Brain} from '../index.js'

/** What may be given for a parameter. */
export type Kind = 'text' | 'texts' | 'whole' | 'count' | 'fraction' | 'flag'

export interface Parameter {
  readonly kind: Kind
  /** Where its name does not say it. */
  readonly says?: string
  readonly choices?: readonly string[]
  readonly required?: true
}

export type Parameters = Readonly<Record<string, Parameter>>

interface ValueOf {
  readonly text: string
  readonly texts: readonly string[]
  readonly whole: number
  readonly count: number
  readonly fraction: number
  readonly flag: boolean
}

/** What a tool is run with, by the names of its parameters. */
export type Given<Spec extends Parameters> = {
  readonly [Name in keyof Spec]: Spec[Name] extends {readonly required: true}
    ? ValueOf[Spec[Name]['kind']]
    : ValueOf[Spec[Name]['kind']] | undefined
}

/** What a tool answers: the same thing to be read, and to be used by a program. */
export interface Answer {
  readonly text: string
  /** Keys in snake_case, with all that `Tool.answers` names. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Who calls: kept with each commit that a tool makes. */
export interface Caller {
  readonly agent?: string
}

export interface Tool<Spec extends Parameters = Parameters> {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For models. */
  readonly description: string
  readonly takes: Spec
  /** Keys of the answer that are always there, each with its JSON type. */
  readonly answers: Readonly<Record<string, JsonType>>
  /** Whether it changes the brain. A tool that does so never destroys: Git keeps what was. */
  readonly writes: boolean
  /** Whether a second call with the same words changes nothing more. */
  readonly repeatable?: true
  readonly run: (brain: Brain, given: Given<Spec>, caller: Caller) => Promise<Answer>
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array'

/** Gives a tool its types; does nothing else. */
export function defineTool<const Spec extends Parameters>(tool: Tool<Spec>): Tool {
  return tool as unknown as Tool
}

/** As `tools/list` tells it. */
export function describedTool(tool: Tool) {
  const {name, title, description, takes, answers, writes, repeatable = false} = tool
  const required = Object.keys(takes).filter((one) => takes[one]!.required)
  return {
    name,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(
        Object.entries(takes).map(([one, parameter]) => [one, schemaOf(parameter)]),
      ),
      ...(required.length === 0 ? {} : {required}),
    },
    outputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(Object.entries(answers).map(([one, type]) => [one, {type}])),
      required: Object.keys(answers),
    },
    // What is left out has the value that the protocol gives it: a tool destroys and reaches out unless it says not.
    annotations: writes
      ? {
          title,
          destructiveHint: false,
          ...(repeatable ? {idempotentHint: true} : {}),
          openWorldHint: false,
        }
      : {title, readOnlyHint: true, openWorldHint: false},
  }
}

function schemaOf({kind, says, choices}: Parameter): Record<string, unknown> {
  return {
    ...jsonOf[kind],
    ...(choices === undefined ? {} : {enum: [...choices]}),
    ...(says === undefined ? {} : {description: says}),
  }
}

const jsonOf: Readonly<Record<Kind, Record<string, unknown>>> = {
  text: {type: 'string'},
  texts: {type: 'array', items: {type: 'string'}},
  whole: {type: 'integer'},
  count: {type: 'integer'},
  fraction: {type: 'number'},
  flag: {type: 'boolean'},
}
