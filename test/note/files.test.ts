import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {walk} from '../../src/note/files.js'

let root: string

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'files-')))
})

afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(root, {recursive: true, force: true})
})

function write(files: Readonly<Record<string, string>>, folder = root): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), {recursive: true})
    fs.writeFileSync(path.join(folder, name), text)
  }
}

function paths(folder = root): string[] {
  return walk(folder).files.map((file) => file.path)
}

function said(folder = root): string[] {
  return walk(folder).messages.map(({path, severity, reason}) => `${path} ${severity}: ${reason}`)
}

describe('what is a note', () => {
  test('every .md, in any case, at any depth, in the order of their paths', () => {
    write({'b/c.md': '', 'a.md': '', 'B.MD': '', 'a/z.Md': '', 'a-b.md': '', 'x.txt': '', md: ''})
    expect(paths()).toEqual(['B.MD', 'a-b.md', 'a.md', 'a/z.Md', 'b/c.md'])
  })

  test('nothing hidden, and nothing of node_modules', () => {
    write({
      '.obsidian/note.md': '',
      '.brain/note.md': '',
      '.#a.md': '',
      '.md': '',
      'node_modules/pkg/README.md': '',
      'deep/node_modules/pkg/README.md': '',
      'note.md': '',
    })
    expect(paths()).toEqual(['note.md'])
    expect(said()).toEqual([])
  })

  test('a stat comes with each', () => {
    write({'a.md': 'four'})
    const stats = fs.statSync(path.join(root, 'a.md'))
    const {size, mtimeMs, ctimeMs, ino} = stats
    expect(walk(root).files).toEqual([{path: 'a.md', size, mtimeMs, ctimeMs, ino}])
  })

  test('fault 7: twins of space, underscore, dash and case all live', () => {
    const twins = ['api notes.md', 'api_notes.md', 'api-notes.md', 'API notes.md', 'Api-Notes.md']
    write(Object.fromEntries(twins.map((name) => [`drawers/${name}`, name])))
    expect(paths()).toEqual(twins.map((name) => `drawers/${name}`).sort())
  })

  test('the same name composed and decomposed is two files', () => {
    write({'caf\u00e9.md': '', 'cafe\u0301.md': ''})
    expect(paths()).toHaveLength(2)
  })

  test('a folder called like a note is a folder', () => {
    write({'odd.md/inner.md': ''})
    expect(paths()).toEqual(['odd.md/inner.md'])
  })

  test('a pipe called like a note is skipped, and nothing waits for it', () => {
    execFileSync('mkfifo', [path.join(root, 'pipe.md')])
    write({'a.md': ''})
    expect(paths()).toEqual(['a.md'])
    expect(said()).toEqual(['pipe.md warning: is skipped: it is not a regular file'])
  })

  test('a backslash in a name is not read as a folder', () => {
    write({'..\\..\\evil.md': '', 'a\\b.md': '', 'a.md': ''})
    expect(paths()).toEqual(['a.md'])
    expect(said()[0]).toContain('a\\b.md warning: is skipped: its name has a backslash')
  })

  test('a folder that is not there has no notes, and says so', () => {
    expect(paths(path.join(root, 'nowhere'))).toEqual([])
    expect(said(path.join(root, 'nowhere'))).toEqual(['. error: cannot be read (ENOENT)'])
  })
})

describe('.gitignore', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a file', {'.gitignore': 'b.md\n', 'a.md': '', 'b.md': '', 'c/b.md': ''}, ['a.md']],
    ['one at the root alone', {'.gitignore': '/b.md', 'b.md': '', 'c/b.md': ''}, ['c/b.md']],
    ['a folder', {'.gitignore': 'tmp/', 'tmp/a.md': '', 'x/tmp/a.md': '', 'a.md': ''}, ['a.md']],
    ['an exception', {'.gitignore': '*.md\n!keep.md', 'a.md': '', 'keep.md': ''}, ['keep.md']],
    [
      'nothing comes back out of a folder that is left out',
      {'.gitignore': 'tmp/\n!tmp/a.md', 'tmp/a.md': '', 'b.md': ''},
      ['b.md'],
    ],
    [
      'a nested file counts from where it stands',
      {'x/.gitignore': '/a.md', 'a.md': '', 'x/a.md': '', 'x/y/a.md': ''},
      ['a.md', 'x/y/a.md'],
    ],
    [
      'the nearest file decides',
      {'.gitignore': 'a.md', 'x/.gitignore': '!a.md', 'a.md': '', 'x/a.md': '', 'x/y/a.md': ''},
      ['x/a.md', 'x/y/a.md'],
    ],
    [
      'a folder brought back is brought back whole',
      {'.gitignore': 'build/', 'x/.gitignore': '!build/', 'build/a.md': '', 'x/build/a.md': ''},
      ['x/build/a.md'],
    ],
    [
      'case counts',
      {'.gitignore': 'Drafts/', 'Drafts/a.md': '', 'drafts/b.md': ''},
      ['drafts/b.md'],
    ],
    ['with CRLF and a BOM', {'.gitignore': '\uFEFFa.md\r\nb.md\r\n', 'a.md': '', 'b.md': ''}, []],
    ['a comment', {'.gitignore': '# a.md\n', 'a.md': ''}, ['a.md']],
    [
      'the brain folder of a pattern **',
      {'.gitignore': 'x/**/z.md', 'x/y/z.md': '', 'z.md': ''},
      ['z.md'],
    ],
  ])('%s', (_, files, expected) => {
    write(files)
    expect(paths()).toEqual(expected)
  })

  test('as Git itself sees it', () => {
    write({
      '.gitignore': '*.md\n!*/\n!notes/**\n/notes/private/\nlog-[0-9].md\n',
      'notes/.gitignore': 'draft*\n!draft-keep.md\n',
      'a.md': '',
      'notes/a.md': '',
      'notes/draft.md': '',
      'notes/draft-keep.md': '',
      'notes/deep/draft2.md': '',
      'notes/deep/b.md': '',
      'notes/private/c.md': '',
      'notes/log-1.md': '',
      'notes/log-x.md': '',
    })
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: root,
        encoding: 'utf8',
        env: {PATH: process.env.PATH, HOME: root},
      })
    git('init', '-q')
    const seen = git('ls-files', '-z', '--others', '--exclude-standard')
    expect(paths()).toEqual(
      seen
        .split('\0')
        .filter((name) => name.endsWith('.md'))
        .sort(),
    )
  })

  test('the repository around the brain counts', () => {
    write({
      '.git/HEAD': '',
      '.gitignore': 'secret.md\n/tools/brain/private/\n',
      'tools/.gitignore': 'brain/old.md\n',
      'tools/brain/a.md': '',
      'tools/brain/secret.md': '',
      'tools/brain/old.md': '',
      'tools/brain/private/b.md': '',
    })
    expect(paths(path.join(root, 'tools/brain'))).toEqual(['a.md'])
  })

  test('unless it leaves out the brain itself', () => {
    write({
      '.git/HEAD': '',
      '.gitignore': 'brain/\n*.md\n',
      'brain/a.md': '',
      'brain/.gitignore': 'b.md',
      'brain/b.md': '',
    })
    expect(paths(path.join(root, 'brain'))).toEqual(['a.md'])
  })

  test('what stands above the repository does not', () => {
    write({'.gitignore': '*.md', 'repo/.git/HEAD': '', 'repo/brain/a.md': ''})
    expect(paths(path.join(root, 'repo/brain'))).toEqual(['a.md'])
    expect(paths(path.join(root, 'repo'))).toEqual(['brain/a.md'])
  })
})

describe('links', () => {
  test('fault 16: a broken link is skipped with its reason, and the rest is read', () => {
    write({'a.md': '', 'z/b.md': ''})
    fs.symlinkSync('nowhere.md', path.join(root, 'gone.md'))
    fs.symlinkSync('../nowhere', path.join(root, 'm'))
    expect(paths()).toEqual(['a.md', 'z/b.md'])
    expect(said()).toEqual([
      'gone.md warning: is skipped: it is a link whose target does not exist',
      'm warning: is skipped: it is a link whose target does not exist',
    ])
  })

  test('fault 62: a link that leads out of the brain is not followed', () => {
    write({'brain/a.md': '', 'outside/b.md': '', 'brain-twin/c.md': ''})
    fs.symlinkSync('../outside', path.join(root, 'brain/folder'))
    fs.symlinkSync('../outside/b.md', path.join(root, 'brain/file.md'))
    fs.symlinkSync('../brain-twin', path.join(root, 'brain/twin'))
    fs.symlinkSync(root, path.join(root, 'brain/up'))
    expect(paths(path.join(root, 'brain'))).toEqual(['a.md'])
    expect(said(path.join(root, 'brain'))).toHaveLength(4)
  })

  test('a link to a link that leads out is not followed either', () => {
    write({'brain/a.md': '', 'outside/b.md': ''})
    fs.symlinkSync('../outside', path.join(root, 'brain/.hidden'))
    fs.symlinkSync('.hidden', path.join(root, 'brain/door'))
    expect(paths(path.join(root, 'brain'))).toEqual(['a.md'])
  })

  test('a ring ends', () => {
    write({'a/b/c.md': ''})
    fs.symlinkSync('..', path.join(root, 'a/b/up'))
    fs.symlinkSync('.', path.join(root, 'self'))
    fs.symlinkSync('ring2', path.join(root, 'ring1'))
    fs.symlinkSync('ring1', path.join(root, 'ring2'))
    expect(paths()).toEqual(['a/b/c.md'])
    expect(said()).toHaveLength(4)
  })

  test('a link inside the brain is followed once, under the real name where there is one', () => {
    write({'real/a.md': '', '.store/b.md': '', '.store/deep/c.md': '', 'notes.txt': ''})
    fs.symlinkSync('real', path.join(root, 'again'))
    fs.symlinkSync('real/a.md', path.join(root, 'a-again.md'))
    fs.symlinkSync('.store', path.join(root, 'shelf'))
    fs.symlinkSync('.store', path.join(root, 'shelf2'))
    fs.symlinkSync('notes.txt', path.join(root, 'plain.md'))
    fs.symlinkSync('notes.txt', path.join(root, 'notes-again.txt'))
    expect(paths()).toEqual(['plain.md', 'real/a.md', 'shelf/b.md', 'shelf/deep/c.md'])
    expect(said()).toEqual([
      'a-again.md info: is skipped: it is a link to `real/a.md`, which is read under that name',
      'again info: is skipped: it is a link to `real`, which is read under that name',
      'shelf2 info: is skipped: it is a link to `.store`, which is read under that name',
    ])
  })

  test('an ignored link is not ours to report', () => {
    write({'.gitignore': 'gone.md\n'})
    fs.symlinkSync('nowhere', path.join(root, 'gone.md'))
    expect(said()).toEqual([])
  })
})

describe('what the disk refuses', () => {
  test('a folder and a file are reported, and the rest is read', () => {
    write({'a.md': '', 'locked/b.md': '', 'shut.md': '', 'z.md': ''})
    const denied = Object.assign(new Error('denied'), {code: 'EACCES'})
    const {readdirSync, statSync} = fs
    vi.spyOn(fs, 'readdirSync').mockImplementation(((folder: string, options: never) => {
      if (folder.endsWith('locked')) throw denied
      return readdirSync(folder, options)
    }) as never)
    vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options: never) => {
      if (file.endsWith('shut.md')) throw denied
      return statSync(file, options)
    }) as never)
    expect(paths()).toEqual(['a.md', 'z.md'])
    expect(said()).toEqual([
      'locked error: cannot be read (EACCES, permission denied)',
      'shut.md error: cannot be read (EACCES, permission denied)',
    ])
  })
})
