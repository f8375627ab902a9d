import {expect, test} from 'vitest'
import {end} from '../../src/writing/end.js'
import {log} from '../../src/writing/log.js'
import {remember} from '../../src/writing/remember.js'
import {BrainBox} from './brain-box.js'

test('memory that enters a repository with a remote is announced once', async () => {
  const box = new BrainBox()
  expect((await log(box.scene, {text: 'before'})).messages).toEqual([])
  box.git('remote', 'add', 'origin', 'https://example.org/brain.git')
  await end(box.scene, 'daily/2026-01-01.md')
  const {messages} = await remember(box.scene, {text: 'first'})
  expect(messages).toMatchObject([{rule: 'shared-repository', severity: 'info'}])
  expect(messages[0]?.reason).toContain('`origin`')
  expect((await remember(box.scene, {text: 'second'})).messages).toEqual([])

  box.git('remote', 'add', 'work', 'https://example.org/other.git')
  expect((await log(box.scene, {text: 'third'})).messages).toMatchObject([
    {rule: 'shared-repository', reason: expect.stringContaining('`work`')},
  ])
})
