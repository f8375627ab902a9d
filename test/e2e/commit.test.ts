/** What was edited by hand, committed in words. */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`

function brain(): Sandbox {
  const box = new Sandbox()
  box.write({
    'SOUL.md': 'I am.\n',
    'MEMORY.md': '# Facts\n\n- The office is in Lyon.\n',
    'drawers/atlas/api/limits.md': '# Rate limits\n\nA hundred a minute.\n',
  })
  box.commit('start')
  return box
}

test('all that waits goes as one commit, and is told in words', () => {
  const box = brain()
  box.write({
    'MEMORY.md':
      '# Facts\n\n- The office is in Lyon. [valid_to:: 2026-05-31]\n- It is in Nantes.\n',
    'notes/naïve 🧠.md': '# New\n',
  })
  fs.renameSync(
    path.join(box.root, 'drawers/atlas/api/limits.md'),
    path.join(box.root, 'drawers/atlas/rate limits.md'),
  )
  expect(box.brain('commit', '--dry-run')).toMatchInlineSnapshot(`
    "would commit 3 files
      edit: 1 note changed, 1 new, 1 renamed
        MEMORY.md: 1 fact added, 1 ended
        drawers/atlas/api/limits.md → drawers/atlas/rate limits.md: renamed
        notes/naïve 🧠.md: new
    "
  `)
  expect(box.git('status', '--porcelain')).not.toBe('')
  expect(box.brain('commit')).toMatchInlineSnapshot(`
    "committed <commit>
      edit: 1 note changed, 1 new, 1 renamed
        MEMORY.md: 1 fact added, 1 ended
        drawers/atlas/api/limits.md → drawers/atlas/rate limits.md: renamed
        notes/naïve 🧠.md: new
    "
  `)
  expect(box.git('log', '-1', '--format=%B')).toMatchInlineSnapshot(`
    "edit: 1 note changed, 1 new, 1 renamed

    - MEMORY.md: 1 fact added, 1 ended
    - drawers/atlas/api/limits.md → drawers/atlas/rate limits.md: renamed
    - notes/naïve 🧠.md: new

    Brain-Recorded-At: 2026-11-29T09:00:06Z
    Brain-Edited-By: hand

    "
  `)
  expect(box.git('status', '--porcelain')).toBe('')
  expect(box.brain('commit')).toBe('nothing waits to be committed\n')
})

test('what may not go is named, and the rest goes', () => {
  const box = brain()
  box.write({
    'SOUL.md': 'I am still.\n',
    'MEMORY.md': '# Facts\n\n<<<<<<< ours\n- Lyon.\n=======\n- Nantes.\n>>>>>>> theirs\n',
    'notes/keys.md': `# Keys\n\ntoken ${KEY}\n`,
    'notes/staged.md': 'Staged.\n',
  })
  box.git('add', 'notes/staged.md')
  const printed = box.brain('commit')
  expect(printed).toMatchInlineSnapshot(`
    "committed <commit>
      edit: SOUL: text changed
        SOUL.md: text changed
    --- stderr ---
    left out: MEMORY.md:3: a merge was left unfinished here
    left out: notes/keys.md:3: what stands here looks like a secret (GITHUB TOKEN)
    left out: notes/staged.md: it is staged for a commit of your own; named, it goes
    [exit 1]
    "
  `)
  expect(printed).not.toContain(KEY)
  expect(box.git('status', '--porcelain')).toBe(
    ' M MEMORY.md\nA  notes/staged.md\n?? notes/keys.md\n',
  )
  // What is wrong with one note is nobody else's trouble.
  expect(box.run(['boot']).exit).toBe(0)
})

test('what is staged is left to its owner, and is no failure', () => {
  const box = brain()
  box.write({'notes/staged.md': 'Staged.\n'})
  box.git('add', 'notes/staged.md')
  const ran = box.run(['commit'])
  expect([ran.exit, ran.stderr]).toEqual([
    0,
    'left out: notes/staged.md: it is staged for a commit of your own; named, it goes\n',
  ])
  expect(box.brain('commit', 'notes/staged.md')).toContain('edit: staged: new')
})

test('during a merge and on no branch nothing goes', () => {
  const box = brain()
  box.git('checkout', '--quiet', '--detach')
  box.write({'SOUL.md': 'I am still.\n'})
  expect(box.brain('commit')).toMatchInlineSnapshot(`
    "not committed: HEAD is on no branch, so that the next checkout would leave the commit behind: \`git switch -c NAME\` makes one
    [exit 1]
    "
  `)
  box.git('checkout', '--quiet', 'main')
  fs.writeFileSync(path.join(box.root, '.git/MERGE_HEAD'), box.git('rev-parse', 'HEAD'))
  expect(box.brain('commit')).toMatchInlineSnapshot(`
    "not committed: a merge is in progress
    [exit 1]
    "
  `)
  expect(box.json('commit')).toMatchObject({committed: false, why: 'in-progress', edits: []})
  expect(box.git('log', '--format=%s')).toBe('start\n')
})

test('undo passes over what a hand did', () => {
  const box = brain()
  box.run(['log', 'A slip'])
  box.write({'SOUL.md': 'I am still.\n'})
  expect(box.run(['commit']).exit).toBe(0)
  expect(box.brain('undo')).toContain('took back daily/2026-11-29.md')
  expect(box.read('SOUL.md')).toBe('I am still.\n')
})

describe('whether it is done by itself', () => {
  test('is said to `commit`, kept outside the brain, and shown by status', () => {
    const box = brain()
    const before = box.digest()
    box.write({'SOUL.md': 'I am still.\n'})
    expect(box.run(['status']).stdout).toContain('1 file not committed; 1 for `brain commit`')
    expect(box.brain('commit', '--when-quiet', 'yes')).toMatchInlineSnapshot(`
      "hand edits are committed by \`brain watch\`, when it is quiet: ~/brain
      "
    `)
    expect(box.run(['status']).stdout).toContain('1 for `brain watch`, when it is quiet')
    expect(box.git('log', '--format=%s')).toBe('start\n')
    box.write({'SOUL.md': 'I am.\n'})
    expect(box.digest()).toBe(before)
    expect(box.json('commit', '--when-quiet', 'no')).toEqual({root: box.root, when_quiet: false})
    expect(box.json('status')).toMatchObject({git: {edits: 0, when_quiet: false}})
  })

  test('is said alone', () => {
    const box = brain()
    expect(box.run(['commit', '--when-quiet', 'yes', 'SOUL.md']).exit).toBe(2)
    expect(box.run(['commit', '--when-quiet', 'perhaps']).exit).toBe(2)
  })

  test('is said to `init`, and is no where nobody is asked', () => {
    const box = new Sandbox({git: false})
    expect(box.json('init', 'one')).toMatchObject({when_quiet: false})
    expect(box.json('init', 'two', '--commit-edits')).toMatchObject({when_quiet: true})
    expect(box.json('init', 'two')).toMatchObject({when_quiet: true, changed: false})
    expect(box.json('init', 'two', '--no-commit-edits')).toMatchObject({when_quiet: false})
    expect(box.json('init', 'three', '--no-git', '--commit-edits')).toMatchObject({
      when_quiet: false,
    })
    expect(box.run(['init', 'one', '--commit-edits', '--no-commit-edits']).exit).toBe(2)
  })

  test('goes with the brain', () => {
    const box = brain()
    box.run(['commit', '--when-quiet', 'yes'])
    expect(box.brain('uninstall', '--yes')).toContain('the consent to commit hand edits')
    expect(box.json('status')).toMatchObject({git: {when_quiet: false}})
  })
})

test('without Git it says so', () => {
  const box = new Sandbox({git: false})
  box.write({'SOUL.md': 'I am.\n'})
  expect(box.brain('commit')).toBe(
    'not committed: the folder is not in a Git repository\n[exit 1]\n',
  )
  expect(box.run(['commit', '--when-quiet', 'yes']).exit).toBe(2)
})

test('most of the notes gone: nothing goes until that is meant', () => {
  const box = brain()
  const notes = Array.from({length: 40}, (_, at) => [`drawers/a/b/n${at}.md`, `# Note ${at}\n`])
  box.write(Object.fromEntries(notes))
  box.commit('many')
  fs.rmSync(path.join(box.root, 'drawers/a'), {recursive: true})
  expect(box.brain('commit')).toMatchInlineSnapshot(`
    "not committed: 40 of 43 notes are gone from the disk (\`drawers/a/b/n0.md\`, \`drawers/a/b/n1.md\`, \`drawers/a/b/n10.md\`, …): see that it is all there, or say that it was meant with \`brain commit --accept-deletions\`
    [exit 1]
    "
  `)
  expect(box.brain('commit', '--accept-deletions')).toContain('edit: 40 notes removed')
  expect(box.git('status', '--porcelain')).toBe('')
})
