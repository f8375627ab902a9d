import {describe, expect, test} from 'vitest'
import {BrainError} from '../../src/index.js'
import {inWords, refusalOf} from '../../src/mcp/refusal.js'

const places = {brain: '/home/ada/brain', home: '/home/ada'}

function told(message: string, hint = ''): string {
  return inWords(refusalOf(new BrainError('write-failed', {message, hint}), places))
}

describe('what a client is told', () => {
  test.each([
    ['`/home/ada/brain/a/b.md` is full', '`a/b.md` is full'],
    ['`/home/ada/brain` is full', '`.` is full'],
    ['`/home/ada/other/x` is full', '`~/other/x` is full'],
    ['`/etc/secret/keys.txt` is full', '`…/keys.txt` is full'],
    ['`C:\\Users\\ada\\keys.txt` is full', '`…/keys.txt` is full'],
    ['`/etc/my secret/the keys.txt` is full', '`…/the keys.txt` is full'],
    ['`/home/ada/brain-2/x` and /home/adam/y', '`~/brain-2/x` and …/y'],
    ['`/home/ada` is full', '`~` is full'],
    ['`drawers/a/b.md` and src/a/b', '`drawers/a/b.md` and src/a/b'],
    ['see https://example.com/a/b', 'see https://example.com/a/b'],
    ['and/or', 'and/or'],
  ])('names no place of the machine: %s', (message, said) => {
    expect(told(message)).toBe(`write-failed: ${said}`)
  })

  test('is what to do as well', () => {
    expect(told('full', 'see `/home/ada/brain/x.md`')).toBe('write-failed: full\nhint: see `x.md`')
  })

  test('is whole where nobody has a home', () => {
    const error = new BrainError('write-failed', {message: '`a/b` of `/c/d`', hint: ''})
    expect(refusalOf(error, {home: '/'}).message).toBe('`a/b` of `…/d`')
  })

  test('is not a megabyte', () => {
    expect(told('x'.repeat(1 << 20)).length).toBeLessThan(1100)
  })

  test('names parameters, where the command line has flags', () => {
    const message = '--valid-from is `soon`, `--tag` is not --known'
    const error = new BrainError('bad-argument', {message, hint: ''})
    const takes = {valid_from: {}, tags: {}}
    expect(refusalOf(error, {}, takes).message).toBe(
      '`valid_from` is `soon`, `tags` is not --known',
    )
  })

  test('of a fault of ours is nothing of its inside', () => {
    const refusal = refusalOf(new Error('/home/ada/brain: boom'), places)
    expect(refusal.code).toBe('fault')
    expect(inWords(refusal)).not.toMatch(/boom|ada/)
  })
})
