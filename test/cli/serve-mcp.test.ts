import {describe, expect, test} from 'vitest'
import {servingFor} from '../../src/cli/serve-mcp.js'

describe('the words after `brain mcp`', () => {
  test.each<[string, ReturnType<typeof servingFor>]>([
    ['', {brain: undefined, readOnly: false}],
    ['--read-only', {brain: undefined, readOnly: true}],
    ['--brain notes', {brain: 'notes', readOnly: false}],
    ['-C notes --read-only', {brain: 'notes', readOnly: true}],
  ])('%s', (line, serving) => {
    expect(servingFor(line === '' ? [] : line.split(' '))).toEqual(serving)
  })

  test.each([
    '--help',
    '--brain',
    '--brain --read-only',
    '--brain a --brain b',
    '--brain=notes',
    '--read-only --read-only',
    '--readonly',
    'notes',
    '--',
  ])('are left to the parser: %s', (line) => {
    expect(servingFor(line.split(' '))).toBeUndefined()
  })
})
