import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
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
import {describe, expect, onTestFinished, test} from 'vitest'
import type {Change, Landed, Plan} from '../../src/edit/edit.js'
import {type Landing, land} from '../../src/edit/land.js'
import {type Operations, operations} from '../../src/edit/operations.js'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import type {Authorship, History} from '../../src/history/history.js'
import {noHistory} from '../../src/history/no-history.js'
import {GitBox, START} from '../support/git-box.js'

type Files = Readonly<Record<string, string>>

const bytes = (text: string) => new TextEncoder().encode(text)

/** A plan that turns some files of `before` into `after`; `undefined` stands for no file. */
function planOf(
  changes: Readonly<Record<string, readonly [string | undefined, string | undefined]>>,
): Plan {
  const list = Object.entries(changes).map(
    ([name, [before, after]]): Change => ({
      path: notePath(name),
      before: before === undefined ? undefined : bytes(before),
      after: after === undefined ? undefined : bytes(after),
    }),
  )
  return {changes: list, subject: 'test: it'}
}

class Folder {
  readonly home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mdbrain-land-')))
  readonly root = path.join(this.home, 'brain')
  readonly lockDir = path.join(this.home, 'state')

  constructor(files: Files) {
    mkdirSync(this.root)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(this.root, name)), {recursive: true})
      writeFileSync(path.join(this.root, name), text)
    }
    onTestFinished(() => rmSync(this.home, {recursive: true, force: true}))
  }

  land(plan: Plan, more: Partial<Landing> = {}): Promise<Landed> {
    const {root, lockDir} = this
    return land(plan, {
      root,
      lockDir,
      history: noHistory(false),
      now: START,
      authorship: {},
      ...more,
    })
  }

  /** Every file and folder under the root, with what it holds; of `.brain/` what is left there of drafts. */
  tree(folder = this.root): Record<string, string> {
    const names = readdirSync(folder, {withFileTypes: true, recursive: true})
    return Object.fromEntries(
      names
        .filter(
          ({name, parentPath}) => !/^\.brain$|^\.gitignore$/.test(name) || /git/.test(parentPath),
        )
        .map((entry) => {
          const full = path.join(entry.parentPath, entry.name)
          return [path.relative(folder, full), entry.isFile() ? readFileSync(full, 'utf8') : '/']
        })
        .sort(),
    )
  }

  /** What landings left in the folder for locks. */
  locks(): string[] {
    const folder = path.join(this.lockDir, 'mdbrain')
    return existsSync(folder) ? readdirSync(folder) : []
  }
}

/** Landings in a repository, and such as are killed once the files are in their places. */
function landingsOf(box: GitBox, history: History, lockDir: string | undefined) {
  const landing = (authorship: Authorship): Landing => {
    return {root: box.top, history, now: box.tick(), authorship, lockDir: lockDir!}
  }
  return {
    land: (plan: Plan) => land(plan, landing({})),
    async killed(plan: Plan, authorship: Authorship = {}) {
      const dead = {...history, record: () => Promise.reject(new Error('killed'))}
      // The dead remove nothing any more either.
      const remove = async (name: string) => {
        if (!name.endsWith('.journal')) await operations.remove(name)
      }
      const ops = {...operations, remove}
      await land(plan, {...landing(authorship), history: dead, operations: ops})
    },
  }
}

describe('land', () => {
  test('makes, changes and removes files, and says that there is no Git', async () => {
    const folder = new Folder({'a.md': 'a', 'rooms/deep/b.md': 'b'})
    const landed = await folder.land(
      planOf({
        'a.md': ['a', 'a2'],
        'rooms/deep/b.md': ['b', undefined],
        'new/er/c.md': [undefined, 'c'],
      }),
    )
    expect(landed).toEqual({
      paths: ['a.md', 'rooms/deep/b.md', 'new/er/c.md'],
      committed: false,
      why: 'no-git',
      detail: 'the folder is not in a Git repository',
    })
    expect(folder.tree()).toEqual({
      'a.md': 'a2',
      new: '/',
      'new/er': '/',
      'new/er/c.md': 'c',
      rooms: '/',
    })
    expect(folder.locks()).toEqual([])
  })

  test('with Git it is one commit of these paths', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a', 'b.md': 'b'})
    box.write({'b.md': 'by hand'})
    const history = await box.history()
    const where = {
      root: box.top,
      history,
      now: box.tick(),
      authorship: {agent: 'claude'},
      lockDir: (await history.commonDir())!,
    }
    const landed = await land(planOf({'a.md': ['a', 'a2'], 'c.md': [undefined, 'c']}), where)
    expect(landed).toEqual({
      paths: ['a.md', 'c.md'],
      committed: box.git('rev-parse', 'HEAD').trim(),
    })
    expect(box.git('log', '-1', '--format=%B')).toContain('Brain-Agent: claude')
    expect(box.status()).toBe(' M b.md\n')
    expect(readdirSync(path.join(box.top, '.git/mdbrain'))).toEqual([])
  })

  test('killed before its commit, it is committed by whoever writes next', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a', 'b.md': 'b'})
    box.write({'b.md': 'by hand'})
    const history = await box.history()
    const {land: next, killed} = landingsOf(box, history, await history.commonDir())
    await killed(planOf({'a.md': ['a', 'a2'], 'c.md': [undefined, 'c']}), {agent: 'claude'})
    expect(box.status()).toBe(' M a.md\n M b.md\n?? c.md\n')

    await next(planOf({'d.md': [undefined, 'd']}))
    expect(box.status()).toBe(' M b.md\n')
    expect(box.git('log', '-2', '--format=%s').trim().split('\n')).toEqual(['test: it', 'test: it'])
    expect(
      box.git('show', '--name-only', '--format=%(trailers:key=Brain-Agent)', 'HEAD~1'),
    ).toMatch(/^Brain-Agent: claude\n+a\.md\nc\.md\n$/)
    expect(readdirSync(path.join(box.top, '.git/mdbrain'))).toEqual([])
  })

  test('what a hand changed after the kill is not committed in its name', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    const history = await box.history()
    const {land: next, killed} = landingsOf(box, history, await history.commonDir())
    await killed(planOf({'a.md': ['a', 'a2'], 'c.md': [undefined, 'c']}))
    box.write({'a.md': 'by hand'})

    await next(planOf({'d.md': [undefined, 'd']}))
    expect(box.status()).toBe(' M a.md\n?? c.md\n')
    expect(readdirSync(path.join(box.top, '.git/mdbrain'))).toEqual([])
  })

  test('where Git refuses, the files are on disk and the answer says why', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    box.write({'a.md': 'staged'})
    box.git('add', 'a.md')
    const history = await box.history()
    const where = {root: box.top, history, now: box.tick(), authorship: {}, lockDir: box.home}
    const landed = await land(planOf({'a.md': ['staged', 'ours']}), where)
    expect(landed).toMatchObject({committed: false, why: 'partly-staged'})
    expect(box.read('a.md')).toBe('ours')
    expect(box.git('show', ':a.md')).toBe('staged')
  })

  test('where commits are not wanted, none is made', async () => {
    const folder = new Folder({})
    const landed = await folder.land(planOf({'a.md': [undefined, 'a']}), {commit: false})
    expect(landed).toMatchObject({committed: false, why: 'not-wanted'})
  })

  test('keeps bytes and permissions as they are', async () => {
    const folder = new Folder({'a.md': 'a'})
    chmodSync(path.join(folder.root, 'a.md'), 0o640)
    const after = Uint8Array.from([0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x0a, 0x00])
    const changes = [{path: notePath('a.md'), before: bytes('a'), after}]
    await folder.land({changes, subject: 's'})
    expect(new Uint8Array(readFileSync(path.join(folder.root, 'a.md')))).toEqual(after)
    expect(statSync(path.join(folder.root, 'a.md')).mode & 0o777).toBe(0o640)
  })

  test('a name of 250 bytes is staged too', async () => {
    const folder = new Folder({})
    const name = `${'日'.repeat(80)}.md`
    await folder.land(planOf({[name]: [undefined, 'a']}))
    expect(folder.tree()).toEqual({[name]: 'a'})
  })
})

describe('a file that is not as the plan found it', () => {
  const cases: readonly (readonly [string, Files, Parameters<typeof planOf>[0]])[] = [
    ['changed', {'a.md': 'other'}, {'a.md': ['a', 'b']}],
    ['gone', {}, {'a.md': ['a', 'b']}],
    ['there already', {'a.md': 'other'}, {'a.md': [undefined, 'b']}],
    ['the second of two', {'a.md': 'a', 'b.md': 'x'}, {'a.md': ['a', '1'], 'b.md': ['b', '2']}],
    ['changed, to be removed', {'a.md': 'other'}, {'a.md': ['a', undefined]}],
  ]
  test.each(cases)('%s: nothing is written', async (_, files, changes) => {
    const folder = new Folder(files)
    const before = folder.tree()
    await expect(folder.land(planOf(changes))).rejects.toMatchObject({code: 'edit-conflict'})
    expect(folder.tree()).toEqual(before)
    expect(folder.locks()).toEqual([])
  })

  test('saved by an editor while the new bytes were written', async () => {
    const folder = new Folder({'a.md': 'a', 'b.md': 'b'})
    const ops: Operations = {
      ...operations,
      async stage(name, ...rest) {
        await operations.stage(name, ...rest)
        writeFileSync(path.join(folder.root, 'b.md'), 'by hand')
      },
    }
    const plan = planOf({'a.md': ['a', 'a2'], 'b.md': ['b', 'b2']})
    await expect(folder.land(plan, {operations: ops})).rejects.toMatchObject({
      code: 'edit-conflict',
    })
    expect(folder.tree()).toEqual({'a.md': 'a', 'b.md': 'by hand'})
  })
})

describe('drafts', () => {
  const plan = planOf({
    'a.md': ['a', 'a2'],
    'deep/er/b.md': [undefined, 'b'],
    'c.md': ['c', undefined],
  })
  const files = {'a.md': 'a', 'c.md': 'c'}
  const after = {'a.md': 'a2', deep: '/', 'deep/er': '/', 'deep/er/b.md': 'b'}

  /** What is staged, relative to the root, and moved out of `.brain/`, where `refuses` lets it. */
  function watched(folder: Folder, refuses: (name: string) => boolean = () => false) {
    mkdirSync(path.join(folder.root, '.brain'), {recursive: true})
    const staged: string[] = []
    const refuse = (from: string) => {
      if (refuses(from)) throw Object.assign(new Error('EXDEV: no'), {code: 'EXDEV'})
    }
    const ops: Operations = {
      ...operations,
      async stage(name, ...rest) {
        if (!name.endsWith('.journal.new')) staged.push(path.relative(folder.root, name))
        await operations.stage(name, ...rest)
      },
      async moveNew(from, to) {
        refuse(from)
        await operations.moveNew(from, to)
      },
      async replace(from, to, old) {
        refuse(from)
        return operations.replace(from, to, old)
      },
    }
    return {staged, ops}
  }

  test('stand where nobody looks who looks at the brain, and nothing is left of them', async () => {
    const folder = new Folder(files)
    const {staged, ops} = watched(folder)
    await folder.land(plan, {operations: ops})
    expect(staged.map((name) => name.split('/')[0])).toEqual(['.brain', '.brain'])
    expect(folder.tree()).toEqual(after)
    expect(readdirSync(path.join(folder.root, '.brain'))).toEqual(['.gitignore'])
  })

  test.each<[string, (name: string) => boolean]>([
    ['on another disk', (name) => name.includes('.brain/')],
    ['on another disk for one of the files', (name) => /\.brain\/\.b\.md/.test(name)],
  ])('stand beside the file where `.brain/` is %s', async (_, refuses) => {
    const folder = new Folder(files)
    const {staged, ops} = watched(folder, refuses)
    await folder.land(plan, {operations: ops})
    expect(staged.slice(2).map((name) => path.dirname(name))).toEqual(['.', 'deep/er'])
    expect(folder.tree()).toEqual(after)
    expect(folder.locks()).toEqual([])
  })

  test('never stand where a link leads that came with a brain', async () => {
    const folder = new Folder(files)
    mkdirSync(path.join(folder.home, 'elsewhere'))
    symlinkSync(path.join(folder.home, 'elsewhere'), path.join(folder.root, '.brain'))
    const {staged, ops} = watched(folder)
    await folder.land(plan, {operations: ops})
    expect(staged.map((name) => path.dirname(name))).toEqual(['.', 'deep/er'])
    expect(readdirSync(path.join(folder.home, 'elsewhere'))).toEqual([])
  })

  test('may be taken away with `.brain/` at any moment', async () => {
    const folder = new Folder(files)
    const {ops} = watched(folder)
    let times = 0
    const replace: Operations['replace'] = async (...args) => {
      const isKept = await ops.replace(...args)
      if (times++ === 0) rmSync(path.join(folder.root, '.brain'), {recursive: true})
      return isKept
    }
    const landing = folder.land(plan, {operations: {...ops, replace}})
    await expect(landing).rejects.toMatchObject({code: 'edit-conflict'})
    expect(folder.tree()).toEqual(files)
    await folder.land(plan, {operations: {...ops, replace}})
    expect(folder.tree()).toEqual(after)
    expect(folder.locks()).toEqual([])
  })

  test('stand beside the file where there is no `.brain/`, which is not made for them', async () => {
    const folder = new Folder(files)
    await folder.land(plan)
    expect(folder.tree()).toEqual(after)
    expect(existsSync(path.join(folder.root, '.brain'))).toBe(false)
  })

  test('have the group that the folder gives its files', async () => {
    const folder = new Folder({'shared/a.md': 'a'})
    watched(folder)
    const shared = path.join(folder.root, 'shared')
    chownSync(shared, -1, 4242)
    chmodSync(shared, 0o2775)
    await folder.land(planOf({'shared/a.md': ['a', 'a2'], 'shared/x/b.md': [undefined, 'b']}))
    expect(statSync(path.join(shared, 'a.md')).gid).toBe(4242)
    expect(statSync(path.join(shared, 'x/b.md')).gid).toBe(4242)
  })
})

test('a landing whose lock was taken over while it slept leaves the journal to whoever has it', async () => {
  const folder = new Folder({'a.md': 'a'})
  const nameOf = (end: string) => {
    const name = folder.locks().find((each) => each.endsWith(end))!
    return path.join(folder.lockDir, 'mdbrain', name)
  }
  const ops: Operations = {
    ...operations,
    async stage(name, ...rest) {
      await operations.stage(name, ...rest)
      if (!name.endsWith('.tmp')) return
      const owner = JSON.parse(readFileSync(nameOf('.lock'), 'utf8'))
      writeFileSync(nameOf('.lock'), JSON.stringify({...owner, host: 'elsewhere', token: 'abc'}))
      writeFileSync(nameOf('.journal'), 'of another')
    },
  }
  const landing = folder.land(planOf({'a.md': ['a', 'a2']}), {operations: ops})
  await expect(landing).rejects.toMatchObject({code: 'lock-held'})
  expect(readFileSync(nameOf('.journal'), 'utf8')).toBe('of another')
  expect(folder.tree()).toEqual({'a.md': 'a'})
})

test('a landing whose lock was taken over while it slept moves nothing', async () => {
  const folder = new Folder({'a.md': 'a', 'b.md': 'b'})
  const lockOf = () => folder.locks().find((name) => name.endsWith('.lock'))!
  const ops: Operations = {
    ...operations,
    async stage(name, ...rest) {
      await operations.stage(name, ...rest)
      const lock = path.join(folder.lockDir, 'mdbrain', lockOf())
      const owner = JSON.parse(readFileSync(lock, 'utf8'))
      writeFileSync(lock, JSON.stringify({...owner, host: 'elsewhere', token: 'abc'}))
    },
  }
  const plan = planOf({'a.md': ['a', 'a2'], 'b.md': ['b', 'b2']})
  await expect(folder.land(plan, {operations: ops})).rejects.toMatchObject({code: 'lock-held'})
  expect(folder.tree()).toEqual({'a.md': 'a', 'b.md': 'b'})
})

describe('faults of the disk', () => {
  const files = {'a.md': 'a', 'b.md': 'b', 'rooms/x/c.md': 'c'}

  /** Does not wait for the disk, of which these tests make hundreds of landings. */
  const quick: Operations = {
    ...operations,
    async stage(name, content, mode) {
      writeFileSync(name, content, {flag: 'wx', ...(mode === undefined ? {} : {mode})})
    },
    async syncFolder() {},
  }
  const plans = {
    'one file changed': planOf({'a.md': ['a', 'a2']}),
    'one file made': planOf({'new/d.md': [undefined, 'd']}),
    'one file removed': planOf({'rooms/x/c.md': ['c', undefined]}),
    'several files': planOf({
      'a.md': ['a', 'a2'],
      'b.md': ['b', undefined],
      'rooms/x/c.md': ['c', undefined],
      'new/er/d.md': [undefined, 'd'],
    }),
  }

  /** Operations of which those fail that `fails` says, counted from 1; writes fail half-way. */
  function failing(fails: (count: number) => boolean) {
    let count = 0
    const ops = Object.fromEntries(
      Object.entries(quick).map(([name, operation]) => [
        name,
        async (...args: unknown[]) => {
          if (!fails(++count)) return (operation as (...each: unknown[]) => unknown)(...args)
          if (name === 'stage') writeFileSync(args[0] as string, 'half')
          throw Object.assign(new Error('the disk is full'), {code: 'ENOSPC'})
        },
      ]),
    ) as unknown as Operations
    return {ops, count: () => count}
  }

  /** How many operations a landing of `plan` takes where none fails. */
  async function lengthOf(plan: Plan): Promise<number> {
    const {ops, count} = failing(() => false)
    await new Folder(files).land(plan, {operations: ops})
    return count()
  }

  /** The states that the brain may be in. */
  async function endsOf(plan: Plan) {
    const folder = new Folder(files)
    const before = folder.tree()
    await folder.land(plan)
    return {before, after: folder.tree()}
  }

  test.each(Object.entries(plans))('any one operation fails: %s', async (_, plan) => {
    const length = await lengthOf(plan)
    const {before, after} = await endsOf(plan)
    expect(length).toBeGreaterThan(5)
    for (let nth = 1; nth <= length; nth++) {
      const folder = new Folder(files)
      const {ops} = failing((count) => count === nth)
      const failure = await folder.land(plan, {operations: ops}).catch((error) => error)
      if (failure instanceof Error) {
        expect(failure, `operation ${nth}`).toMatchObject({code: 'write-failed'})
        expect(folder.tree(), `operation ${nth}`).toEqual(before)
      } else {
        // Only what tidies up afterwards may fail unheard: an empty folder, a journal without force.
        const tree = Object.entries(folder.tree()).filter(([, text]) => text !== '/')
        expect(tree).toEqual(Object.entries(after).filter(([, text]) => text !== '/'))
      }
      await folder.land(planOf({'later.md': [undefined, 'l']}), {operations: quick})
      expect(folder.locks(), `operation ${nth}`).toEqual([])
    }
  })

  test.each(Object.entries(plans))('the machine stops at any operation: %s', async (_, plan) => {
    const length = await lengthOf(plan)
    const {before, after} = await endsOf(plan)
    for (let nth = 1; nth <= length; nth++) {
      const folder = new Folder(files)
      const {ops} = failing((count) => nth <= count)
      await folder.land(plan, {operations: ops}).catch(() => {})
      // The next landing finds what was left and makes an end of it.
      await folder.land(planOf({'later.md': [undefined, 'l']}), {operations: quick})
      const {'later.md': later, ...tree} = folder.tree()
      expect(later).toBe('l')
      const plain = (state: Record<string, string>) =>
        Object.entries(state).filter(([, text]) => text !== '/')
      expect([plain(before), plain(after)], `operation ${nth}`).toContainEqual(plain(tree))
      expect(folder.locks(), `operation ${nth}`).toEqual([])
    }
  })

  test('what a person wrote after the crash is not taken back', async () => {
    const folder = new Folder(files)
    const plan = plans['several files']
    let isDead = false
    const {ops} = failing(() => isDead)
    const crashing: Operations = {
      ...ops,
      async replace(...names) {
        const kept = await ops.replace(...names)
        isDead = true
        return kept
      },
    }
    await expect(folder.land(plan, {operations: crashing})).rejects.toThrow('undoing')
    writeFileSync(path.join(folder.root, 'a.md'), 'by hand')
    await folder.land(planOf({'later.md': [undefined, 'l']}), {operations: quick})
    expect(folder.tree()).toMatchObject({'a.md': 'by hand', 'b.md': 'b', 'rooms/x/c.md': 'c'})
  })
})

describe('fault 62: a write never leaves the brain', () => {
  async function check(folder: Folder, name: string, code: string): Promise<void> {
    const before = folder.tree(folder.home)
    const change = {path: name as NotePath, before: undefined, after: bytes('x')}
    const landing = folder.land({changes: [change], subject: 's'})
    await expect(landing).rejects.toMatchObject({code})
    expect(folder.tree(folder.home)).toEqual(before)
  }

  const names = [
    '../x.md',
    'a/../../x.md',
    '/etc/x.md',
    'C:\\x.md',
    '.git/config',
    '.GIT/hooks/post-commit',
    'sub/.git/config',
    '.git./config',
    '.git::$INDEX_ALLOCATION/config',
    '.g\u200Cit/config',
    'GIT~1/config',
    '.brain/x.md',
    'a\0b.md',
  ]
  test.each(names)('%j', async (name) => {
    await check(new Folder({'a/b.md': 'b'}), name, 'path-outside-brain')
  })

  test('through a link to a folder or a file outside, or to nothing', async () => {
    const folder = new Folder({'a.md': 'a'})
    mkdirSync(path.join(folder.home, 'outside'))
    writeFileSync(path.join(folder.home, 'secret.md'), 's')
    symlinkSync('../outside', path.join(folder.root, 'linked'))
    symlinkSync('../secret.md', path.join(folder.root, 'secret.md'))
    symlinkSync('../nothing.md', path.join(folder.root, 'nothing.md'))
    symlinkSync('loop', path.join(folder.root, 'loop'))
    await check(folder, 'linked/x.md', 'path-outside-brain')
    await check(folder, 'linked/new/x.md', 'path-outside-brain')
    await check(folder, 'secret.md', 'path-outside-brain')
    await check(folder, 'nothing.md', 'path-outside-brain')
    await check(folder, 'loop/x.md', 'path-outside-brain')
  })

  test('a link into Git', async () => {
    const folder = new Folder({'.git/hooks/x': ''})
    symlinkSync('.git/hooks', path.join(folder.root, 'hooks'))
    await check(folder, 'hooks/post-commit', 'path-outside-brain')
  })

  test('what is no file, or may not be written', async () => {
    const folder = new Folder({'a.md': 'a', 'folder/b.md': 'b', 'locked.md': 'l'})
    chmodSync(path.join(folder.root, 'locked.md'), 0o444)
    await check(folder, 'folder', 'not-editable')
    await check(folder, 'a.md/x.md', 'not-editable')
    await check(folder, 'locked.md', 'not-editable')
  })

  test('a link to another file of the brain is followed and stays a link', async () => {
    const folder = new Folder({'real/a.md': 'a'})
    symlinkSync('real/a.md', path.join(folder.root, 'a.md'))
    const landed = await folder.land(planOf({'a.md': ['a', 'a2']}))
    expect(landed.paths).toEqual(['real/a.md'])
    expect(folder.tree()).toEqual({'a.md': '/', real: '/', 'real/a.md': 'a2'})
  })

  test('two names of one file are not both changed', async () => {
    const folder = new Folder({'real/a.md': 'a'})
    symlinkSync('real', path.join(folder.root, 'too'))
    const plan = planOf({'real/a.md': ['a', 'b'], 'too/a.md': ['a', 'c']})
    await expect(folder.land(plan)).rejects.toMatchObject({code: 'not-editable'})
    expect(folder.tree()['real/a.md']).toBe('a')
  })

  test('fault 52: a hard link to a file outside is replaced, not written through', async () => {
    const folder = new Folder({})
    writeFileSync(path.join(folder.home, 'outside.md'), 'theirs')
    linkSync(path.join(folder.home, 'outside.md'), path.join(folder.root, 'a.md'))
    await folder.land(planOf({'a.md': ['theirs', 'ours']}))
    expect(readFileSync(path.join(folder.home, 'outside.md'), 'utf8')).toBe('theirs')
  })
})

test('fault 52: a file that nobody planned for is neither overwritten nor removed', async () => {
  const folder = new Folder({'SOUL.md': 'theirs', 'notes/a.md': 'theirs', 'rooms/b.md': 'b'})
  const init = planOf({'SOUL.md': [undefined, 'template'], 'USER.md': [undefined, 'template']})
  await expect(folder.land(init)).rejects.toMatchObject({code: 'edit-conflict'})
  await folder.land(planOf({'rooms/b.md': ['b', undefined]}))
  expect(folder.tree()).toMatchObject({'SOUL.md': 'theirs', 'notes/a.md': 'theirs'})
  expect(folder.tree()).not.toHaveProperty('USER.md')
})

test('many landings at once: each is whole, and a stale plan is refused', async () => {
  const folder = new Folder({'log.md': ''})
  const append = async (line: string): Promise<void> => {
    for (;;) {
      const before = readFileSync(path.join(folder.root, 'log.md'), 'utf8')
      const failure = await folder
        .land(planOf({'log.md': [before, `${before}${line}\n`]}))
        .catch((error) => error)
      if (!(failure instanceof Error)) return
      if ((failure as {code?: string}).code !== 'edit-conflict') throw failure
    }
  }
  const lines = Array.from({length: 10}, (_, at) => `line ${at}`)
  await Promise.all(lines.map(append))
  const written = readFileSync(path.join(folder.root, 'log.md'), 'utf8').trimEnd().split('\n')
  expect(written.sort()).toEqual(lines.sort())
})
