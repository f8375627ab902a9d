import {symlinkSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {boot, recall} from '../../src/boot/boot.js'
import type {BootContext} from '../../src/boot/context.js'
import {BrainBox} from './scene.js'

/** The carried places of a layer, in the order of rank. */
function carried({ledger}: BootContext, layer: string): string[] {
  return ledger.filter((line) => line.layer === layer && line.carried).map(({source}) => source)
}

function allowanceOf({layers}: BootContext, layer: string): number {
  return layers.find(({name}) => name === layer)!.allowance
}

const drawer = (text: string, fields: Record<string, unknown> = {}) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\n${text}\n`

describe('facts', () => {
  test('are carried by weight and rendered in the order of the file', async () => {
    using box = new BrainBox({
      'MEMORY.md': [
        '- Light. [importance:: 0.2]',
        '- Pinned. [pinned:: true] [importance:: 0.1]',
        '- Weighty. [importance:: 0.9]',
        '- Usual.',
        '',
      ].join('\n'),
    })
    const context = await boot(box.scene())
    expect(carried(context, 'facts')).toEqual([2, 3, 4, 1].map((line) => `MEMORY.md:${line}`))
    expect(context.text).toMatch(/1: Light.*2: Pinned.*3: Weighty.*4: Usual/s)
  })

  test('half the importance costs as much as a half-life of age', async () => {
    using box = new BrainBox({
      'brain.yaml': 'boot:\n  half_life: 30\n',
      'MEMORY.md': [
        '- Old, twice as weighty. [importance:: 0.8] [valid_from:: 2026-01-01]',
        '- 29 days newer. [importance:: 0.4] [valid_from:: 2026-01-30]',
        '- 31 days newer. [importance:: 0.4] [valid_from:: 2026-02-01]',
        '- Reviewed of late, which adds nothing. [importance:: 0.4] [valid_from:: 2026-01-01] [reviewed:: 2026-11-01]',
        '',
      ].join('\n'),
    })
    const context = await boot(box.scene())
    expect(carried(context, 'facts')).toEqual([3, 1, 2, 4].map((line) => `MEMORY.md:${line}`))
  })

  test('headings stand once, and over what stands under them', async () => {
    using box = new BrainBox({
      'MEMORY.md': '# Memory\n\n## A\n\n- one\n\n## B\n\n- two\n\n## A\n\n- three\n\nloose\n',
    })
    const {text} = await boot(box.scene())
    expect(text).toContain(
      '# Facts\n## A\nMEMORY.md:5: one\nMEMORY.md:13: three\nMEMORY.md:15: loose\n## B\nMEMORY.md:9: two\n</memory>\n',
    )
  })

  test('a plain note that settings name is carried with them', async () => {
    using box = new BrainBox({
      'brain.yaml': 'boot:\n  also: [notes/glossary.md]\n',
      'notes/glossary.md': '# Glossary\n\nA *box* is a brain in a test.\n',
      'notes/other.md': 'Not named.\n',
    })
    const {text} = await boot(box.scene())
    expect(text).toContain('# Facts\nnotes/glossary.md:3: A *box* is a brain in a test.\n')
    expect(text).not.toContain('Not named')
  })
})

describe('essentials', () => {
  test('are spread over rooms: every first before any second', async () => {
    const files: Record<string, string> = {
      'drawers/w/quiet/only.md': drawer('Quiet.', {importance: 0.1, created: '2020-01-01'}),
      'drawers/w/busy/pinned.md': drawer('Pinned.', {importance: 0.1, pinned: true}),
    }
    for (let index = 0; index < 5; index++) {
      const fields = {importance: 0.9, created: `2026-05-0${index + 1}`}
      files[`drawers/w/busy/${index}.md`] = drawer(`Busy ${index}.`, fields)
    }
    using box = new BrainBox(files)
    const context = await boot(box.scene())
    expect(carried(context, 'essentials').map((source) => source.split('/').at(-1))).toEqual([
      'pinned.md:6',
      'only.md:6',
      '4.md:6',
      '3.md:6',
      '2.md:6',
      '1.md:6',
      '0.md:6',
    ])
    expect(context.text).toMatch(
      /# Essentials\ndrawers\/w\/busy\/0\.md.*drawers\/w\/quiet\/only\.md/s,
    )
  })

  test('are spread over what holds: what is past takes no place in its room', async () => {
    using box = new BrainBox({
      'drawers/w/one/past.md': drawer('Past.', {importance: 0.9, valid_to: '2026-01-01'}),
      'drawers/w/one/next.md': drawer('Next.', {importance: 0.6}),
      'drawers/w/two/first.md': drawer('First.', {importance: 0.5}),
      'drawers/w/two/second.md': drawer('Second.', {importance: 0.5}),
    })
    expect(carried(await boot(box.scene()), 'essentials')).toEqual(
      ['one/next.md', 'two/first.md', 'two/second.md'].map((name) => `drawers/w/${name}:5`),
    )
  })

  test('name their place in full where frontmatter puts them into another room', async () => {
    using box = new BrainBox({'drawers/a/b/c.md': drawer('Moved.', {room: 'elsewhere'})})
    const {text} = await boot(box.scene())
    expect(text).toContain('## a/elsewhere\ndrawers/a/b/c.md:5: Moved.\n')
  })

  test('undated ones count as old as the median', async () => {
    using box = new BrainBox({
      'drawers/a/b/old.md': drawer('Old.', {created: '2020-01-01'}),
      'drawers/a/b/mid.md': drawer('Mid.', {created: '2023-01-01'}),
      'drawers/a/b/new.md': drawer('New.', {created: '2026-01-01'}),
      'drawers/a/b/a-undated.md': drawer('Undated.'),
    })
    const context = await boot(box.scene())
    expect(carried(context, 'essentials').map((source) => source.split('/').at(-1))).toEqual([
      'new.md:5',
      'a-undated.md:4',
      'mid.md:5',
      'old.md:5',
    ])
  })
})

describe('what nobody can read', () => {
  test('has its line in the layer it is for, and the reader is told', async () => {
    using box = new BrainBox({
      'brain.yaml': 'boot:\n  also: [plain.md]\n',
      'SOUL.md': 'Me\0.\n',
      'plain.md': 'Plain\0.\n',
      'other.md': 'Not asked for\0.\n',
      'drawers/a/b/c.md': 'A\0.\n',
      'drawers/a/AGENTS.md': 'Rules\0.\n',
      'daily/2026-11-29.md': 'Day\0.\n',
      'sessions/s.md': 'Other session\0.\n',
    })
    symlinkSync('/etc/hosts', path.join(box.root, 'AGENTS.md'))
    symlinkSync('SOUL.md', path.join(box.root, 'ABOUT.md'))
    box.write('drawers/a/b/d.md', 'Readable.\n')
    const {ledger, text} = await boot(box.scene(), {wing: 'a'})
    const unreadable = ledger.filter(({reason}) => reason === 'unreadable')
    expect(unreadable.map(({layer, source}) => `${layer} ${source}`)).toEqual([
      'identity SOUL.md',
      'procedures AGENTS.md',
      'facts plain.md',
      'essentials drawers/a/b/c.md',
      'project drawers/a/AGENTS.md',
      'project drawers/a/b/c.md',
      'recent daily/2026-11-29.md',
    ])
    expect(text).toContain('identity 1 unreadable; procedures 1 unreadable')
  })
})

describe('procedures', () => {
  test('a long section is cut between its blocks, never in a fence, and the reader is told', async () => {
    const code = `\`\`\`sh\n${'make it so\n\n'.repeat(30)}\`\`\``
    const items = Array.from({length: 30}, (_, index) => `- Step ${index}: ${'do it. '.repeat(12)}`)
    using box = new BrainBox({'AGENTS.md': `# Rules\n\n${code}\n\n${items.join('\n')}\n`})
    const context = await boot(box.scene(), {budget: 1500})
    const lines = carried(context, 'procedures')
    expect(lines.length).toBeGreaterThan(2)
    expect(context.text).toContain(code)
    expect(context.text).toContain('Step 0')
    expect(context.text).not.toContain('Step 29')
    expect(context.text).toMatch(/Not whole above: `brain show AGENTS\.md`\.\n$/)
    const all = await boot(box.scene(), {budget: 5000})
    let placed = 0
    for (const [index, item] of items.entries()) {
      expect(all.text).toContain(item.trim())
      const line = 3 + code.split('\n').length + 1 + index
      if (!all.text.includes(`\nAGENTS.md:${line}: - Step`)) continue
      expect(all.text).toContain(`\nAGENTS.md:${line}: - Step ${index}:`)
      placed++
    }
    expect(placed).toBeGreaterThan(2)
  })

  test('stand under their headings of every depth', async () => {
    using box = new BrainBox({
      'AGENTS.md':
        'Before all.\n\n## Code\n\n### Style ###\n\nTabs.\n\nReview\n------\n\nTwo people.\n',
    })
    const {text} = await boot(box.scene())
    expect(text).toBe(
      '# Procedures\nAGENTS.md:1: Before all.\n## Code\n### Style\nAGENTS.md:7: Tabs.\n## Review\nAGENTS.md:12: Two people.\n',
    )
  })

  test('come from no folder but the root', async () => {
    using box = new BrainBox({
      'drawers/w/AGENTS.md': 'Of the wing.\n',
      'sub/AGENTS.md': 'Of a folder.\n',
    })
    expect((await boot(box.scene())).text).toBe('')
  })
})

describe('a project', () => {
  const files = {
    'drawers/user1/AGENTS.md': 'One.\n',
    'drawers/user1/api/a.md': drawer('In user1.', {importance: 0.1}),
    'drawers/user10/AGENTS.md': 'Ten.\n',
    'drawers/user10/api/b.md': drawer('In user10.'),
    'drawers/user1/other/c.md': drawer('In another room.', {importance: 0.9}),
  }

  test('is the wing’s procedures, then its drawers, the weightiest first, and nothing else', async () => {
    using box = new BrainBox(files)
    const context = await recall(box.scene(), {wing: 'user1'})
    expect(carried(context, 'project')).toEqual([
      'drawers/user1/AGENTS.md:1',
      'drawers/user1/other/c.md:5',
      'drawers/user1/api/a.md:5',
    ])
    expect(context.text).not.toContain('user10')
    expect(context.budget).toBe(500)
  })

  test('may be one room of it', async () => {
    using box = new BrainBox(files)
    const context = await recall(box.scene(), {wing: 'user1', room: 'api'})
    expect(carried(context, 'project')).toEqual([
      'drawers/user1/AGENTS.md:1',
      'drawers/user1/api/a.md:5',
    ])
  })

  test('says how to see what it left out', async () => {
    using box = new BrainBox(files)
    const {text} = await recall(box.scene(), {wing: 'user1', budget: 95})
    expect(text).toBe(
      'Left out: project 3 over budget. `brain recall --wing user1 --explain` lists them.\n',
    )
  })

  test.each([
    [{wing: 'user2'}, 'no wing is called `user2`', 'did you mean `user1`'],
    [{wing: 'user1', room: 'apu'}, 'no room of wing `user1` is called `apu`', '`api`'],
    [{room: 'nowhere'}, 'no room is called `nowhere`', 'there are `api`, `other`'],
    [{wing: 'constructor'}, 'no wing is called `constructor`', 'there are `user1`, `user10`'],
  ])('that is not there is an error: %j', async (asked, message, hint) => {
    using box = new BrainBox(files)
    await expect(boot(box.scene(), asked)).rejects.toMatchObject({
      code: 'unknown-name',
      message,
      hint: expect.stringContaining(hint),
    })
  })
})

describe('layers', () => {
  test('share the default budget as documented, once the frame and the notice have theirs', async () => {
    const many = (head: string) =>
      `${head}\n\n${Array.from({length: 200}, (_, index) => `- ${head} ${index} ${'word '.repeat(5)}\n`).join('\n')}`
    const files: Record<string, string> = {
      'SOUL.md': many('# a'),
      'AGENTS.md': many('# b'),
      'USER.md': many('# c'),
      'MEMORY.md': many('# d'),
      'sessions/s.md': many('# e'),
      'daily/2026-11-29.md': many('# f'),
    }
    for (let index = 0; index < 100; index++) {
      files[`drawers/w/r/${index}.md`] = drawer(`Drawer ${index} ${'word '.repeat(20)}`)
    }
    using box = new BrainBox(files)
    const scene = box.scene()
    const plain = await boot(scene)
    const usable = 1410
    const shares = {identity: 200, procedures: 400, user: 100, facts: 350, essentials: 250}
    for (const [layer, share] of Object.entries({...shares, recent: 200})) {
      expect(allowanceOf(plain, layer)).toBe(Math.floor((usable * share) / 1500))
    }
    const asked = await boot(scene, {wing: 'w', session: 's'})
    for (const layer of ['identity', 'procedures', 'user', 'facts']) {
      expect(allowanceOf(asked, layer)).toBe(allowanceOf(plain, layer))
    }
    expect(allowanceOf(asked, 'project')).toBe(Math.floor((usable * 450 * 400) / 1500 / 1050))
    expect(allowanceOf(asked, 'session')).toBe(Math.floor((usable * 450 * 200) / 1500 / 1050))
  })

  test('fault 54: what is cut is said in every output, exactly, with the way to see it', async () => {
    using box = new BrainBox({
      'SOUL.md': 'Me.\n',
      'MEMORY.md': Array.from({length: 300}, (_, index) => `- Fact ${index} of many.\n`).join(''),
    })
    for (const budget of [180, 181, 400, 1500]) {
      const context = await boot(box.scene(), {budget})
      const cut = context.ledger.filter(({reason}) => reason === 'over-budget').length
      expect(context.text).toContain(`Left out: facts ${cut} over budget.`)
      expect(context.text).toContain('`brain boot --explain` lists them.')
    }
  })

  test('fault 58: transcripts and plain notes flood no context', async () => {
    using box = new BrainBox({
      'SOUL.md': 'Me.\n',
      'README.md': 'A project.\n',
      'transcripts/2026-11-29.md': 'USER: hello\n'.repeat(1000),
      'sessions/other.md': 'Another session.\n',
      'state/dump.md': '0'.repeat(10_000),
    })
    expect((await boot(box.scene())).text).toBe('# Identity\nSOUL.md:1: Me.\n')
  })

  test('fault 59: what mdbrain wrote into a file is not read back', async () => {
    const own = '<!-- mdbrain:begin 1 -->\n## Memory\n\nAsk `brain`.\n<!-- mdbrain:end -->\n'
    using box = new BrainBox({
      'AGENTS.md': `# Rules\n\n${own}\nOurs.\n`,
      'USER.md': `${own}\n- Sam.\n`,
      'MEMORY.md': `- A fact.\n\n${own}\n- Another.\n`,
      'daily/2026-11-29.md': `${own}\n- Today.\n`,
    })
    const {text} = await boot(box.scene())
    expect(text).not.toContain('Ask `brain`')
    expect(text).not.toContain('mdbrain')
    for (const kept of ['Ours.', 'Sam.', 'A fact.', 'Another.', 'Today.']) {
      expect(text).toContain(kept)
    }
  })
})

describe('the session', () => {
  const SAID = [
    '---\nsession: s\n---\n\n**user:** How?\n\n',
    '**assistant:**\n\n# A plan\n\nFirst this.\n\n<!-- mdbrain:begin -->\n\n',
    '- <!-- open\n\n**user:** And then?\n\n**assistant:** Then that.\n',
  ].join('')

  test('is carried by its last turns, whatever headings and comments stand in the ones before', async () => {
    using box = new BrainBox({'SOUL.md': 'Me.\n', 'sessions/s.md': SAID})
    const context = await boot(box.scene(), {session: 's'})
    expect(carried(context, 'session')).toEqual([19, 17, 11, 7, 5].map((n) => `sessions/s.md:${n}`))
    expect(context.text).not.toContain('# A plan')
    const few = await boot(box.scene(), {session: 's', budget: 190})
    expect(carried(few, 'session')[0]).toBe('sessions/s.md:19')
  })

  test('is carried in all its files, the latest first, after its tasks', async () => {
    using box = new BrainBox({
      'SOUL.md': 'Me.\n',
      'sessions/s.md': '# Tasks\n\n- a\n\n# Turns\n\n**user:** one\n',
      'sessions/s~2.md': '**user:** two\n\n**user:** three\n',
      'sessions/s~4.md': '**user:** of another\n',
    })
    const context = await boot(box.scene(), {session: 's'})
    expect(carried(context, 'session')).toEqual([
      'sessions/s.md:3',
      'sessions/s~2.md:3',
      'sessions/s~2.md:1',
      'sessions/s.md:7',
    ])
    expect(context.text).toContain(
      '# Session\n## Tasks\nsessions/s.md:3: a\n## Turns\nsessions/s.md:7: **user:** one\nsessions/s~2.md:1: **user:** two\nsessions/s~2.md:3: **user:** three\n',
    )
  })

  test('carries its tasks in order, then its newest turns', async () => {
    using box = new BrainBox({
      'sessions/s.md': '# Tasks\n\n- a\n- b\n\n# Turns\n\n- one\n- two\n- three\n',
    })
    const context = await boot(box.scene(), {session: 's'})
    expect(carried(context, 'session')).toEqual([3, 4, 10, 9, 8].map((n) => `sessions/s.md:${n}`))
  })

  test.each(['none', '../SOUL', 'a/b', ''])(
    'fault 62: `%s` reaches no other file',
    async (session) => {
      using box = new BrainBox({'SOUL.md': 'Me.\n', 'sessions/s.md': '- a\n'})
      expect(carried(await boot(box.scene(), {session}), 'session')).toEqual([])
    },
  )
})

describe('what is asked', () => {
  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'a budget of %d is refused',
    async (budget) => {
      using box = new BrainBox()
      await expect(boot(box.scene(), {budget})).rejects.toMatchObject({code: 'bad-argument'})
    },
  )

  test('an instant that is none is refused', async () => {
    using box = new BrainBox()
    await expect(boot(box.scene(), {heldAt: 'yesterday'})).rejects.toMatchObject({
      code: 'bad-argument',
      message: '`yesterday` is not a day or an instant',
    })
  })

  test('a day means its last instant in the brain’s zone; nothing means now', async () => {
    using box = new BrainBox({'brain.yaml': 'zone: Europe/Berlin\n'})
    const day = await boot(box.scene(), {heldAt: '2026-11-29'})
    expect(day.heldAt).toBe('2026-11-29T22:59:59.999Z')
    expect((await boot(box.scene())).heldAt).toBe('2026-11-29T12:00:00.000Z')
  })

  test('errors in the files come with the answer', async () => {
    using box = new BrainBox({'MEMORY.md': '- x [valid_to:: soon]\n'})
    const {messages} = await boot(box.scene())
    expect(messages.map(({rule}) => rule)).toEqual(['unreadable-date'])
  })
})
