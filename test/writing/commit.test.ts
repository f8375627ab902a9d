import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {acceptDisappearance} from '../../src/catalog/catalog.js'
import type {Scene} from '../../src/catalog/scene.js'
import {commit} from '../../src/writing/commit.js'
import type {CommitRequest, Committed} from '../../src/writing/committed.js'
import {BrainBox, refused} from './brain-box.js'

/** A key that is nobody's. */
const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`

/** Commits what waits in the box a second later. */
async function run(box: BrainBox, request: CommitRequest = {}): Promise<Committed> {
  box.tick()
  return commit(box.scene, request)
}

/** The same, and expects a commit. */
async function done(box: BrainBox, request: CommitRequest = {}): Promise<Committed> {
  const answer = await run(box, request)
  expect(answer.committed, answer.detail).toBe(headOf(box))
  return answer
}

function headOf(box: BrainBox): string {
  return box.git('rev-parse', 'HEAD').trim()
}

/** What was left out, a line each: `a.md:3: secret: …`. */
function leftOf({left}: Committed): string[] {
  return left.map(({path: file, line, why, detail}) => {
    const where = line === undefined ? file : `${file}:${line}`
    return `${where}: ${why}: ${detail}`
  })
}

/** The paths that the newest commit changed, as Git names them. */
function changedBy(box: BrainBox): string[] {
  const tokens = box.git('show', '--format=', '--name-status', '-z', '-M', 'HEAD').split('\0')
  const lines: string[] = []
  for (let at = 0; at < tokens.length - 1; ) {
    const letter = tokens[at]![0]!
    const names = tokens.slice(at + 1, at + (letter === 'R' ? 3 : 2))
    lines.push([letter, ...names].join(' '))
    at += 1 + names.length
  }
  return lines.sort()
}

/** `count` notes, `folder/n0.md` and so on. */
function notes(count: number, folder: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({length: count}, (_, at) => [`${folder}/n${at}.md`, `# Note ${at} of ${folder}\n`]),
  )
}

describe('what goes', () => {
  test('all that hands did is one commit, which says it in words', async () => {
    const box = new BrainBox({
      'MEMORY.md': '# Facts\n\n- The office is in Lyon.\n- The API is REST.\n',
      'drawers/a/b/old name.md': '# Limits\n\nA hundred a minute.\n\nNo more than that.\n',
      'notes/gone.md': 'gone\n',
      'brain.yaml': 'zone: UTC\n',
    })
    renameSync(
      path.join(box.top, 'drawers/a/b/old name.md'),
      path.join(box.top, 'drawers/a/b/new.md'),
    )
    box.write({
      'MEMORY.md':
        '# Facts\n\n- The office is in Lyon. [valid_to:: 2026-05-31]\n- The API is REST.\n- The office is in Nantes.\n- Tea, not coffee.\n',
      'notes/fresh.md': '# Fresh\n',
      'notes/gone.md': undefined,
      'brain.yaml': 'zone: Europe/Berlin\n',
    })
    const answer = await done(box)
    expect(answer.subject).toBe('edit: 1 note changed, 1 new, 1 renamed, 1 removed, brain.yaml')
    expect(box.lastMessage()).toBe(
      [
        'edit: 1 note changed, 1 new, 1 renamed, 1 removed, brain.yaml',
        '',
        '- MEMORY.md: 2 facts added, 1 ended',
        '- brain.yaml: changed',
        '- drawers/a/b/old name.md → drawers/a/b/new.md: renamed',
        '- notes/fresh.md: new',
        '- notes/gone.md: removed',
        '',
        'Brain-Recorded-At: 2026-01-01T00:00:02Z',
        'Brain-Edited-By: hand',
      ].join('\n'),
    )
    expect(box.status()).toBe('')
    expect(answer).toMatchObject({left: [], messages: []})
    expect(answer.edits.map(({kind}) => kind)).toEqual([
      'changed',
      'changed',
      'renamed',
      'new',
      'removed',
    ])
  })

  test('of one note the subject names it', async () => {
    const box = new BrainBox({'drawers/a/b/limits.md': '# Rate limits\n\nA hundred.\n'})
    box.write({'drawers/a/b/limits.md': '---\nvalid_to: 2026-03-01\n---\n# Rate limits\n\nTen.\n'})
    const {subject} = await done(box, {agent: 'claude', session: 's1'})
    expect(subject).toBe('edit: Rate limits: ended, text changed')
    expect(box.lastMessage()).toContain('Brain-Agent: claude\nBrain-Session: s1\n')
  })

  test('with nothing to do nothing is done', async () => {
    const box = new BrainBox({'a.md': 'a\n'})
    const head = headOf(box)
    expect(await run(box)).toEqual({
      committed: false,
      detail: 'nothing waits to be committed',
      edits: [],
      left: [],
      messages: [],
    })
    expect(headOf(box)).toBe(head)
  })

  test('the first commit of a repository', async () => {
    const fresh = new BrainBox({}, {git: false})
    fresh.git('init')
    fresh.write({'a.md': '# A\n', 'b.md': '# B\n'})
    const answer = await commit(sceneWithGit(fresh))
    expect(answer.subject).toBe('edit: 2 new notes')
    expect(fresh.status()).toBe('')
  })

  test('pictures, code and hidden files are not the brain’s, and stay as they are', async () => {
    const box = new BrainBox({'a.md': 'a\n', 'src/main.ts': '1\n'})
    box.write({
      'a.md': 'b\n',
      'src/main.ts': '2\n',
      'map.png': 'x',
      '.obsidian/workspace.md': 'x\n',
      'node_modules/x/README.md': 'x\n',
      'notes/.gitignore': 'private.md\n',
      'notes/private.md': 'mine\n',
    })
    const answer = await done(box)
    expect(answer.edits.map((edit) => edit.path)).toEqual(['a.md', 'notes/.gitignore'])
    expect(answer.left).toEqual([])
    expect(box.status()).toBe(
      ' M src/main.ts\n?? .obsidian/workspace.md\n?? map.png\n?? node_modules/x/README.md\n',
    )
  })

  test('in a larger repository only the brain’s own paths', async () => {
    const box = new BrainBox({'brain/a.md': 'a\n', 'README.md': 'outer\n'})
    box.write({'brain/a.md': 'b\n', 'brain/new.md': 'n\n', 'README.md': 'outer 2\n'})
    const answer = await commit(inside(box, 'brain'))
    expect(answer.edits.map((edit) => edit.path)).toEqual(['a.md', 'new.md'])
    expect(changedBy(box)).toEqual(['A brain/new.md', 'M brain/a.md'])
    expect(box.status()).toBe(' M README.md\n')
  })

  test('in a worktree, to its branch', async () => {
    const box = new BrainBox({'a.md': 'a\n'})
    box.git('worktree', 'add', '--quiet', '-b', 'side', '../side')
    writeFileSync(path.join(box.home, 'side/a.md'), 'b\n')
    const answer = await commit(await sceneAt(box, path.join(box.home, 'side')))
    expect(answer.committed).toBe(box.git('rev-parse', 'side').trim())
    expect(answer.committed).not.toBe(headOf(box))
  })

  test('paths in any script, with blanks, and like options', async () => {
    const names = ['-n.md', 'deep er/naïve 日本語 🧠.md', 'wild*[a]?.md', ':(top)x.md', 'q"uote.md']
    const box = new BrainBox({'wilda.md': '1\n'})
    box.write(Object.fromEntries(names.map((name) => [name, `# ${name}\n`])))
    const answer = await done(box)
    expect(answer.edits.map((edit) => edit.path)).toEqual([...names].sort())
    expect(box.status()).toBe('')
  })

  test('line ends that Git converts, and those that were changed', async () => {
    const box = new BrainBox({'.gitattributes': 'crlf.md text eol=crlf\n', 'a.md': '# A\n\nx\n'})
    box.write({'crlf.md': '# B\r\n\r\nx\r\n', 'a.md': '# A\r\n\r\nx\r\n'})
    const answer = await done(box)
    expect(answer.edits.map(({words}) => words)).toEqual([['line ends changed'], ['new']])
    expect(box.git('show', 'HEAD:crlf.md')).toBe('# B\n\nx\n')
    box.write({'crlf.md': '# B\r\n\r\nx\r\ny\r\n'})
    expect((await done(box)).subject).toBe('edit: B: text changed')
    expect(box.status()).toBe('')
  })

  test('a link in the brain goes as a link; one that leads out stays', async () => {
    const box = new BrainBox({'a.md': 'a\n'})
    writeFileSync(path.join(box.home, 'secret.md'), 'mine\n')
    symlinkSync('a.md', path.join(box.top, 'inner.md'))
    symlinkSync('../secret.md', path.join(box.top, 'outer.md'))
    symlinkSync('nowhere.md', path.join(box.top, 'lost.md'))
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['A inner.md'])
    expect(box.git('show', 'HEAD:inner.md')).toBe('a.md')
    expect(leftOf(answer)).toEqual([
      'lost.md: not-a-note: it is a link that leads nowhere',
      'outer.md: not-a-note: it is a link that leads out of the brain',
    ])
  })

  test('a rename with an edit is one, and Git finds it too', async () => {
    const text = `# Limits\n\n${Array.from({length: 9}, (_, at) => `Line ${at} of it.`).join('\n')}\n`
    const box = new BrainBox({'drawers/a/b/limits.md': text})
    box.write({
      'drawers/a/b/limits.md': undefined,
      'drawers/a/c/limits.md': text.replace('Line 3', 'Line three'),
    })
    const answer = await done(box)
    expect(answer.subject).toBe('edit: Limits: renamed, text changed')
    expect(changedBy(box)).toEqual(['R drawers/a/b/limits.md drawers/a/c/limits.md'])
    expect(answer.edits).toMatchObject([{from: 'drawers/a/b/limits.md', kind: 'renamed'}])
  })
})

describe('what is asked for', () => {
  test('some paths alone', async () => {
    const box = new BrainBox({'a.md': '1\n', 'notes/b.md': '1\n', 'notes/c.md': '1\n'})
    box.write({'a.md': '2\n', 'notes/b.md': '2\n', 'notes/c.md': undefined, 'x.txt': 'x'})
    const answer = await done(box, {paths: ['notes/', 'x.txt']})
    expect(changedBy(box)).toEqual(['D notes/c.md', 'M notes/b.md'])
    expect(leftOf(answer)).toEqual(['x.txt: not-a-note: it is no note: `git commit` takes it'])
    expect(box.status()).toBe(' M a.md\n?? x.txt\n')
    expect(await run(box, {paths: ['notes/b.md']})).toMatchObject({committed: false, edits: []})
    await refused(run(box, {paths: ['notes/nobody.md']}), 'unknown-name')
    await refused(run(box, {paths: ['../out.md']}), 'path-outside-brain')
  })

  test('a dry run says what would be done, and does nothing', async () => {
    const box = new BrainBox({'a.md': '# A\n'})
    box.write({'a.md': '# A\n\nmore\n', 'b.md': `${KEY}\n`})
    const head = headOf(box)
    const answer = await run(box, {dryRun: true})
    expect(answer).toMatchObject({
      committed: false,
      subject: 'edit: A: text changed',
      edits: [{path: 'a.md'}],
      left: [{path: 'b.md', why: 'secret'}],
    })
    expect(answer.why).toBeUndefined()
    expect(headOf(box)).toBe(head)
    expect(box.status()).toBe(' M a.md\n?? b.md\n')
    expect(existsSync(path.join(box.top, '.git/mdbrain'))).toBe(false)
  })
})

describe('what is left out, while the rest goes', () => {
  test('fault 45: what is staged stays staged, and goes only where it is named', async () => {
    const box = new BrainBox({'a.md': '1\n', 'b.md': '1\n', 'c.md': '1\n'})
    box.write({'a.md': 'staged\n', 'new.md': 'staged\n', 'src.txt': 'staged\n', 'b.md': '2\n'})
    box.git('add', 'a.md', 'new.md', 'src.txt')
    box.write({'c.md': 'staged\n'})
    box.git('add', 'c.md')
    box.write({'c.md': 'and changed\n'})
    const before = box.git('diff', '--cached', '--raw')
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M b.md'])
    expect(box.git('diff', '--cached', '--raw')).toBe(before)
    expect(leftOf(answer)).toEqual([
      'a.md: staged: it is staged for a commit of your own; named, it goes',
      'c.md: partly-staged: another version of it is staged: commit that, or take it back',
      'new.md: staged: it is staged for a commit of your own; named, it goes',
    ])
    await done(box, {paths: ['a.md']})
    expect(changedBy(box)).toEqual(['M a.md'])
    expect(box.status()).toBe('MM c.md\nA  new.md\nA  src.txt\n')
    expect(await run(box, {paths: ['c.md']})).toMatchObject({committed: false, why: 'left-out'})
  })

  test('fault 51: a note with conflict markers is named with its line', async () => {
    const box = new BrainBox({'a.md': 'one\n', 'b.md': 'one\n', 'c.md': 'one\n'})
    box.write({
      'a.md': 'one\n\n<<<<<<< ours\ntwo\n=======\nthree\n>>>>>>> theirs\n',
      'b.md': 'two\n',
      'c.md': '```\n<<<<<<< ours\n=======\n>>>>>>> theirs\n```\n',
    })
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M b.md', 'M c.md'])
    expect(leftOf(answer)).toEqual(['a.md:3: conflict-marker: a merge was left unfinished here'])
  })

  test('a path that Git has in conflict', async () => {
    const box = new BrainBox({'a.md': 'one\n', 'b.md': 'one\n'})
    box.write({'a.md': 'two\n'})
    box.git('stash')
    box.commit({'a.md': 'three\n'})
    expect(() => box.git('stash', 'pop')).toThrow()
    box.write({'b.md': 'two\n'})
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M b.md'])
    expect(leftOf(answer)).toEqual(['a.md: conflicted: Git has it in conflict: settle it first'])
  })

  test('fault 49: a planted key, named by note and line; one that Git has already is no reason', async () => {
    const box = new BrainBox({'a.md': 'one\n', 'b.md': `token ${KEY}\n`, 'c.md': 'one\n'})
    box.write({'a.md': `one\n\ntoken ${KEY}\n`, 'b.md': `token ${KEY}\n\nmore\n`, 'c.md': 'two\n'})
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M b.md', 'M c.md'])
    expect(leftOf(answer)).toHaveLength(1)
    expect(leftOf(answer)[0]).toMatch(/^a\.md:3: secret: what stands here looks like a secret/)
    expect(JSON.stringify(answer)).not.toContain(KEY)
    expect(box.git('log', '-p', '--', 'a.md')).not.toContain(KEY)
  })

  test('a key in the name of a note that is new', async () => {
    const box = new BrainBox({'a.md': 'one\n'})
    box.write({[`notes/${KEY}.md`]: '# Key\n', 'a.md': 'two\n'})
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M a.md'])
    expect(answer.left).toMatchObject([
      {why: 'secret', detail: expect.stringMatching(/^its name looks like/)},
    ])
    expect(answer.left[0]).not.toHaveProperty('line')
  })

  test('of a renamed note with a key neither name goes', async () => {
    const text = '# A\n\nA text of some length, so that it is known again.\nAnd more of it here.\n'
    const box = new BrainBox({'d.md': text, 'c.md': 'one\n'})
    box.write({'d.md': undefined, 'e.md': `${text}${KEY}\n`, 'c.md': 'two\n'})
    const answer = await done(box)
    expect(changedBy(box)).toEqual(['M c.md'])
    expect(leftOf(answer).map((line) => line.replace(/looks like.*/, '…'))).toEqual([
      'd.md: renamed: it is `e.md` now, which is left out',
      'e.md:5: secret: what stands here …',
    ])
  })

  test('a note that is ignored although Git knows it, and one that cannot be read', async () => {
    const box = new BrainBox({'private.md': '1\n', 'closed.md': '1\n', 'c.md': '1\n'})
    box.commit({'.gitignore': 'private.md\n'})
    box.write({'private.md': '2\n', 'closed.md': '22\n', 'c.md': '2\n'})
    chmodSync(path.join(box.top, 'closed.md'), 0)
    const answer = await done(box)
    expect(leftOf(answer)).toContain(
      'private.md: ignored: it is ignored by .gitignore, though Git knows it',
    )
    // The superuser reads everything.
    if (process.getuid?.() !== 0) {
      expect(answer.left.map(({why}) => why)).toEqual(['unreadable', 'ignored'])
    }
    expect(changedBy(box)).toContain('M c.md')
  })

  test('where nothing can go, that is said', async () => {
    const box = new BrainBox({'a.md': 'one\n'})
    const head = headOf(box)
    box.write({'a.md': `${KEY}\n`})
    expect(await run(box)).toMatchObject({committed: false, why: 'left-out', edits: []})
    expect(headOf(box)).toBe(head)
  })
})

describe('when nothing goes at all', () => {
  const unfinished: Record<string, (box: BrainBox) => void> = {
    'a merge': (box) => box.git('merge', 'side'),
    'a rebase': (box) => box.git('rebase', 'side'),
    'a cherry-pick': (box) => box.git('cherry-pick', 'side'),
    'a revert': (box) => box.git('revert', '--no-edit', 'HEAD~1'),
  }
  test.each(Object.entries(unfinished))('during %s', async (name, begin) => {
    const box = new BrainBox({'a.md': '1\n', 'b.md': '1\n'})
    box.git('branch', 'side')
    box.commit({'a.md': '2\n'})
    box.commit({'a.md': '3\n'})
    box.git('checkout', '--quiet', 'side')
    box.commit({'a.md': '4\n'})
    box.git('checkout', '--quiet', 'main')
    expect(() => begin(box)).toThrow()
    box.write({'b.md': '2\n'})
    const before = [box.status(), headOf(box)]
    expect(await run(box)).toMatchObject({
      committed: false,
      why: 'in-progress',
      detail: `${name} is in progress`,
      edits: [],
    })
    expect([box.status(), headOf(box)]).toEqual(before)
  })

  test('during a bisect', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    box.git('bisect', 'start')
    box.write({'a.md': '2\n'})
    expect(await run(box)).toMatchObject({why: 'in-progress', detail: 'a bisect is in progress'})
  })

  test('on a detached HEAD', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    box.git('checkout', '--quiet', '--detach')
    box.write({'a.md': '2\n'})
    const head = headOf(box)
    const answer = await run(box)
    expect(answer).toMatchObject({committed: false, why: 'detached'})
    expect(answer.detail).toContain('git switch -c')
    expect(headOf(box)).toBe(head)
  })

  test('without Git', async () => {
    const box = new BrainBox({'a.md': '1\n'}, {git: false})
    expect(await run(box)).toMatchObject({committed: false, why: 'no-git'})
  })

  test('where a hook refuses, with its words, and nothing is half-done', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    mkdirSync(path.join(box.top, '.git/hooks'), {recursive: true})
    const hook = path.join(box.top, '.git/hooks/pre-commit')
    writeFileSync(hook, '#!/bin/sh\necho "no commits on Sundays" >&2\nexit 1\n', {mode: 0o755})
    box.write({'a.md': '2\n', 'new.md': 'n\n'})
    const before = box.status()
    const answer = await run(box)
    expect(answer).toMatchObject({committed: false, why: 'failed', edits: []})
    expect(answer.detail).toContain('no commits on Sundays')
    expect(box.status()).toBe(before)
    rmSync(hook)
    await done(box)
  })

  test('where it cannot be signed', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    box.git('config', 'commit.gpgSign', 'true')
    box.git('config', 'gpg.program', '/bin/false')
    box.write({'a.md': '2\n', 'new.md': 'n\n'})
    const answer = await run(box)
    expect(answer).toMatchObject({committed: false, why: 'failed'})
    expect(answer.detail).toContain('failed to sign')
    expect(box.status()).toBe(' M a.md\n?? new.md\n')
  })

  test('fault 46: where the index is locked it waits, then says whose lock it is', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    box.write({'a.md': '2\n', 'new.md': 'n\n', '.git/index.lock': ''})
    const answer = await run(box)
    expect(answer).toMatchObject({committed: false, why: 'failed'})
    expect(answer.detail).toContain('.git/index.lock')
    rmSync(path.join(box.top, '.git/index.lock'))
    expect(box.status()).toBe(' M a.md\n?? new.md\n')
    await done(box)
  }, 30_000)
})

describe('fault 18: when most notes are gone', () => {
  function emptied(): BrainBox {
    const box = new BrainBox({...notes(30, 'drawers/a/b'), ...notes(5, 'drawers/c/d')})
    rmSync(path.join(box.top, 'drawers/a'), {recursive: true})
    box.write({'drawers/c/d/n0.md': '# Changed\n'})
    return box
  }

  test('nothing is committed until somebody says that it was meant', async () => {
    const box = emptied()
    const head = headOf(box)
    const answer = await run(box)
    expect(answer).toMatchObject({committed: false, why: 'mass-deletion', edits: []})
    expect(answer.detail).toContain('30 of 35 notes are gone')
    expect(headOf(box)).toBe(head)
    await done(box, {acceptDeletions: true})
    expect(changedBy(box)).toHaveLength(31)
    expect(box.status()).toBe('')
  })

  test('by `brain index --accept` too, once', async () => {
    const box = new BrainBox({...notes(30, 'drawers/a/b'), ...notes(5, 'drawers/c/d')})
    await box.memories()
    rmSync(path.join(box.top, 'drawers/a'), {recursive: true})
    expect((await run(box)).why).toBe('mass-deletion')
    await acceptDisappearance(box.scene)
    await done(box)
    expect(changedBy(box)).toHaveLength(30)

    box.commit(notes(30, 'drawers/a/b'))
    rmSync(path.join(box.top, 'drawers/a'), {recursive: true})
    expect((await run(box)).why).toBe('mass-deletion')
  })

  test('notes that were moved are not gone', async () => {
    const box = new BrainBox(notes(30, 'drawers/a/b'))
    renameSync(path.join(box.top, 'drawers/a'), path.join(box.top, 'drawers/z'))
    const answer = await done(box)
    expect(answer.subject).toBe('edit: 30 notes renamed')
  })

  test('twenty may always go', async () => {
    const box = new BrainBox(notes(20, 'drawers/a/b'))
    rmSync(path.join(box.top, 'drawers'), {recursive: true})
    expect((await done(box)).subject).toBe('edit: 20 notes removed')
  })
})

describe('what changes meanwhile', () => {
  test('a note that is saved before Git is asked is read again', async () => {
    const box = new BrainBox({'a.md': '# A\n'})
    box.write({'a.md': '# A\n\none\n'})
    let asked = 0
    const scene = withHistory(box, (history) => ({
      // HEAD is asked when the file was read already.
      read: async (...args) => {
        if (asked++ === 0) box.write({'a.md': '# A\n\none\n\ntwo\n'})
        return history.read(...args)
      },
    }))
    const answer = await commit(scene)
    expect(answer.committed).toBe(headOf(box))
    expect(asked).toBe(2)
    expect(box.git('show', 'HEAD:a.md')).toBe('# A\n\none\n\ntwo\n')
    expect(box.git('rev-list', '--count', 'HEAD').trim()).toBe('2')
  })

  test('one that is saved while Git commits goes next time, and the answer says what went', async () => {
    const box = new BrainBox({'MEMORY.md': '- One thing.\n', 'b.md': '# B\n'})
    box.write({'MEMORY.md': '- One thing.\n- Two things.\n', 'b.md': '# B\n\nmore\n'})
    const scene = withHistory(box, (history) => ({
      record: async (...args) => {
        const recorded = await history.record(...args)
        box.write({'MEMORY.md': '- One thing.\n- Two things.\n- Three.\n'})
        return recorded
      },
    }))
    const answer = await commit(scene)
    expect(answer.edits[0]).toMatchObject({path: 'MEMORY.md', words: ['1 fact added']})
    expect(box.status()).toBe(' M MEMORY.md\n')
    expect((await done(box)).subject).toBe('edit: MEMORY: 1 fact added')
  })

  test('what Git took instead is what the answer tells, a key in it above all', async () => {
    const box = new BrainBox({'MEMORY.md': '- One thing.\n'})
    box.write({'MEMORY.md': '- One thing.\n- Two things.\n'})
    const scene = withHistory(box, (history) => ({
      record: async (...args) => {
        box.write({'MEMORY.md': `- One thing.\n- Two things.\n- Three: ${KEY}\n`})
        return history.record(...args)
      },
    }))
    const answer = await commit(scene)
    expect(answer.edits).toMatchObject([{words: ['2 facts added']}])
    expect(answer.messages).toMatchObject([
      {rule: 'secret', path: 'MEMORY.md', place: {line: 3}, severity: 'error'},
    ])
    expect(answer.messages[0]!.hint).toContain('git reset --soft')
  })

  test('two at once are one commit', async () => {
    const box = new BrainBox({'a.md': '1\n'})
    box.write({'a.md': '2\n'})
    const answers = await Promise.all([commit(box.scene), commit(box.scene)])
    expect(answers.map(({committed}) => committed !== false).sort()).toEqual([false, true])
    expect(box.git('rev-list', '--count', 'HEAD').trim()).toBe('2')
  })
})

test('memory that enters a repository with a remote is announced once', async () => {
  const box = new BrainBox({'a.md': '1\n'})
  box.git('remote', 'add', 'origin', 'https://example.org/brain.git')
  box.write({'a.md': '2\n'})
  expect((await done(box)).messages).toMatchObject([{rule: 'shared-repository'}])
  box.write({'a.md': '3\n'})
  expect((await done(box)).messages).toEqual([])
})

/** The scene with some answers of its history made otherwise. */
function withHistory(
  box: BrainBox,
  other: (
    history: Awaited<ReturnType<Scene['history']>>,
  ) => Partial<Awaited<ReturnType<Scene['history']>>>,
): Scene {
  return {
    ...box.scene,
    history: async () => {
      const history = await box.scene.history()
      return {...history, ...other(history)}
    },
  }
}

/** The scene of a folder of the box that is the brain. */
function inside(box: BrainBox, folder: string): Scene {
  return {
    ...box.scene,
    root: path.join(box.top, folder),
    cacheDir: path.join(box.top, folder, '.brain'),
    history: () => box.history(folder),
  }
}

async function sceneAt(box: BrainBox, root: string): Promise<Scene> {
  const history = await box.history(path.relative(box.top, root))
  return {...box.scene, root, cacheDir: path.join(root, '.brain'), history: async () => history}
}

function sceneWithGit(box: BrainBox): Scene {
  return {...box.scene, history: () => box.history()}
}
