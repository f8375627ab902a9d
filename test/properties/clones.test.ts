/** The same brain gives the same bytes wherever it was cloned to, and whatever was kept there. */

import {readdirSync, rmSync, utimesSync} from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {BootContext} from '../../src/boot/context.js'
import type {BootOptions} from '../../src/brain.js'
import {openHistory} from '../../src/history/git-history.js'
import {sceneOf} from '../boot/scene.js'
import {GitBox} from '../support/git-box.js'

/** All that Git has to tell: ages of words, first records, renames, before and after the last commits. */
function grow(): GitBox {
  const box = new GitBox()
  box.commit({
    'brain.yaml': 'zone: Asia/Tokyo\nttl:\n  halls:\n    facts: 30d\n',
    'SOUL.md': 'Größe, ångström.\r\n',
    'MEMORY.md': '- Old words. [ttl:: 3d]\n- First. [key:: k]\n',
    'drawers/a/one/imported.md': '---\nhall: facts\n---\nCame with the import.\n',
    'drawers/a/one/lost.md': 'A thought that was given another name by hand.\n',
    'drawers/a/two/older.md': 'Older.\n',
    'daily/2026-01-02.md': '- A day.\n',
  })
  box.tick(4 * 86_400)
  box.commit({
    'MEMORY.md': '- Old words. [ttl:: 3d]\n- First. [key:: k]\n- New words. [ttl:: 3d]\n',
    'drawers/a/two/newer.md': '---\nsupersedes: "[[older]]"\n---\nNewer.\n',
  })
  box.tick(86_400)
  box.git('mv', 'drawers/a/one/lost.md', 'drawers/a/one/found.md')
  box.commit({})
  box.commit({
    'drawers/b/x/after.md': '---\nsupersedes: "[[lost]]"\n---\nAfter it.\n',
    'drawers/b/x/second.md': '---\nkey: k\n---\nSecond.\n',
    'drawers/b/x/fact.md': '---\nhall: facts\n---\nWritten later, and still trusted.\n',
  })
  return box
}

async function ask(box: GitBox, root: string, options: BootOptions = {}): Promise<BootContext> {
  const cacheDir = path.join(root, '.brain')
  const history = await openHistory(root, {cacheDir, now: () => box.now(), env: box.env})
  const now = new Date(box.now()).toISOString()
  try {
    return await boot(sceneOf(root, {cacheDir, now, history: async () => history}), options)
  } finally {
    await history.close()
  }
}

function cloneOf(box: GitBox, name: string, ...options: readonly string[]): string {
  const target = path.join(box.home, name)
  box.gitIn(box.home, 'clone', '--quiet', ...options, `file://${box.top}`, target)
  return target
}

/** Makes every file of a clone as old as nothing should care about. */
function age(folder: string): void {
  for (const entry of readdirSync(folder, {recursive: true, withFileTypes: true})) {
    if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), 1e9, 1e9)
  }
}

test('fault 56: a clone gives the same bytes, with and without what was kept', async () => {
  const box = grow()
  const first = await ask(box, box.top)
  const reasons = new Map(first.ledger.map(({source, reason}) => [source, reason]))
  expect(Object.fromEntries(reasons)).toEqual({
    'SOUL.md:1': 'carried',
    'MEMORY.md:1': 'stale',
    'MEMORY.md:2': 'superseded',
    'MEMORY.md:3': 'carried',
    'drawers/a/one/found.md': 'superseded',
    'drawers/a/one/imported.md': 'stale',
    'drawers/a/two/newer.md:4': 'carried',
    'drawers/a/two/older.md': 'superseded',
    'drawers/b/x/after.md:4': 'carried',
    'drawers/b/x/fact.md:4': 'carried',
    'drawers/b/x/second.md:4': 'carried',
    'daily/2026-01-02.md:1': 'carried',
  })
  expect(await ask(box, box.top)).toEqual(first)

  const clone = cloneOf(box, 'clone')
  age(clone)
  expect(await ask(box, clone)).toEqual(first)
  rmSync(path.join(clone, '.brain'), {recursive: true})
  expect(await ask(box, clone)).toEqual(first)

  const crlf = cloneOf(box, 'crlf', '--config', 'core.autocrlf=true')
  expect(await ask(box, crlf)).toEqual(first)

  const tree = path.join(box.home, 'tree')
  box.git('worktree', 'add', '--quiet', '--detach', tree)
  expect(await ask(box, tree)).toEqual(first)
})

test('a shallow clone freshens nothing, and is the whole one where what it lacks decides nothing', async () => {
  const box = grow()
  const whole = await ask(box, box.top)
  const stale = whole.ledger.filter(({reason}) => reason === 'stale').map(({source}) => source)
  for (const depth of [4, 3, 2, 1]) {
    const {ledger, text} = await ask(box, cloneOf(box, `depth-${depth}`, '--depth', `${depth}`))
    const trusted = ledger.filter(({carried}) => carried).map(({source}) => source)
    const isStale = (source: string) => stale.some((one) => `${source}:`.startsWith(`${one}:`))
    expect(trusted.filter(isStale)).toEqual([])
    if (depth === 4) expect(text).toBe(whole.text)
  }
})
