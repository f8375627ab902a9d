/** Writing to a brain: what is said, what is on disk, what Git has. */

import {spawn} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {CLI, Sandbox} from '../support/sandbox.js'

function brain(files: Record<string, string> = {}): Sandbox {
  const box = new Sandbox()
  box.write({'SOUL.md': 'I am.\n', 'MEMORY.md': '- The office is in Lyon.\n', ...files})
  box.commit('start')
  return box
}

/** Names in a folder, but for the user's state. */
function namesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name !== '.local')
    .sort()
}

describe('remember', () => {
  test('says what, where and that Git has it', () => {
    const box = brain()
    expect(
      box.brain(
        'remember',
        'The API is gRPC',
        '--wing',
        'atlas',
        '--room',
        'api',
        '--hall',
        'facts',
      ),
    ).toMatchInlineSnapshot(`
      "remembered drawers/atlas/api/the-api-is-grpc.md
        committed <commit>
      "
    `)
    expect(box.read('drawers/atlas/api/the-api-is-grpc.md')).toMatchInlineSnapshot(`
      "---
      title: The API is gRPC
      hall: facts
      created: 2026-11-29T09:00:04Z
      ---

      The API is gRPC
      "
    `)
    expect(box.git('log', '-1', '--format=%s%n%(trailers)')).toMatchInlineSnapshot(`
      "remember: The API is gRPC (drawers/atlas/api/the-api-is-grpc.md)
      Brain-Recorded-At: 2026-11-29T09:00:04Z

      "
    `)
    expect(box.git('status', '--porcelain')).toBe('')
  })

  test('keeps the words of standard input, byte for byte', () => {
    const box = brain()
    const text = '-hello\n---\n> quoted\n```\n\tcode\n```\n日本語\n'
    const {stdout} = box.run(['remember', '--title', 'Odd', '--json'], {input: text})
    expect(box.read(JSON.parse(stdout).id)).toContain(text)
    expect(box.run(['remember', '--', '-hello']).exit).toBe(0)
    expect(box.run(['remember', '--text', '-hello again']).exit).toBe(0)
  })

  test('a key takes the place of what was under it', () => {
    const box = brain()
    box.json('remember', 'UTC+1', '--key', 'user.timezone')
    const second = box.json('remember', 'UTC+2', '--key', 'user.timezone') as {closed: string[]}
    expect(second.closed).toHaveLength(1)
    const listed = box.json('list', '--include-past') as {
      memories: {title: string; standing: string}[]
    }
    expect(
      listed.memories
        .filter(({title}) => title.startsWith('UTC'))
        .map(({title, standing}) => `${title} ${standing}`)
        .sort(),
    ).toEqual(['UTC+1 superseded', 'UTC+2 current'])
  })

  // Put together here, so that this file holds none.
  const secret = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO2RM8bQ'].join('_')

  test('fault 49: a planted key is not written, and not said again', () => {
    const box = brain()
    const before = box.digest()
    const {exit, stdout, stderr} = box.run([
      'remember',
      `The token is ${secret}`,
      '--title',
      'A token',
    ])
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain('looks like a secret')
    expect(stderr.toLowerCase()).not.toContain(secret.slice(4).toLowerCase())
    expect(box.digest()).toBe(before)
  })

  test('fault 49: a key planted by hand is named, and never committed', () => {
    const box = brain({'drawers/a/b/one.md': '# One\n'})
    box.write({'drawers/a/b/one.md': `# One\n\nThe token is ${secret}\n`})
    const ended = box.run(['end', 'one'])
    expect(ended.stdout + ended.stderr).toMatch(/drawers\/a\/b\/one\.md/)
    expect(ended.stdout + ended.stderr).toMatch(/secret/)
    expect(ended.stdout + ended.stderr).not.toContain(secret)
    expect(box.brain('remember', 'Something else')).toContain('\n  committed <')
    expect(box.git('log', '--all', '-p')).not.toContain(secret)
    expect(box.read('drawers/a/b/one.md')).toContain(secret)
  })

  test('works without Git, and says what it lacks', () => {
    const box = new Sandbox({git: false})
    box.write({'SOUL.md': 'I am.\n'})
    expect(box.brain('remember', 'Plain')).toMatchInlineSnapshot(`
      "remembered drawers/general/notes/plain.md
        on disk, not committed: the folder is not in a Git repository
      "
    `)
  })
})

describe('log', () => {
  test('appends, and once a day with a key', () => {
    const box = brain()
    box.brain('log', 'Released atlas 2.3')
    box.brain('log', 'Green', '--key', 'nightly')
    box.brain('log', 'Green', '--key', 'nightly')
    expect(box.read('daily/2026-11-29.md')).toMatchInlineSnapshot(`
      "- 09:00 Released atlas 2.3
      - 09:00 Green [key:: nightly]
      "
    `)
  })

  test('fault 42: entries of many processes at once are all kept', async () => {
    const box = brain()
    const env = {HOME: box.home, PATH: process.env.PATH, MDBRAIN_NOW: '2026-11-29T09:00:00Z'}
    const runs = Array.from(
      {length: 8},
      (_, at) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, [CLI, 'log', `entry ${at}`], {
            cwd: box.root,
            env,
            stdio: 'ignore',
          })
          child.on('exit', resolve)
        }),
    )
    expect(await Promise.all(runs)).toEqual(runs.map(() => 0))
    const text = box.read('daily/2026-11-29.md')
    for (let at = 0; at < 8; at++) expect(text.split(`entry ${at}`)).toHaveLength(2)
    expect(box.git('status', '--porcelain')).toBe('')
  })
})

describe('keeping it true', () => {
  test('review, end, supersede', () => {
    const box = brain({
      'drawers/a/b/limits.md':
        '---\ncreated: 2026-01-01\nttl: 90d\n---\n# Limits\n\n100 a minute.\n',
    })
    expect(box.brain('review', 'limits')).toMatchInlineSnapshot(`
      "reviewed drawers/a/b/limits.md
        committed <commit>
      "
    `)
    expect(box.brain('end', 'limits', '--on', '2026-11-30')).toMatchInlineSnapshot(`
      "ended drawers/a/b/limits.md
        committed <commit>
      "
    `)
    expect(box.read('drawers/a/b/limits.md')).toMatchInlineSnapshot(`
      "---
      created: 2026-01-01
      ttl: 90d
      reviewed: 2026-11-29T09:00:04Z
      valid_to: 2026-11-30
      ---
      # Limits

      100 a minute.
      "
    `)
    expect(
      box.brain('supersede', 'MEMORY.md:1', 'The office is in Nantes.'),
    ).toMatchInlineSnapshot(`
      "superseded by MEMORY.md#^dzjwee
        closed MEMORY.md#^o8p7pq
        committed <commit>
      "
    `)
    expect(box.run(['boot']).stdout).toContain('Nantes')
    expect(box.run(['boot']).stdout).not.toContain('Lyon')
    expect(box.run(['check']).exit).toBe(0)
  })

  test('move rewrites references', () => {
    const box = brain({
      'drawers/a/b/one.md': '# First\n',
      'drawers/a/b/two.md': 'See [[one]] and [[One|it]].\n',
    })
    expect(box.brain('move', 'one', 'drawers/c/d/uno.md')).toMatchInlineSnapshot(`
      "moved to drawers/c/d/uno.md
        committed <commit>
      "
    `)
    expect(box.read('drawers/a/b/two.md')).toBe('See [[uno]] and [[uno|it]].\n')
  })

  test('forget needs consent, and says what Git still keeps', () => {
    const box = brain({'drawers/a/b/old.md': '# Old\n'})
    const before = box.digest()
    expect(box.brain('forget', 'old')).toContain('[exit 2]')
    expect(box.digest()).toBe(before)
    expect(box.brain('forget', 'old', '--yes')).toMatchInlineSnapshot(`
      "forgot drawers/a/b/old.md
        committed <commit>
      --- stderr ---
      Git still keeps it: 1 commit of this repository (git log -- drawers/a/b/old.md)
      "
    `)
    expect(fs.existsSync(path.join(box.root, 'drawers/a/b/old.md'))).toBe(false)
  })

  test('undo takes back the last change', () => {
    const box = brain()
    const before = box.digest()
    box.brain('remember', 'A slip')
    expect(box.brain('undo')).toMatchInlineSnapshot(`
      "took back drawers/general/notes/a-slip.md
        committed <commit>
      "
    `)
    expect(box.digest()).toBe(before)
    expect(box.brain('undo', 'HEAD~9')).toContain('[exit 2]')
  })
})

test('fault 45: what others staged stays staged', () => {
  const box = brain({'notes/mine.md': 'one\n'})
  box.write({'notes/mine.md': 'two\n', 'src.txt': 'staged\n'})
  box.git('add', 'src.txt', 'notes/mine.md')
  box.write({'notes/mine.md': 'three\n'})
  const before = box.git('diff', '--cached')
  for (const args of [
    ['remember', 'Something else'],
    ['log', 'And this'],
    ['end', 'MEMORY.md:1'],
    ['undo'],
  ]) {
    expect(box.run(args).exit).toBe(0)
    expect(box.git('diff', '--cached')).toBe(before)
  }
  expect(box.git('log', '--format=', '--name-only')).not.toContain('src.txt')
  expect(box.read('notes/mine.md')).toBe('three\n')
})

describe('fault 62: no name leads out of the brain', () => {
  test.each([
    ['remember', 'x', '--wing', '../../out'],
    ['remember', 'x', '--room', '/out'],
    ['move', 'one', '../out.md'],
    ['move', 'one', '/out.md'],
    ['move', 'one', 'drawers/../../out.md'],
    ['show', '../.gitconfig'],
    ['forget', '../.gitconfig', '--yes'],
    ['supersede', 'one', '--by', '../.gitconfig'],
    ['recall', '--wing', '../..'],
    ['boot', '--session', '../../.gitconfig'],
  ])('%s %s %s %s', (...args) => {
    const box = brain({'drawers/a/b/one.md': '# One\n'})
    const config = fs.readFileSync(path.join(box.home, '.gitconfig'), 'utf8')
    const ran = box.run(args.filter((word) => word !== undefined))
    expect([0, 2]).toContain(ran.exit)
    expect(namesIn(box.home)).toEqual(['.bin', '.gitconfig', 'brain'])
    expect(fs.readFileSync(path.join(box.home, '.gitconfig'), 'utf8')).toBe(config)
    expect(ran.stdout).not.toContain('ada@example.com')
    expect(box.files().every((file) => !file.includes('..'))).toBe(true)
  })

  test('nor does a link in the brain', () => {
    const box = brain()
    fs.symlinkSync('..', path.join(box.root, 'drawers'))
    const {exit} = box.run(['remember', 'x'])
    expect(exit).toBe(2)
    expect(fs.readdirSync(box.home).filter((name) => name === 'general')).toEqual([])
  })
})

test('what is refused changes nothing', () => {
  const box = brain({'drawers/a/b/one.md': '# One\n', 'drawers/a/b/two.md': '# Two\n'})
  const before = box.digest()
  const head = box.git('rev-parse', 'HEAD')
  for (const args of [
    ['remember', 'x', '--valid-from', 'soon'],
    ['remember', 'x', '--supersedes', 'nobody'],
    ['end', 'nobody'],
    ['review', 'one', 'nobody'],
    ['supersede', 'one', '--by', 'nobody'],
    ['supersede', 'one', '--by', 'one'],
    ['move', 'one', 'drawers/a/b/two.md'],
    ['forget', 'nobody', '--yes'],
    ['undo', 'nonsense'],
    ['log'],
  ]) {
    expect([args, box.run(args).exit]).toEqual([args, 2])
  }
  expect(box.digest()).toBe(before)
  expect(box.git('rev-parse', 'HEAD')).toBe(head)
})
