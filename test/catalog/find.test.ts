import {beforeEach, describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import {findMemory} from '../../src/catalog/find.js'
import {recollect} from '../../src/catalog/memories.js'
import type {Memory} from '../../src/catalog/memory.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {at, benchOf} from './bench-scene.js'

let memories: readonly Memory[]

beforeEach(async () => {
  const {scene} = benchOf({
    'MEMORY.md': [
      '# Memory',
      '',
      '- The API is gRPC [key:: api.protocol] [valid_from:: 2026-03-01] ^grpc',
      '- The API is REST [key:: api.protocol] [valid_from:: 2026-01-01]',
      '- The office',
      '  - is in Lyon [importance:: 0.9]',
      '  and has a garden',
      '',
    ].join('\n'),
    'drawers/atlas/api/rate-limits.md':
      '---\ntitle: Rate limits\naliases: [throttling, Quota]\n---\n',
    'drawers/atlas/api/Retries.md': '# Retries\n',
    'drawers/beacon/api/retries.md': '# Retries of Beacon\n',
    'drawers/beacon/ops/quota.md': '---\nkey: beacon.quota\nvalid_to: 2026-01-01\n---\n# Café\n',
    'notes/v1.2 notes.md': '# Rate limits of v1.2\n',
  })
  const now = at('2026-11-29T12:00:00Z')
  const recollection = await recollect(scene, openCatalog(scene), {heldAt: now, now})
  memories = recollection.memories
})

describe('a memory is found by', () => {
  test.each([
    ['its path', 'drawers/atlas/api/rate-limits.md', 'drawers/atlas/api/rate-limits.md'],
    ['its path without .md', 'drawers/atlas/api/rate-limits', 'drawers/atlas/api/rate-limits.md'],
    [
      'its path in another case',
      'Drawers/Atlas/api/Rate-Limits.md',
      'drawers/atlas/api/rate-limits.md',
    ],
    ['its path as a shell completes it', './notes/v1.2 notes.md', 'notes/v1.2 notes.md'],
    ['the stem of its file', 'rate-limits', 'drawers/atlas/api/rate-limits.md'],
    ['the name of its file', 'rate-limits.md', 'drawers/atlas/api/rate-limits.md'],
    ['a stem with a dot in it', 'v1.2 notes', 'notes/v1.2 notes.md'],
    ['a stem, in its very case', 'retries', 'drawers/beacon/api/retries.md'],
    ['a wikilink', '[[Rate limits]]', 'drawers/atlas/api/rate-limits.md'],
    ['its title', 'Rate limits', 'drawers/atlas/api/rate-limits.md'],
    ['its title in another case', 'RATE LIMITS', 'drawers/atlas/api/rate-limits.md'],
    ['an accent written apart', 'Cafe\u0301', 'drawers/beacon/ops/quota.md'],
    ['an alias', 'throttling', 'drawers/atlas/api/rate-limits.md'],
    ['a stem before an alias', 'quota', 'drawers/beacon/ops/quota.md'],
    ['a line of a note', 'drawers/atlas/api/Retries.md:1', 'drawers/atlas/api/Retries.md'],
    ['a line of a fact', 'MEMORY.md:3', 'MEMORY.md#^grpc'],
    ['a line of a fact in a fact', 'MEMORY.md:6', 'MEMORY.md#4'],
    ['a line between facts', 'MEMORY.md:1', 'MEMORY.md'],
    ['a block id', 'MEMORY.md#^grpc', 'MEMORY.md#^grpc'],
    ['a block id without .md', 'MEMORY#^grpc', 'MEMORY.md#^grpc'],
    ['a number', 'MEMORY.md#2', 'MEMORY.md#2'],
    ['the number of a fact with a block id', 'MEMORY.md#1', 'MEMORY.md#^grpc'],
    ['a key, and what is current under it', 'api.protocol', 'MEMORY.md#^grpc'],
    ['a key under which nothing is current', 'beacon.quota', 'drawers/beacon/ops/quota.md'],
  ])('%s', (_, name, expected) => {
    expect(findMemory(memories, name).id).toBe(expected)
  })
})

function errorOf(name: string): BrainError {
  try {
    const {id} = findMemory(memories, name)
    throw new Error(`${name} was found: ${id}`)
  } catch (error) {
    if (error instanceof BrainError) return error
    throw error
  }
}

describe('nothing is guessed', () => {
  test('where several fit alike', () => {
    const {code, message, hint, data} = errorOf('RETRIES')
    expect(code).toBe('ambiguous-name')
    expect(message).toBe(
      '`RETRIES` could be `drawers/atlas/api/Retries.md`, `drawers/beacon/api/retries.md`',
    )
    expect(hint).toBe('name it by its path')
    expect(data.candidates).toHaveLength(2)
  })

  test.each([
    ['a slip', 'rate-limit', 'did you mean `rate-limits` or `Rate limits`?'],
    ['nothing like it', 'zzzzzzzz', 'see what there is with `brain list`'],
    ['nothing', '', 'see what there is with `brain list`'],
    ['no such fact', 'MEMORY.md#^nope', 'did you mean `MEMORY.md#^grpc`?'],
    [
      'a number of no fact',
      'MEMORY.md#0',
      'did you mean `MEMORY.md#2` or `MEMORY.md#3` or `MEMORY.md#4`?',
    ],
    [
      'a number of no fact, too high',
      'MEMORY.md#9',
      'did you mean `MEMORY.md#2` or `MEMORY.md#3` or `MEMORY.md#4`?',
    ],
    ['a path that climbs', '../secret.md', 'see what there is with `brain list`'],
  ])('%s', (_, name, hint) => {
    const error = errorOf(name)
    expect(error.code).toBe('unknown-name')
    expect(error.message).toBe(`nothing in the brain is called \`${name}\``)
    expect(error.hint).toBe(hint)
  })
})
