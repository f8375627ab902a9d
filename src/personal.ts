/**
 * Finds a person's own brain, which their settings name beside any project's.
 *
 * Nothing that is wrong with it stands in the way of the project's brain: it is said, and then there is
 * none.
 */

import path from 'node:path'
import type {Personal} from './boot/boot-both.js'
import type {Scene} from './catalog/scene.js'
import {BrainError} from './ground/brain-error.js'
import type {Message} from './ground/message.js'
import {expanded, locate} from './locate.js'
import type {Machine} from './machine.js'
import type {Loaded} from './settings/load-file.js'
import {loadUserSettings, USER_SETTINGS_FILE, type UserSettings} from './settings/user-settings.js'

export interface FoundPersonal extends Personal {
  readonly settings: UserSettings
  /** Whether the brain that was opened is the personal one itself. */
  readonly isThis: boolean
}

/** Reads the user's settings. */
export async function findUserSettings(machine: Machine): Promise<Loaded<UserSettings>> {
  const {configDir, stateDir} = machine
  return loadUserSettings({configDir, stateDir, name: calledSettings(machine)})
}

/**
 * Opens the brain that the user's settings name.
 *
 * @param root of the brain that was opened: absolute, links resolved.
 * @param open makes a scene of such a folder.
 */
export async function findPersonal(
  machine: Machine,
  {settings, messages}: Loaded<UserSettings>,
  root: string,
  open: (root: string) => Promise<Scene>,
): Promise<FoundPersonal> {
  const {home} = machine
  const name = calledSettings(machine)
  const none = {settings, messages, share: settings.personalShare, isThis: false}
  if (settings.personal === undefined) return none

  const folder = path.resolve(expanded(settings.personal, home))
  const called = shortened(folder, home)
  try {
    const found = rootOf(folder, home)
    if (path.relative(found, root) === '') return {...none, isThis: true}
    return {...none, brain: {scene: await open(found), called}}
  } catch (error) {
    return {...none, messages: [...messages, notFound(name, called, error)]}
  }
}

/** Whether the brain at `root`, absolute and with its links resolved, is the one that the user's settings name. */
export function isPersonal({home}: Machine, {personal}: UserSettings, root: string): boolean {
  if (personal === undefined) return false
  try {
    return path.relative(rootOf(path.resolve(expanded(personal, home)), home), root) === ''
  } catch {
    return false
  }
}

/** What messages call the user's settings. */
function calledSettings({configDir, home}: Machine): string {
  return shortened(path.join(configDir, USER_SETTINGS_FILE), home)
}

/** @throws {BrainError} `not-a-brain` where it is no folder, or the home folder: that holds everything. */
function rootOf(folder: string, home: string): string {
  const found = locate({named: folder, workingDirectory: home, home})
  if (path.relative(found, locate({named: home, workingDirectory: home, home})) !== '') return found
  throw new BrainError('not-a-brain', {message: 'it is the home folder'})
}

function notFound(name: string, called: string, error: unknown): Message {
  const isNone = error instanceof BrainError && error.code === 'not-a-brain'
  const why = isNone ? 'which is no folder for a brain' : `which cannot be opened (${error})`
  return {
    rule: 'invalid-setting',
    severity: 'warning',
    path: name,
    reason: `\`personal\` names \`${called}\`, ${why}`,
    hint: `make a brain there with \`brain init --brain ${called}\`, or name another`,
  }
}

/** A path under the home folder as a person writes it: `~/brain`. */
function shortened(file: string, home: string): string {
  const inside = path.relative(home, file)
  const isInside = inside !== '' && inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside)
  return isInside ? `~/${inside.split(path.sep).join('/')}` : file
}
