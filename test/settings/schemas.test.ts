import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {DEFAULT_SETTINGS, DEFAULT_USER_SETTINGS} from '../../src/settings/defaults.js'
import {KNOWN, type Known} from '../../src/settings/known.js'
import {USER_KNOWN} from '../../src/settings/read-user-settings.js'
import {settingLines} from '../../src/settings/settings.js'
import {userSettingLines} from '../../src/settings/user-settings.js'
import {DATE_KEYS} from '../../src/validity/written.js'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly description?: string
  readonly default?: unknown
  readonly $ref?: string
}

function read(name: string): Schema {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8'))
}

function keysOfSchema(schema: Schema, outer = ''): string[] {
  // Some of those that may have any name have a default, and are listed for it.
  if (typeof schema.additionalProperties === 'object') return [`${outer}.*`]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    keysOfSchema(property, outer === '' ? name : `${outer}.${name}`),
  )
  return inner.length === 0 ? [outer] : inner
}

function keysOfCode(known: Known<string>, outer = ''): string[] {
  const under = (name: string) => (outer === '' ? name : `${outer}.${name}`)
  if (known.is === 'setting') return [outer]
  if (known.is === 'named') return known.names?.map(under) ?? [under('*')]
  return Object.entries(known.keys).flatMap(([name, inner]) => keysOfCode(inner, under(name)))
}

test('the schema of brain.yaml and the code know the same settings', () => {
  expect(keysOfSchema(read('brain.schema.json')).sort()).toEqual(keysOfCode(KNOWN).sort())
})

test('the schema of brain.yaml and the code have the same defaults', () => {
  const schema = read('brain.schema.json')
  for (const {key, default: byDefault} of settingLines(DEFAULT_SETTINGS)) {
    const found = key
      .split('.')
      .reduce<Schema | undefined>((at, name) => at?.properties?.[name], schema)
    expect(found?.default, key).toEqual(byDefault)
  }
})

test('the schema of config.yaml and the code know the same settings, with the same defaults', () => {
  const schema = read('config.schema.json')
  expect(keysOfSchema(schema).sort()).toEqual(keysOfCode(USER_KNOWN).sort())
  for (const {key, default: byDefault} of userSettingLines(DEFAULT_USER_SETTINGS)) {
    const found = key
      .split('.')
      .reduce<Schema | undefined>((at, name) => at?.properties?.[name], schema)
    expect(found?.default ?? null, key).toEqual(byDefault)
  }
})

test('the schema of frontmatter knows every key that has a meaning, each described', () => {
  const {properties = {}, additionalProperties} = read('frontmatter.schema.json')
  expect(additionalProperties).toBe(true)
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...DATE_KEYS]))
  expect(Object.keys(properties)).toEqual([
    ...['title', 'description', 'tags', 'aliases'],
    ...['wing', 'room', 'hall', 'type', 'key', 'importance', 'pinned'],
    ...['valid_from', 'valid_to', 'ttl', 'reviewed', 'created', 'updated'],
    ...['supersedes', 'superseded_by'],
    ...['source', 'agent', 'session', 'last_messages', 'turns', 'attachments'],
  ])
  for (const [key, {description}] of Object.entries(properties)) {
    expect(description, key).toMatch(/^[A-Z0-9].*\.$/)
  }
})
