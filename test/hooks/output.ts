/** What a harness may be answered, as `schemas/` has it, and how an answer is held against that. */

import fs from 'node:fs'
import path from 'node:path'
import {expect} from 'vitest'
import type {HarnessName} from '../../src/hooks/harness.js'

interface Schema {
  readonly type: string
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: false
}

interface Answers {
  readonly most: {readonly units?: number; readonly bytes?: number}
  /** Where in an answer the context stands. */
  readonly context: readonly string[]
  readonly begin: Schema
  /** Absent where the harness takes nothing then. */
  readonly turn?: Schema
}

/**
 * The context in what a hook printed; `undefined` where it printed nothing. Fails where the harness could
 * not read it: it is one line of JSON, holds nothing that the harness does not know, and is no longer than
 * it takes.
 */
export function contextIn(
  harness: HarnessName,
  event: 'begin' | 'turn',
  printed: string,
): string | undefined {
  if (printed === '') return undefined
  const {most, context, ...schemas} = answersOf(harness)
  expect(printed).toMatch(/^\{[^\r\n]*\}\n$/)
  const answer: unknown = JSON.parse(printed)
  const schema = schemas[event]
  if (schema === undefined) throw new Error(`${harness} takes nothing at a ${event}`)
  expect(faultsOf(answer, schema, '')).toEqual([])
  const text = context.reduce((value: unknown, key) => (value as never)[key], answer) as string
  expect(text.length).toBeLessThanOrEqual(most.units ?? Number.POSITIVE_INFINITY)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most.bytes ?? Number.POSITIVE_INFINITY)
  return text
}

export function answersOf(harness: HarnessName): Answers {
  const file = path.join(import.meta.dirname, 'schemas', `${harness}.json`)
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

function faultsOf(value: unknown, schema: Schema, at: string): string[] {
  if (typeof value !== schema.type || value === null) return [`${at} is no ${schema.type}`]
  if (schema.const !== undefined && value !== schema.const) return [`${at} is ${String(value)}`]
  if (schema.type !== 'object') return []
  const fields = value as Record<string, unknown>
  const lacking = (schema.required ?? []).filter((key) => !(key in fields))
  const inside = Object.entries(fields).flatMap(([key, each]) => {
    const own = schema.properties?.[key]
    if (own !== undefined) return faultsOf(each, own, `${at}.${key}`)
    return schema.additionalProperties === false ? [`${at}.${key} is unknown`] : []
  })
  return [...lacking.map((key) => `${at}.${key} is missing`), ...inside]
}
