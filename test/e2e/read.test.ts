/** Reading a brain, and what is odd in one. */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

function smallBrain(): Sandbox {
  const box = new Sandbox()
  box.write({
    'SOUL.md': '# Soul\n\nI keep the books of a small ship.\n',
    'MEMORY.md': [
      '# Facts',
      '',
      '- The ship is called Ada. [importance:: 0.9]',
      '- The harbour is Brest. [valid_to:: 2026-06-30]',
      '- The harbour is Nantes. [valid_from:: 2026-07-01] [key:: ship.harbour]',
      '- The cook is Jules. [created:: 2026-01-01] [ttl:: 90d]',
      '- The ship sails to Cork. [valid_from:: 2027-03-01]',
      '',
    ].join('\n'),
    'drawers/ship/engine/oil.md':
      '---\ntitle: Oil\ncreated: 2026-11-20\nttl: 30d\ntags: [engine]\n---\nThe engine takes 10W-40.\n',
    'daily/2026-11-28.md': '# 2026-11-28\n\n- 09:40 Painted the hull.\n',
  })
  box.commit('a ship')
  return box
}

describe('boot', () => {
  test('carries what holds', () => {
    const {stdout, stderr, exit} = smallBrain().run(['boot'])
    expect([stderr, exit]).toEqual(['', 0])
    expect(stdout).toContain('The ship is called Ada.')
    expect(stdout).toContain('The harbour is Nantes.')
    expect(stdout).toContain('Painted the hull.')
    for (const left of ['Brest', 'Jules', 'Cork']) expect(stdout).not.toContain(left)
  })

  test('as things stood then', () => {
    const {stdout} = smallBrain().run(['boot', '--held-at', '2026-03-31'])
    expect(stdout).toContain('The harbour is Brest.')
    expect(stdout).toContain('The cook is Jules.')
    expect(stdout).not.toContain('Nantes')
  })

  test('gives an account that adds up', () => {
    const json = smallBrain().json('boot') as {
      tokens: number
      budget: number
      layers: {tokens: number}[]
      ledger: {source: string; carried: boolean; reason: string}[]
    }
    expect(json.tokens).toBeLessThanOrEqual(json.budget)
    const reasonOf = (source: string) =>
      json.ledger.find((line) => line.source.startsWith(source))?.reason
    expect(['MEMORY.md:3', 'MEMORY.md:4', 'MEMORY.md:6', 'MEMORY.md:7'].map(reasonOf)).toEqual([
      'carried',
      'lapsed',
      'stale',
      'upcoming',
    ])
    expect(json.ledger.every(({carried, reason}) => carried === (reason === 'carried'))).toBe(true)
  })

  test('the same question has the same bytes for an answer, warm or cold, in any zone', () => {
    const box = smallBrain()
    const [first, second, elsewhere] = [
      box.run(['boot', '--held-at', '2026-11-29']),
      box.run(['boot', '--held-at', '2026-11-29']),
      box.run(['boot', '--held-at', '2026-11-29', '--brain', 'brain'], {
        from: '.',
        env: {TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8'},
      }),
    ]
    fs.rmSync(path.join(box.root, '.brain'), {recursive: true, force: true})
    const rebuilt = box.run(['boot', '--held-at', '2026-11-29'])
    expect(new Set([first, second, elsewhere, rebuilt].map(({stdout}) => stdout)).size).toBe(1)
  })

  test('fault 54: what was cut is said in every output', () => {
    const box = smallBrain()
    const books = Array.from({length: 100}, (_, at) => `I keep book ${at} of a small ship.\n\n`)
    box.write({'SOUL.md': `# Soul\n\n${books.join('')}`})
    for (const args of [
      ['boot'],
      ['boot', '--json'],
      ['boot', '--for', 'claude-code'],
      ['boot', '--budget', '300'],
    ]) {
      expect(box.run(args).stdout).toMatch(/brain (?:show|boot)/)
    }
    expect(box.run(['boot', '--explain']).stdout).toContain('over budget')
  })

  test('fault 58: transcripts and machine state never come into it', () => {
    const box = smallBrain()
    box.write({
      'sessions/s1.md': '# s1\n\n- a turn of a session\n',
      'transcripts/t.md': 'user: a transcript\n',
      '.state/x.md': 'state of a machine\n',
    })
    expect(box.run(['boot']).stdout).not.toMatch(/a turn of|a transcript|state of a machine/)
  })

  test('with a budget below the notice it is empty, and says so beside it', () => {
    expect(smallBrain().brain('boot', '--budget', '0')).toMatchInlineSnapshot(`
      "--- stderr ---
      the text is empty: a budget of 0 tokens has no room for the notice of what was left out
        hint: give it more, \`--budget 900\`
      "
    `)
  })

  test('and recall change nothing', () => {
    const box = smallBrain()
    const before = box.digest()
    box.run(['boot'])
    expect(box.run(['recall', '--wing', 'ship']).stdout).toContain('10W-40')
    expect(box.brain('recall')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: \`brain recall\` needs \`--wing\`
        hint: for example \`brain recall --wing atlas\`; \`brain list\` shows which there are
      [exit 2]
      "
    `)
    expect(box.digest()).toBe(before)
    expect(box.git('status', '--porcelain')).toBe('')
  })
})

describe('list, show, status, stale', () => {
  test('list', () => {
    const box = smallBrain()
    expect(box.brain('list')).toMatchInlineSnapshot(`
      "current  Facts                    MEMORY.md
      current  The ship is called Ada.  MEMORY.md#1
      current  The harbour is Nantes.   MEMORY.md#3
      stale    The cook is Jules.       MEMORY.md#4
      current  Soul                     SOUL.md
      current  2026-11-28               daily/2026-11-28.md
      current  Oil                      drawers/ship/engine/oil.md
      --- stderr ---
      7 memories
      "
    `)
    expect(box.brain('list', '--standing', 'lapsed')).toMatchInlineSnapshot(`
      "lapsed  The harbour is Brest.  MEMORY.md#2
      --- stderr ---
      1 memory
      "
    `)
    expect(box.brain('list', '--wing', 'shi')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: there is no wing \`shi\` in the brain
        hint: did you mean \`ship\`?
      [exit 2]
      "
    `)
  })
  test('show', () => {
    const box = smallBrain()
    expect(box.brain('show', 'Oil')).toMatchInlineSnapshot(`
      "---
      title: Oil
      created: 2026-11-20
      ttl: 30d
      tags: [engine]
      ---
      The engine takes 10W-40.
      --- stderr ---
      drawers/ship/engine/oil.md
        current, trusted until 2026-12-20
        <commit> 2026-11-29 a ship
      "
    `)
    expect(box.brain('show', 'ship.harbour')).toMatchInlineSnapshot(`
      "- The harbour is Nantes. [valid_from:: 2026-07-01] [key:: ship.harbour]
      --- stderr ---
      MEMORY.md#3
        current
        <commit> 2026-11-29 a ship
      "
    `)
    expect(box.brain('show', 'Oill')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: nothing in the brain is called \`Oill\`
        hint: did you mean \`oil\`?
      [exit 2]
      "
    `)
  })
  test('status', () => {
    const box = smallBrain()
    box.write({'drawers/ship/engine/new.md': 'New.\n'})
    expect(box.brain('status')).toMatchInlineSnapshot(`
      "brain     ~/brain
      notes     5 in 1 wing and 1 room (zone UTC, by default)
      memories  8 current, 1 stale, 1 upcoming, 1 lapsed
      check     all well
      hooks     may not load it until \`brain trust\`
      index     none yet: the first search makes it
      watcher   none: every command looks for itself (brain watch)
      git       1 file not committed; 1 for \`brain commit\`
                new drawers/ship/engine/new.md
      "
    `)
  })
  test('stale', () => {
    expect(smallBrain().brain('stale', '--within', '30d')).toMatchInlineSnapshot(`
      "The cook is Jules.
        stale for 7 months  MEMORY.md#4
      Oil
        stale in 20 days  drawers/ship/engine/oil.md
      --- stderr ---
      1 memory stale, 1 more within 30d
      "
    `)
  })
  test('config list', () => {
    const box = smallBrain()
    box.write({'brain.yaml': 'zone: Europe/Paris\nboot:\n  budget: 900\n'})
    expect(box.json('config', 'list')).toMatchObject({
      settings: expect.arrayContaining([
        {key: 'boot.budget', value: 900, default: 1500, origin: 'brain.yaml'},
      ]),
    })
    expect(box.run(['config', 'list']).stdout).toMatch(
      /^boot\.budget +900 +\(brain\.yaml; default 1500\)$/m,
    )
  })
})

describe('a brain with trouble in it', () => {
  test('check points at the line', () => {
    const box = new Sandbox()
    box.write({'SOUL.md': 'I am.\n', 'facts/office.md': '---\nvalid_to: next tuesday\n---\nLyon\n'})
    box.commit('office')
    expect(box.brain('check')).toMatchInlineSnapshot(`
      "2 notes: 1 error, 0 warnings
      --- stderr ---
      facts/office.md:2:11: error: \`valid_to\` is \`next tuesday\`, which is not a date [unreadable-date]
        hint: write a day (\`2026-03-31\`) or an instant with a zone (\`2026-03-31T09:00Z\`)
      [exit 1]
      "
    `)
  })

  test('still boots, and says what it skipped', () => {
    const box = smallBrain()
    box.write({
      'drawers/ship/engine/broken.md': '---\nvalid_to: next tuesday\n---\nBroken.\n',
      'drawers/ship/engine/conflict.md': '<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> other\n',
      'drawers/ship/engine/yaml.md': '---\na: [\n---\nBad frontmatter.\n',
      'drawers/ship/engine/binary.md': new Uint8Array([0, 1, 2, 0xff]),
    })
    fs.symlinkSync('..', path.join(box.root, 'drawers/loop'))
    fs.symlinkSync('/etc', path.join(box.root, 'drawers/outside'))
    fs.symlinkSync('gone.md', path.join(box.root, 'drawers/gone.md'))
    const {stdout, stderr, exit} = box.run(['boot'])
    expect(exit).toBe(0)
    expect(stdout).toContain('The ship is called Ada.')
    expect(stdout).not.toMatch(/Broken\.|Ours\.|Theirs\./)
    expect(stderr).toContain('drawers/ship/engine/broken.md:2:11: error:')
    expect(stderr).toContain('drawers/ship/engine/conflict.md:1:1: error:')

    const check = box.run(['check'])
    expect(check.exit).toBe(1)
    for (const file of ['broken.md', 'conflict.md', 'yaml.md', 'binary.md']) {
      expect(check.stderr).toContain(`drawers/ship/engine/${file}`)
    }
  })

  // Root reads what nobody may.
  test.skipIf(process.getuid?.() === 0)('an unreadable file is said, and hides no other', () => {
    const box = smallBrain()
    fs.chmodSync(path.join(box.root, 'drawers/ship/engine/oil.md'), 0)
    expect(box.run(['boot']).stdout).toContain('The ship is called Ada.')
    expect(box.run(['check']).stderr).toContain('drawers/ship/engine/oil.md')
  })

  test('a place where nothing may be written is read all the same', () => {
    const box = smallBrain()
    box.write({'.brain': 'not a folder\n'})
    expect(box.run(['boot']).stdout).toContain('The ship is called Ada.')
    expect(box.read('.brain')).toBe('not a folder\n')
  })

  test('broken caches are built again', () => {
    const box = smallBrain()
    const good = box.run(['boot', '--held-at', '2026-11-29']).stdout
    const cache = path.join(box.root, '.brain')
    const files = fs
      .readdirSync(cache, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile() && entry.name !== '.gitignore')
      .map((entry) => path.join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) fs.writeFileSync(file, '{"half')
    expect(box.run(['boot', '--held-at', '2026-11-29'])).toEqual({
      stdout: good,
      stderr: '',
      exit: 0,
    })
  })
})
