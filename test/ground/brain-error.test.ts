import {expect, test} from 'vitest'
import {BrainError} from '../../src/ground/brain-error.js'

test('an error carries its code, its way out, its facts and its cause', () => {
  const cause = new Error('EACCES')
  const error = new BrainError('write-failed', {
    message: 'cannot write `a.md`',
    hint: 'look at its permissions',
    data: {path: 'a.md'},
    cause,
  })
  expect(error).toBeInstanceOf(Error)
  expect({...error, message: error.message, cause: error.cause, name: error.name}).toEqual({
    code: 'write-failed',
    message: 'cannot write `a.md`',
    hint: 'look at its permissions',
    data: {path: 'a.md'},
    name: 'BrainError',
    cause,
  })
})

test('what is not given is absent or empty', () => {
  const error = new BrainError('not-a-brain', {message: 'no'})
  expect([error.hint, error.data, 'cause' in error]).toEqual([undefined, {}, false])
})
