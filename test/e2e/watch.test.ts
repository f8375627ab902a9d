/** `brain watch`, as a process among others. */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {Sandbox, type Started} from '../support/sandbox.js'

/** The machine's own clock: who has one of his own is not answered by others. */
const env = {MDBRAIN_NOW: ''}

function box(): Sandbox {
  const made = new Sandbox()
  made.write({
    'brain.yaml': 'zone: UTC\n',
    'MEMORY.md': '- The hull is of oak. ^hull\n',
    'drawers/ship/rig/mast.md': 'The mast is of spruce.\n',
    '.gitignore': 'node_modules/\n',
  })
  made.commit('begin')
  return made
}

interface Watching extends Started {
  /** The first event of that kind. */
  readonly told: (what: string) => Promise<Record<string, unknown>>
}

function watch(made: Sandbox, ...args: readonly string[]): Watching {
  const started = made.start(['watch', '--json', ...args], {env})
  onTestFinished(() => void started.child.kill('SIGKILL'))
  let text = ''
  started.child.stdout!.on('data', (piece: string) => {
    text += piece
  })
  const told = (what: string) =>
    vi.waitFor(
      () => {
        const lines = text.split('\n').slice(0, -1)
        const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
        const event = events.find((each) => each.what === what)
        if (event === undefined) throw new Error(`not told: ${what}`)
        return event
      },
      {timeout: 30_000, interval: 20},
    )
  return {...started, told}
}

function found(made: Sandbox, query: string): string[] {
  const {stdout} = made.run(['search', query, '--json'], {env})
  return (JSON.parse(stdout) as {hits: {id: string}[]}).hits.map(({id}) => id)
}

function watcherOf(made: Sandbox): Record<string, unknown> | null {
  const {stdout} = made.run(['status', '--json'], {env})
  return (JSON.parse(stdout) as {watcher: Record<string, unknown> | null}).watcher
}

describe('brain watch', () => {
  test('answers other commands, and ends when it is asked to', async () => {
    const made = box()
    const {child, told, ended} = watch(made)
    expect(await told('watching')).toMatchObject({notes: 2, how: 'events', pid: child.pid})
    await told('in-step')
    expect(found(made, 'hull')).toEqual(['MEMORY.md#^hull'])
    made.write({'anchor.md': 'The anchor is of iron.\n'})
    expect(found(made, 'anchor')).toEqual(['anchor.md'])
    expect(watcherOf(made)).toMatchObject({pid: child.pid, notes: 3, trouble: null})
    child.kill('SIGTERM')
    expect((await ended).exit).toBe(0)
    expect(watcherOf(made)).toBeNull()
    expect(found(made, 'anchor')).toEqual(['anchor.md'])
  })

  test('fault 14: one that dies is missed by nobody, and the next one takes its place', async () => {
    const made = box()
    const first = watch(made)
    await first.told('watching')
    const second = watch(made, '--wait')
    expect(await second.told('waiting')).toMatchObject({
      why: `this brain is watched already, by process ${first.child.pid}`,
    })
    const refused = made.run(['watch'], {env})
    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('--wait')])
    first.child.kill('SIGKILL')
    await first.ended
    made.write({'anchor.md': 'The anchor is of iron.\n'})
    expect(found(made, 'anchor')).toEqual(['anchor.md'])
    expect(await second.told('watching')).toMatchObject({pid: second.child.pid, notes: 3})
    expect(watcherOf(made)).toMatchObject({pid: second.child.pid})
  })

  test('one that hangs is not waited for', async () => {
    const made = box()
    const {child, told} = watch(made)
    await told('in-step')
    child.kill('SIGSTOP')
    made.write({'anchor.md': 'The anchor is of iron.\n'})
    expect(found(made, 'anchor')).toEqual(['anchor.md'])
    expect(watcherOf(made)).toBeNull()
    child.kill('SIGCONT')
  })

  test.runIf(process.platform === 'linux')(
    'fault 12: folders are watched and not files, and no folder that is left out',
    async () => {
      const made = box()
      for (let i = 0; i < 300; i++) {
        made.write({
          [`drawers/ship/room-${i % 5}/${i}.md`]: `Plank ${i}.\n`,
          [`node_modules/package-${i}/readme.md`]: 'Of somebody else.\n',
        })
      }
      const {child, told} = watch(made)
      // The root, drawers, ship, rig and five rooms.
      expect(await told('watching')).toMatchObject({notes: 302, folders: 9})
      const descriptors = fs.readdirSync(`/proc/${child.pid}/fd`)
      const watches = descriptors.flatMap((name) =>
        fs
          .readFileSync(`/proc/${child.pid}/fdinfo/${name}`, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('inotify ')),
      )
      expect(watches).toHaveLength(9)
      expect(descriptors.length).toBeLessThan(40)
      made.write({'node_modules/package-1/new.md': 'A plank from elsewhere.\n'})
      expect(found(made, 'elsewhere')).toEqual([])
    },
  )

  test('of a brain whose .brain/ vanishes under it, all is found as before', async () => {
    const made = box()
    const {told} = watch(made)
    await told('in-step')
    fs.rmSync(path.join(made.root, '.brain'), {recursive: true})
    made.write({'anchor.md': 'The anchor is of iron.\n'})
    expect(found(made, 'anchor')).toEqual(['anchor.md'])
    expect(found(made, 'spruce')).toEqual(['drawers/ship/rig/mast.md'])
  })
})
