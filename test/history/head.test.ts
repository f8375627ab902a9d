import {mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {readHead} from '../../src/history/head.js'
import {findRepository} from '../../src/history/repository.js'
import {GitBox} from '../support/git-box.js'

/** What `readHead` says of the box is what Git says. */
async function check(box: GitBox, folder = ''): Promise<void> {
  const root = path.join(box.top, folder)
  const repository = (await findRepository(root))!
  const asked = (...args: string[]) => {
    try {
      return box.gitIn(root, ...args).trim()
    } catch {
      return undefined
    }
  }
  const head = await readHead(repository)
  expect(head).toEqual({
    ...(asked('symbolic-ref', '-q', 'HEAD') === undefined
      ? {}
      : {branch: asked('symbolic-ref', '-q', 'HEAD')}),
    ...(asked('rev-parse', '-q', '--verify', 'HEAD') === undefined
      ? {}
      : {id: asked('rev-parse', '-q', '--verify', 'HEAD')}),
  })
  expect(repository.top).toBe(asked('rev-parse', '--show-toplevel'))
  expect(repository.prefix.replace(/\/$/, '')).toBe(
    asked('rev-parse', '--show-prefix')!.replace(/\/$/, ''),
  )
  expect(repository.commonDir).toBe(path.resolve(root, asked('rev-parse', '--git-common-dir')!))
}

describe('HEAD without Git', () => {
  const shapes: Readonly<Record<string, (box: GitBox) => string | undefined>> = {
    'a branch': () => undefined,
    'a branch with slashes': (box) => {
      box.git('checkout', '--quiet', '-b', 'a/b/ünï')
      return undefined
    },
    'a packed branch': (box) => {
      box.git('pack-refs', '--all')
      return undefined
    },
    'a packed branch that moved on': (box) => {
      box.git('pack-refs', '--all')
      box.commit({'a.md': '2'})
      return undefined
    },
    'a detached HEAD': (box) => {
      box.git('checkout', '--quiet', '--detach')
      return undefined
    },
    'a branch without a commit': (box) => {
      box.git('checkout', '--quiet', '--orphan', 'new')
      return undefined
    },
    'a folder of the repository': (box) => {
      mkdirSync(path.join(box.top, 'deep/er'), {recursive: true})
      return 'deep/er'
    },
    'a worktree': (box) => {
      box.git('worktree', 'add', '--quiet', '-b', 'side', 'tree')
      box.git('pack-refs', '--all')
      return 'tree'
    },
    'a folder of a worktree': (box) => {
      box.commit({'deep/a.md': '1'})
      box.git('worktree', 'add', '--quiet', '--detach', 'tree')
      return 'tree/deep'
    },
    'a submodule': (box) => {
      box.git('clone', '--quiet', '--bare', '.', '../bare')
      box.git('submodule', '--quiet', 'add', path.join(box.home, 'bare'), 'sub')
      return 'sub'
    },
    'a worktree of a bare repository': (box) => {
      box.git('clone', '--quiet', '--bare', '.', '../bare')
      box.gitIn(
        path.join(box.home, 'bare'),
        'worktree',
        'add',
        '--quiet',
        path.join(box.top, 'tree'),
      )
      return 'tree'
    },
    'HEAD as a symbolic link': (box) => {
      unlinkSync(path.join(box.top, '.git/HEAD'))
      symlinkSync('refs/heads/main', path.join(box.top, '.git/HEAD'))
      return undefined
    },
    'an empty .git below': (box) => {
      mkdirSync(path.join(box.top, 'deep/.git'), {recursive: true})
      return 'deep'
    },
  }
  test.each(Object.entries(shapes))('%s', async (name, shape) => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    const folder = shape(box)
    if (name === 'HEAD as a symbolic link') {
      // Git tells the branch by the link, which reading the file does not show.
      const repository = (await findRepository(box.top))!
      expect((await readHead(repository))?.id).toBe(box.git('rev-parse', 'main').trim())
    } else {
      await check(box, folder)
    }
  })

  test('a bare repository is none to commit from', async () => {
    const box = new GitBox()
    box.git('config', 'core.bare', 'true')
    expect(await findRepository(box.top)).toBeUndefined()
    expect((await box.history()).kind).toBe('none')
  })

  test('where the files are of another kind, Git is asked', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': '1'})
    // As in a repository of the reftable format; here Git itself is then at a loss.
    const file = path.join(box.top, '.git/HEAD')
    const real = readFileSync(file, 'utf8')
    writeFileSync(file, 'ref: refs/heads/.invalid\n')
    expect(await readHead((await findRepository(box.top))!)).toBeUndefined()
    writeFileSync(file, real)
    // Git reads the first word of a branch's file and passes over the rest.
    writeFileSync(path.join(box.top, '.git/refs/heads/main'), `${id}\nand more\n`)
    expect(await readHead((await findRepository(box.top))!)).toBeUndefined()
    expect(await (await box.history()).head()).toBe(id)
  })
})

describe('a machine without the git program', () => {
  test('works without history, and says what is missing where it is needed', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': '1'})
    box.env.PATH = box.home
    const history = await box.history()
    expect(history.kind).toBe('none')
    expect(await history.ages([{path: notePath('a.md'), words: '1', whole: true}])).toEqual([
      {changed: [], selective: [], committed: true},
    ])
    expect(await history.obstacle([])).toEqual({
      committed: false,
      why: 'no-git',
      detail: 'the `git` program was not found',
    })
    await expect(history.read(notePath('a.md'), id as never)).rejects.toMatchObject({
      code: 'git-missing',
    })
  })
})
