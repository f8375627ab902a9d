import {expect, test} from 'vitest'
import {compareMessages, formatMessage, type Message} from '../../src/ground/message.js'

const message: Message = {
  rule: 'unreadable-date',
  severity: 'error',
  path: 'facts/office.md',
  place: {line: 2, column: 14},
  reason: '`valid_to` is `next tuesday`, which is not a date',
  hint: 'write a day (`2026-03-31`)',
}

test('a message is written so that editors make its place clickable', () => {
  expect(formatMessage(message)).toBe(
    'facts/office.md:2:14: error: `valid_to` is `next tuesday`, which is not a date [unreadable-date]\n' +
      '  hint: write a day (`2026-03-31`)',
  )
})

test('without a place it names the file, without a hint it is one line', () => {
  const {place: _place, hint: _hint, ...rest} = message
  expect(formatMessage({...rest, rule: 'not-utf8', severity: 'warning', reason: 'odd'})).toBe(
    'facts/office.md: warning: odd [not-utf8]',
  )
})

test('messages are ordered by path, then by place; a whole file comes before its lines', () => {
  const {place: _place, ...whole} = message
  const at = (path: string, line: number, column: number) => ({
    ...message,
    path,
    place: {line, column},
  })
  const ordered = [
    {...whole},
    at('facts/office.md', 1, 9),
    message,
    at('facts/office.md', 2, 15),
    at('g.md', 1, 1),
  ]
  expect([...ordered].reverse().sort(compareMessages)).toEqual(ordered)
})
