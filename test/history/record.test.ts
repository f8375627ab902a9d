import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {describe, expect, test, vi} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {openGit} from '../../src/history/git.js'
import {readHead} from '../../src/history/head.js'
import type {Recorded} from '../../src/history/history.js'
import {record} from '../../src/history/record.js'
import {findRepository} from '../../src/history/repository.js'
import {GitBox} from '../support/git-box.js'

/** Records `names` in the box and returns the answer, `ok` for a commit. */
async function check(box: GitBox, names: readonly string[], folder = ''): Promise<string> {
  const history = await box.history(folder)
  const answer = await history.record(names.map(notePath), 'remember: it', box.tick(), {})
  if (answer.committed === false) return `${answer.why}: ${answer.detail}`
  const head = box.gitIn(path.join(box.top, folder), 'rev-parse', 'HEAD')
  expect(answer.committed).toBe(head.trim())
  return 'ok'
}

/** The paths that the newest commit changed, as Git names them. */
function changedBy(box: GitBox): string[] {
  const output = box.git('show', '--format=', '--name-status', '-z', '--no-renames', 'HEAD')
  const tokens = output.split('\0').filter((token) => token !== '')
  return tokens.flatMap((token, at) => (at % 2 === 0 ? [`${token} ${tokens[at + 1]}`] : [])).sort()
}

describe('record', () => {
  test('commits a new, a changed and a removed path, and nothing else', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a', 'b.md': 'b', 'other.md': 'o'})
    box.write({'a.md': 'a2', 'b.md': undefined, 'c.md': 'c', 'other.md': 'o2', 'new.md': 'n'})
    expect(await check(box, ['a.md', 'b.md', 'c.md'])).toBe('ok')
    expect(changedBy(box)).toEqual(['A c.md', 'D b.md', 'M a.md'])
    expect(box.status()).toBe(' M other.md\n?? new.md\n')
  })

  test('makes the first commit of a repository', async () => {
    const box = new GitBox()
    box.write({'a.md': 'a', 'b.md': 'b'})
    expect(await check(box, ['a.md'])).toBe('ok')
    expect(box.status()).toBe('?? b.md\n')
  })

  test('a message has one subject, and trailers for programs', async () => {
    const box = new GitBox()
    box.write({'a.md': 'a'})
    const history = await box.history()
    const subject = `remember: ${'x'.repeat(200)}\nBrain-Agent: forged\u001B[31m`
    const agent = 'claude\nBrain-Session: forged'
    await history.record([notePath('a.md')], subject, box.tick(), {agent, session: 's1'})
    expect(box.git('log', '-1', '--format=%B').trimEnd()).toBe(
      [
        `remember: ${'x'.repeat(89)}…`,
        '',
        'Brain-Recorded-At: 2026-01-01T00:00:01Z',
        'Brain-Agent: claude Brain-Session: forged',
        'Brain-Session: s1',
      ].join('\n'),
    )
    const [revision] = await history.revisions({})
    expect(revision).toMatchObject({byBrain: true, session: 's1', author: 'Ada', paths: ['a.md']})
    expect(revision!.recorded).toBe(box.now())
  })

  test('lines below the subject are a paragraph of their own, whatever they hold', async () => {
    const box = new GitBox()
    box.write({'a.md': 'a'})
    const body = ['- a.md: new', '', 'Brain-Agent: forged', '- b\nBrain-Session: forged']
    const history = await box.history()
    await history.record([notePath('a.md')], 'edit: it', box.tick(), {byHand: true}, body)
    expect(box.git('log', '-1', '--format=%B').trimEnd()).toBe(
      [
        'edit: it',
        '',
        '- a.md: new',
        'Brain-Agent: forged',
        '- b Brain-Session: forged',
        '',
        'Brain-Recorded-At: 2026-01-01T00:00:01Z',
        'Brain-Edited-By: hand',
      ].join('\n'),
    )
    const [revision] = await history.revisions({})
    expect(revision).toMatchObject({byBrain: true, byHand: true, subject: 'edit: it'})
    expect(revision).not.toHaveProperty('agent')
  })

  test('a subject that begins with # survives', async () => {
    const box = new GitBox()
    box.write({'a.md': 'a'})
    await (await box.history()).record([notePath('a.md')], '# title', box.tick(), {})
    expect(box.git('log', '-1', '--format=%s')).toBe('# title\n')
  })

  const names = [
    '-n.md',
    '--all',
    'with space.md',
    'wild*[a]?.md',
    ':(top)x.md',
    '!x.md',
    '"quoted" \'too\'.md',
    'naïve 日本語 🧠.md',
    'tab\there.md',
    'line\nbreak.md',
    'deep/er/-x.md',
  ]
  test.each(names)('a file may be called %j', async (name) => {
    const box = new GitBox()
    box.commit({'wilda.md': '1', 'other.md': '1'})
    box.write({'wilda.md': '2', 'other.md': '2', [name]: 'new'})
    expect(await check(box, [name])).toBe('ok')
    expect(changedBy(box)).toEqual([`A ${name}`])

    box.write({[name]: 'newer'})
    expect(await check(box, [name])).toBe('ok')
    const history = await box.history()
    const [newest] = await history.revisions({path: notePath(name)})
    expect(newest!.paths).toEqual([name])
    expect(new TextDecoder().decode(await history.read(notePath(name), newest!.id))).toBe('newer')

    box.write({[name]: undefined})
    expect(await check(box, [name])).toBe('ok')
    expect(changedBy(box)).toEqual([`D ${name}`])
  })

  test('in a folder of a larger repository it touches that folder alone', async () => {
    const box = new GitBox()
    box.commit({'brain/a.md': 'a', 'a.md': 'outer'})
    box.write({'brain/a.md': 'a2', 'a.md': 'outer2'})
    box.git('add', 'a.md')
    expect(await check(box, ['a.md'], 'brain')).toBe('ok')
    expect(changedBy(box)).toEqual(['M brain/a.md'])
    expect(box.status()).toBe('M  a.md\n')
    const history = await box.history('brain')
    expect((await history.revisions({})).map(({paths}) => paths)).toEqual([['a.md'], ['a.md']])
  })

  test('in a worktree it commits to the branch of that worktree', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    box.git('worktree', 'add', '--quiet', '-b', 'side', 'tree')
    box.write({'tree/a.md': 'a2'})
    const history = await box.history('tree')
    const before = await history.head()
    const answer = await history.record([notePath('a.md')], 's', box.tick(), {})
    expect(answer.committed).toBe(box.git('rev-parse', 'side').trim())
    expect(await history.head()).toBe(answer.committed)
    expect(before).toBe(box.git('rev-parse', 'main').trim())
    expect(await history.commonDir()).toBe(path.join(box.top, '.git'))
  })

  test('on a detached HEAD it commits, and says that no branch holds it', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    box.git('checkout', '--quiet', '--detach')
    box.write({'a.md': 'a2'})
    expect(await check(box, ['a.md'])).toBe('ok')
    box.write({'a.md': 'a3'})
    const answer = await (await box.history()).record([notePath('a.md')], 's', box.tick(), {})
    expect(answer).toMatchObject({
      committed: box.git('rev-parse', 'HEAD').trim(),
      detail: expect.stringContaining('HEAD is on no branch'),
    })
  })

  test('what is as HEAD has it already is held by HEAD', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': 'a'})
    const history = await box.history()
    const answer = await history.record([notePath('a.md')], 's', box.tick(), {})
    expect(answer).toEqual({committed: id})
  })
})

describe('fault 45: what others staged stays staged', () => {
  const staged = {
    'a new file': (box: GitBox) => box.write({'theirs.md': 't'}),
    'a change': (box: GitBox) => box.write({'old.md': 'changed'}),
    'a removal': (box: GitBox) => box.write({'old.md': undefined}),
    'a rename': (box: GitBox) => box.git('mv', 'old.md', 'moved.md'),
  }
  test.each(Object.entries(staged))('%s', async (_, stage) => {
    const box = new GitBox()
    box.commit({'old.md': 'a text that is long enough to be found again', 'ours.md': 'a'})
    stage(box)
    box.git('add', '--all')
    const before = box.git('diff', '--cached', '--raw')
    box.write({'ours.md': 'b', 'new.md': 'n'})
    expect(await check(box, ['ours.md', 'new.md'])).toBe('ok')
    expect(changedBy(box)).toEqual(['A new.md', 'M ours.md'])
    expect(box.git('diff', '--cached', '--raw')).toBe(before)
  })

  const partly = {
    'a staged version and another on disk': (box: GitBox) => {
      box.write({'a.md': 'staged'})
      box.git('add', 'a.md')
      box.write({'a.md': 'ours'})
    },
    'a new file staged, then written': (box: GitBox) => {
      box.write({'b.md': 'staged'})
      box.git('add', 'b.md')
      box.write({'b.md': 'ours'})
    },
    'a removal staged, then written again': (box: GitBox) => {
      box.git('rm', '--quiet', 'a.md')
      box.write({'a.md': 'ours'})
    },
    'a version staged, then removed': (box: GitBox) => {
      box.write({'a.md': 'staged'})
      box.git('add', 'a.md')
      box.write({'a.md': undefined})
    },
  }
  test.each(Object.entries(partly))('partly staged is left alone: %s', async (_, stage) => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': 'a'})
    stage(box)
    const before = box.status()
    expect(await check(box, ['a.md', 'b.md'])).toMatch(
      /^partly-staged: another version of `[ab].md`/,
    )
    expect(box.status()).toBe(before)
    expect(box.git('rev-parse', 'HEAD').trim()).toBe(id)
  })

  test('intent to add is not a version', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    box.write({'b.md': 'b'})
    box.git('add', '--intent-to-add', 'b.md')
    expect(await check(box, ['b.md'])).toBe('ok')
  })
})

describe('obstacles', () => {
  test('an ignored path, by its name or its folder', async () => {
    const box = new GitBox()
    box.commit({'.gitignore': 'private/\n*.local.md\n'})
    box.write({'private/deep/a.md': 'a', 'b.local.md': 'b'})
    const said = /^ignored: `.*` is ignored by .gitignore$/
    expect(await check(box, ['private/deep/a.md'])).toMatch(said)
    expect(await check(box, ['b.local.md'])).toMatch(said)
    expect(box.status()).toBe('')
  })

  const unfinished: Record<string, (box: GitBox) => void> = {
    'a merge': (box) => box.git('merge', 'side'),
    'a rebase': (box) => box.git('rebase', 'side'),
    'a cherry-pick': (box) => box.git('cherry-pick', 'side'),
    'a revert': (box) => box.git('revert', '--no-edit', 'HEAD~1'),
  }
  test.each(Object.entries(unfinished))('%s in progress', async (name, begin) => {
    const box = new GitBox()
    box.commit({'a.md': '1', 'b.md': '1'})
    box.git('branch', 'side')
    box.commit({'a.md': '2'})
    box.commit({'a.md': '3'})
    box.git('checkout', '--quiet', 'side')
    box.commit({'a.md': '4'})
    box.git('checkout', '--quiet', 'main')
    expect(() => begin(box)).toThrow()
    box.write({'b.md': '2'})
    const before = box.status()
    expect(await check(box, ['b.md'])).toBe(`in-progress: ${name} is in progress`)
    expect(box.status()).toBe(before)
  })

  test('a bisect in progress', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    box.git('bisect', 'start')
    box.write({'a.md': '2'})
    expect(await check(box, ['a.md'])).toBe('in-progress: a bisect is in progress')
  })

  test('a hook that refuses is quoted, and nothing of ours stays staged', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1', 'theirs.md': '1'})
    const hook = path.join(box.top, '.git/hooks/pre-commit')
    mkdirSync(path.dirname(hook), {recursive: true})
    writeFileSync(hook, '#!/bin/sh\necho "no commits on Sundays" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    box.write({'a.md': '2', 'new.md': 'n', 'theirs.md': '2'})
    box.git('add', 'theirs.md')
    const before = box.status()
    expect(await check(box, ['a.md', 'new.md'])).toMatch(/^failed: .*no commits on Sundays/s)
    expect(box.status()).toBe(before)
  })

  test('a hook that refuses without a word made no commit either', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': '1'})
    const hook = path.join(box.top, '.git/hooks/pre-commit')
    mkdirSync(path.dirname(hook), {recursive: true})
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', {mode: 0o755})
    box.write({'a.md': '2', 'new.md': 'n'})
    expect(await check(box, ['a.md', 'new.md'])).toMatch(/^failed: .*a hook may have refused it/)
    expect(box.git('rev-parse', 'HEAD').trim()).toBe(id)
    expect(box.status()).toBe(' M a.md\n?? new.md\n')
  })

  test('a signature that cannot be made is quoted, and nothing of ours stays staged', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': '1'})
    box.git('config', 'commit.gpgSign', 'true')
    box.git('config', 'gpg.program', '/bin/false')
    box.write({'a.md': '2', 'new.md': 'n'})
    expect(await check(box, ['a.md', 'new.md'])).toMatch(/^failed: .*failed to sign/s)
    expect(box.git('rev-parse', 'HEAD').trim()).toBe(id)
    expect(box.status()).toBe(' M a.md\n?? new.md\n')
  })

  test('a path inside a nested repository fails, and is not staged', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    box.write({'inner/b.md': 'b'})
    box.gitIn(path.join(box.top, 'inner'), 'init', '--quiet')
    box.gitIn(path.join(box.top, 'inner'), 'add', '.')
    box.gitIn(path.join(box.top, 'inner'), 'commit', '--quiet', '-m', 'x')
    const said = /^failed: (?:`inner\/?` is a repository of its own|Git does not look at `inner)/
    expect(await check(box, ['inner/b.md'])).toMatch(said)
    expect(box.git('diff', '--cached', '--name-only')).toBe('')

    box.git('submodule', '--quiet', 'add', './inner', 'inner')
    box.git('commit', '--quiet', '-m', 'with a submodule')
    box.write({'inner/b.md': 'b2'})
    expect(await check(box, ['inner/b.md'])).toMatch(said)
    expect(await check(box, ['b.md'], 'inner')).toMatch('ok')
  })

  test('without a name Git knows, it is committed under mdbrain, and said', async () => {
    const box = new GitBox()
    box.configure('[user]\nuseConfigOnly = true\n')
    box.write({'a.md': 'a'})
    const answer = await (await box.history()).record([notePath('a.md')], 's', box.tick(), {})
    expect(answer).toMatchObject({detail: expect.stringContaining('mdbrain@localhost')})
    expect(box.git('log', '-1', '--format=%an <%ae> %cn')).toBe(
      'mdbrain <mdbrain@localhost> mdbrain\n',
    )
  })
})

describe('fault 46: a held index.lock', () => {
  /** Records with a clock that does not wait; `onPause` sees each pause. */
  async function recordIn(box: GitBox, onPause: (pause: number) => void): Promise<Recorded> {
    const repository = (await findRepository(box.top))!
    const recorder = {
      repository,
      git: openGit(repository, box.env),
      head: async () => (await readHead(repository))!,
      sleep: async (pause: number) => onPause(pause),
    }
    return record(recorder, [notePath('a.md'), notePath('new.md')], 's', box.tick(), {})
  }

  test('waits, then says whose lock it is, with nothing half-done', async () => {
    const box = new GitBox()
    const {id} = box.commit({'a.md': '1'})
    box.write({'a.md': '2', 'new.md': 'n', '.git/index.lock': ''})
    const pauses: number[] = []
    const answer = await recordIn(box, (pause) => pauses.push(pause))
    expect(answer).toMatchObject({committed: false, why: 'failed'})
    expect((answer as {detail: string}).detail).toContain(path.join(box.top, '.git/index.lock'))
    expect(pauses.length).toBeGreaterThan(3)
    expect(existsSync(path.join(box.top, '.git/index.lock'))).toBe(true)
    rmSync(path.join(box.top, '.git/index.lock'))
    expect(box.git('rev-parse', 'HEAD').trim()).toBe(id)
    expect(box.status()).toBe(' M a.md\n?? new.md\n')
  })

  test('commits once the lock is gone', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    box.write({'a.md': '2', 'new.md': 'n', '.git/index.lock': ''})
    const answer = await recordIn(box, () => {
      if (existsSync(path.join(box.top, '.git/index.lock')))
        box.write({'.git/index.lock': undefined})
    })
    expect(answer.committed).toBe(box.git('rev-parse', 'HEAD').trim())
    expect(box.status()).toBe('')
  })
})

describe('a person who has the message of a commit in his editor', () => {
  test('loses the race, and nothing else', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a'})
    box.write({'mine.txt': 'mine', 'a.md': 'a2', 'b.md': 'b'})
    box.git('add', 'mine.txt')
    const editor = path.join(box.home, 'editor.sh')
    const [opened, go] = ['opened', 'go'].map((name) => path.join(box.home, name)) as [
      string,
      string,
    ]
    const script = `#!/bin/sh\ntouch '${opened}'\nwhile [ ! -e '${go}' ]; do sleep 0.02; done\nprintf 'long thought of\\n' > "$1"\n`
    writeFileSync(editor, script, {mode: 0o755})
    const child = spawn('git', ['commit'], {
      cwd: box.top,
      env: {...box.env, GIT_EDITOR: editor},
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await vi.waitFor(() => expect(existsSync(opened)).toBe(true), {timeout: 10_000, interval: 10})
    const message = path.join(box.top, '.git/COMMIT_EDITMSG')
    const [text, {mtimeMs}] = [readFileSync(message, 'utf8'), statSync(message)]
    expect(await check(box, ['a.md'])).toBe('ok')
    // The editor still has what it was given.
    expect(readFileSync(message, 'utf8')).toBe(text)
    expect(statSync(message).mtimeMs).toBeCloseTo(mtimeMs, 0)
    writeFileSync(go, '')
    await ended
    expect(box.status()).toBe('A  mine.txt\n?? b.md\n')
    // What they wrote outlives the next commit, and is there to be used.
    expect(await check(box, ['b.md'])).toBe('ok')
    box.git('commit', '-F', message)
    expect(box.git('log', '--format=%s').split('\n').slice(0, 3)).toEqual([
      'long thought of',
      'remember: it',
      'remember: it',
    ])
    expect(box.status()).toBe('')
  })
})

describe('more paths than a system takes as arguments', () => {
  const patience = {timeout: 120_000}
  const folder = Array.from({length: 10}, (_, at) => `${at}`.repeat(190)).join('/')
  const names = Array.from({length: 1150}, (_, at) => `brain/${folder}/n${at}.md`)
  const inBrain = names.map((name) => name.slice('brain/'.length))

  function boxOf() {
    expect(Buffer.byteLength(names.join(' '))).toBeGreaterThan(2 * 1024 * 1024)
    const box = new GitBox()
    const files = Object.fromEntries(names.map((name) => [name, `${name.length}\n`]))
    box.write({...files, 'theirs.md': 't', 'brain/other.md': 'o', 'brain/sub/in.md': 'i'})
    box.git('init', 'brain/sub')
    return box
  }

  test('are committed as one, and others are not', patience, async () => {
    const box = boxOf()
    expect(await check(box, inBrain, 'brain')).toBe('ok')
    expect(box.git('show', '--format=', '--shortstat')).toContain(`${names.length} files changed`)
    expect(box.status()).toBe('?? brain/other.md\n?? brain/sub/\n?? theirs.md\n')
    // There is nothing left to commit; then one is changed, and one gone.
    expect(await check(box, inBrain, 'brain')).toBe('ok')
    box.write({[names[0]!]: 'changed', [names[1]!]: undefined})
    expect(await check(box, inBrain, 'brain')).toBe('ok')
    expect(changedBy(box)).toEqual([`D ${names[1]}`, `M ${names[0]}`])
    box.write({[names[3]!]: 'staged'})
    box.git('add', names[3]!)
    box.write({[names[3]!]: 'another'})
    expect(await check(box, inBrain, 'brain')).toMatch(/^partly-staged: /)
    expect(readdirSync(path.join(box.top, '.git/mdbrain'))).toEqual([])
  })

  test('leave nothing staged where a hook refuses', patience, async () => {
    const box = boxOf()
    mkdirSync(path.join(box.top, '.git/hooks'), {recursive: true})
    const hook = path.join(box.top, '.git/hooks/pre-commit')
    writeFileSync(hook, '#!/bin/sh\necho not today >&2\nexit 1\n', {mode: 0o755})
    expect(await check(box, inBrain, 'brain')).toMatch(/^failed: not today/)
    expect(box.git('ls-files')).toBe('')
    rmSync(hook)
    expect(await check(box, inBrain, 'brain')).toBe('ok')
  })
})
