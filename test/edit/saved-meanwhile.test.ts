/**
 * Editors take no lock: they save at any moment of an edit. Whatever the moment, what they saved is not lost; and what is put at
 * the end of a file is there beside what was written.
 */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {land} from '../../src/edit/land.js'
import {type Operations, operations} from '../../src/edit/operations.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {notePath} from '../../src/ground/note-path.js'
import {noHistory} from '../../src/history/no-history.js'
import {START} from '../support/git-box.js'

/** How an editor saves into `file`; what it returns is done one operation later. */
type Save = (file: string) => (() => void) | undefined

const SAVES: Readonly<Record<string, Save>> = {
  'put at its end'(file) {
    fs.appendFileSync(file, 'theirs\n')
    return undefined
  },
  'put at its end, by who had it open already'(file) {
    const open = fs.openSync(file, 'a')
    return () => {
      fs.writeSync(open, 'theirs\n')
      fs.closeSync(open)
    }
  },
  'written over, in place'(file) {
    fs.writeFileSync(file, 'theirs\n')
    return undefined
  },
  'cut to nothing, and then written'(file) {
    const open = fs.openSync(file, 'w')
    return () => {
      fs.writeSync(open, 'theirs\n')
      fs.closeSync(open)
    }
  },
  'replaced by another file'(file) {
    fs.writeFileSync(`${file}.swp`, 'theirs\n')
    fs.renameSync(`${file}.swp`, file)
    return undefined
  },
}

/** Does not wait for the disk, and calls `before` with the number of each operation, from 1. */
function counted(before: (nth: number) => void): Operations {
  let nth = 0
  const quick: Operations = {
    ...operations,
    async stage(name, bytes) {
      fs.writeFileSync(name, bytes, {flag: 'wx'})
    },
    async syncFolder() {},
  }
  return Object.fromEntries(
    Object.entries(quick).map(([name, operation]) => [
      name,
      async (...args: unknown[]) => {
        before(++nth)
        return (operation as (...each: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as Operations
}

interface Edited {
  /** What is in the files afterwards; without what is hidden. */
  readonly files: Readonly<Record<string, string>>
  /** What lies about that nobody should see. */
  readonly hidden: readonly string[]
  readonly operations: number
}

/** What an edit makes of the texts that it finds. */
type Edit = (
  texts: Readonly<Record<string, string>>,
) => Readonly<Record<string, string | undefined>>

/** Makes `edit`, again where a file changed meanwhile, while `save` happens to `name` before the nth operation. */
async function edited(
  texts: Readonly<Record<string, string>>,
  edit: Edit,
  {name, save, nth}: {name: string; save: Save; nth: number},
): Promise<Edited> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'mdbrain-meanwhile-'))
  onTestFinished(() => fs.rmSync(home, {recursive: true, force: true}))
  const root = path.join(home, 'brain')
  fs.mkdirSync(path.join(root, '.brain'), {recursive: true})
  for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(root, file), text)

  let count = 0
  let later: (() => void) | undefined
  const ops = counted((at) => {
    count = at
    later?.()
    later = at === nth ? save(path.join(root, name)) : undefined
  })
  for (let tried = 0; ; tried++) {
    try {
      await landOnce(root, path.join(home, 'state'), edit, ops)
      break
    } catch (error) {
      expect(error).toBeInstanceOf(BrainError)
      expect(error).toMatchObject({code: 'edit-conflict'})
      expect(tried).toBeLessThan(5)
    }
  }
  later?.()
  const names = [...fs.readdirSync(root), ...fs.readdirSync(path.join(root, '.brain'))]
  const hidden = names.filter((file) => file.endsWith('.tmp'))
  return {files: read(root), hidden, operations: count}
}

async function landOnce(root: string, lockDir: string, edit: Edit, ops: Operations): Promise<void> {
  const texts = read(root)
  const bytes = (text: string | undefined) =>
    text === undefined ? undefined : new TextEncoder().encode(text)
  const changes = Object.entries(edit(texts)).map(([file, after]) => ({
    path: notePath(file),
    before: bytes(texts[file]),
    after: bytes(after),
  }))
  const history = noHistory(false)
  await land(
    {changes, subject: 'test: it'},
    {root, lockDir, history, now: START, authorship: {}, operations: ops},
  )
}

function read(root: string): Record<string, string> {
  const names = fs.readdirSync(root).filter((file) => file.endsWith('.md') && file[0] !== '.')
  return Object.fromEntries(
    names.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
  )
}

const nobody = {name: '', save: () => undefined, nth: 0}

describe('saved at any moment of an edit', () => {
  const texts = {'log.md': 'first\n', 'other.md': 'other\n'}
  const edits: Readonly<Record<string, Edit>> = {
    'one file': (found) => ({'log.md': `${found['log.md'] ?? ''}ours\n`}),
    'two files': (found) => ({
      'log.md': `${found['log.md'] ?? ''}ours\n`,
      'other.md': `${found['other.md']}ours\n`,
    }),
  }
  const cases = Object.keys(edits).flatMap((edit) =>
    Object.keys(SAVES).map((save) => [edit, save] as const),
  )
  test.each(cases)('%s, %s', async (named, how) => {
    const edit = edits[named]!
    const {operations: length} = await edited(texts, edit, nobody)
    expect(length).toBeGreaterThan(8)
    for (let nth = 1; nth <= length; nth++) {
      const save = SAVES[how]!
      const {files, hidden} = await edited(texts, edit, {name: 'log.md', save, nth})
      const lines = files['log.md']!.trimEnd().split('\n')
      expect(lines, `operation ${nth}`).toContain('theirs')
      if (how.startsWith('put at its end')) {
        expect(lines.sort(), `operation ${nth}`).toEqual(['first', 'ours', 'theirs'])
      }
      if (named === 'two files') expect(files['other.md']).toBe('other\nours\n')
      expect(hidden, `operation ${nth}`).toEqual([])
    }
  })

  test('a file that is to be removed, and was saved meanwhile, stays', async () => {
    const remove: Edit = (found) =>
      found['log.md'] === 'first\n' ? {'log.md': undefined} : {'other.md': 'kept\n'}
    const {operations: length} = await edited(texts, remove, nobody)
    const save = SAVES['put at its end']!
    let kept = 0
    for (let nth = 1; nth <= length; nth++) {
      const appended: Save = (file) => (fs.existsSync(file) ? save(file) : undefined)
      const {files, hidden} = await edited(texts, remove, {name: 'log.md', save: appended, nth})
      if (files['log.md'] !== undefined) {
        expect(files['log.md']).toBe('first\ntheirs\n')
        kept++
      }
      expect(hidden).toEqual([])
    }
    expect(kept).toBeGreaterThan(3)
  })

  test('a file that is to be made, and was made meanwhile, is not written over', async () => {
    const make: Edit = (found) => ({'new.md': `${found['new.md'] ?? ''}ours\n`})
    const {operations: length} = await edited(texts, make, nobody)
    const save = SAVES['put at its end']!
    for (let nth = 1; nth <= length; nth++) {
      const {files, hidden} = await edited(texts, make, {name: 'new.md', save, nth})
      expect(files['new.md']!.trimEnd().split('\n').sort()).toEqual(['ours', 'theirs'])
      expect(hidden).toEqual([])
    }
  })
})
