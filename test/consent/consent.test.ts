import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {commitEdits, commitsEdits, saidOnce, trust, trusted} from '../../src/consent/consent.js'
import {instant} from '../../src/ground/instant.js'

const at = instant(Date.UTC(2026, 10, 29, 9))

function places() {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mdbrain-consent-')))
  onTestFinished(() => rmSync(home, {recursive: true, force: true}))
  const root = path.join(home, 'brain')
  mkdirSync(root)
  return {home, root, state: path.join(home, 'state', 'mdbrain')}
}

test('nothing is trusted until its owner says so, and no longer than that', async () => {
  const {root, state} = places()
  expect(await trusted(state, root)).toBe(false)
  await trust(state, root, true, at)
  expect(await trusted(state, root)).toBe(true)
  expect(await trusted(state, path.dirname(root))).toBe(false)
  expect(await trusted(state, path.join(root, 'sub'))).toBe(false)
  await trust(state, root, false, at)
  expect(await trusted(state, root)).toBe(false)
})

test('a brain is known by its real path', async () => {
  const {home, root, state} = places()
  symlinkSync(root, path.join(home, 'link'))
  await trust(state, path.join(home, 'link'), true, at)
  expect(await trusted(state, root)).toBe(true)

  // Another folder under the same name is another brain.
  rmSync(path.join(home, 'link'))
  mkdirSync(path.join(home, 'other'))
  symlinkSync(path.join(home, 'other'), path.join(home, 'link'))
  expect(await trusted(state, path.join(home, 'link'))).toBe(false)
})

test('it is kept outside the brain, for its owner alone', async () => {
  const {root, state} = places()
  await trust(state, root, true, at)
  expect(readdirSync(root)).toEqual([])
  expect(readdirSync(state)).toEqual(['consent.json'])
  expect(statSync(path.join(state, 'consent.json')).mode & 0o077).toBe(0)
  const kept = JSON.parse(readFileSync(path.join(state, 'consent.json'), 'utf8')) as object
  expect(kept).toEqual({version: 1, trusted: {[root]: '2026-11-29T09:00:00Z'}, said: []})
})

const broken = ['', '{', 'null', '[]', '{"version":2}', '{"version":1,"trusted":"all","said":{}}']
test.each(broken)('a file that says %j counts as empty', async (text) => {
  const {root, state} = places()
  mkdirSync(state, {recursive: true})
  writeFileSync(path.join(state, 'consent.json'), text)
  expect(await trusted(state, root)).toBe(false)
  expect(await saidOnce(state, 'k')).toBe(false)
  await trust(state, root, true, at)
  expect(await trusted(state, root)).toBe(true)
})

test('names that objects have by themselves are not trusted', async () => {
  const {state} = places()
  expect(await trusted(state, '__proto__')).toBe(false)
  expect(await trusted(state, 'constructor')).toBe(false)
})

test('hand edits are committed only where that was said, and in the repository it was said of', async () => {
  const {home, root, state} = places()
  expect(await commitsEdits(state, root, root)).toBe(false)
  await commitEdits(state, root, root, at)
  expect(await commitsEdits(state, root, root)).toBe(true)
  expect(await commitsEdits(state, root, home)).toBe(false)
  expect(await commitsEdits(state, home, home)).toBe(false)
  expect(await trusted(state, root)).toBe(false)
  await trust(state, root, true, at)
  await saidOnce(state, 'k')
  expect(await commitsEdits(state, root, root)).toBe(true)
  await commitEdits(state, root, undefined, at)
  expect(await commitsEdits(state, root, root)).toBe(false)
  expect(await trusted(state, root)).toBe(true)
})

test.each(['"all"', '{"/b": true}', '{"/b": {"since": 1}}', 'null'])(
  'a consent to commit that says %j is none',
  async (text) => {
    const {state} = places()
    mkdirSync(state, {recursive: true})
    const around = `{"version":1,"trusted":{"/b":"2026-01-01"},"said":[],"commitsEdits":${text}}`
    writeFileSync(path.join(state, 'consent.json'), around)
    expect(await commitsEdits(state, '/b', '/b')).toBe(false)
    expect(await trusted(state, '/b')).toBe(true)
  },
)

test('a notice is given once', async () => {
  const {root, state} = places()
  expect(await saidOnce(state, 'remote')).toBe(false)
  expect(await saidOnce(state, 'remote')).toBe(true)
  expect(await saidOnce(state, 'other')).toBe(false)
  await trust(state, root, true, at)
  expect(await saidOnce(state, 'remote')).toBe(true)
})

test('a state folder that cannot be written is said, and only where it matters', async () => {
  const {root, state} = places()
  mkdirSync(path.dirname(state), {recursive: true})
  writeFileSync(state, 'a file in its place')
  chmodSync(state, 0o600)
  await expect(trust(state, root, true, at)).rejects.toMatchObject({code: 'write-failed'})
  expect(await trusted(state, root)).toBe(false)
  expect(await saidOnce(state, 'k')).toBe(false)
})
