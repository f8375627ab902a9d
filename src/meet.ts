/**
 * Meets a brain that nobody asked for: in whatever folder a session happens to begin.
 *
 * It may have come by `git clone`, with anything in it. So nothing of it is read, and nothing written into
 * it, before it is known that its owner trusts it. Only his personal brain, which his own settings name,
 * may speak in its place.
 */

import type {BootOptions, Brain, OpenOptions} from './brain.js'
import {trusted} from './consent/consent.js'
import {readMachine, rootOn} from './machine.js'
import {openBrain} from './open.js'
import {openScene} from './open-scene.js'
import {findPersonal, findUserSettings, isPersonal} from './personal.js'

export interface Met {
  /** Absolute, links resolved. */
  readonly root: string
  /** Made here, trusted by its owner, or his personal one. */
  readonly trusted: boolean
  readonly open: () => Promise<Brain>
  /** The context of the personal brain alone; empty where there is none. */
  readonly bootPersonal: (options: Pick<BootOptions, 'for'>) => Promise<string>
}

/**
 * The brain that `options` name, or that is found from the working directory.
 *
 * @throws {BrainError} `not-a-brain` where there is none.
 */
export async function meetBrain(options: OpenOptions): Promise<Met> {
  const machine = readMachine(options)
  const root = rootOn(machine, options)
  const isTrusted =
    (await trusted(machine.stateDir, root)) ||
    isPersonal(machine, (await findUserSettings(machine)).settings, root)
  return {
    root,
    trusted: isTrusted,
    open: () => openBrain({...options, root}),
    bootPersonal: async (asked) => {
      const own = await findUserSettings(machine)
      const opened: (() => Promise<void>)[] = []
      const found = await findPersonal(machine, own, root, async (folder) => {
        const {scene, close} = await openScene(folder, machine, {...options, own: async () => own})
        opened.push(close)
        return scene
      })
      if (found.brain === undefined) return ''
      const {bootBoth} = await import('./boot/boot-both.js')
      const {text} = await bootBoth(found.brain.scene, found, {...asked, only: 'personal'})
      await Promise.all(opened.map((close) => close()))
      return text
    },
  }
}
