/**
 * Reads the machine, once for each brain that is opened.
 *
 * Besides the doors this is the only file that knows the clock, the environment, the working directory
 * and the home folder.
 */

import os from 'node:os'
import path from 'node:path'
import type {OpenOptions} from './brain.js'
import {type Clock, instant} from './ground/instant.js'
import {locate} from './locate.js'

/** What the machine says of itself. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly workingDirectory: string
  readonly clock: Clock
  /** The user's state folder: consents and locks where there is no Git. */
  readonly stateDir: string
  /** The user's config folder: settings that hold beside any brain. */
  readonly configDir: string
  readonly zone: string
}

/** Asks the machine, except for what `options` says itself. */
export function readMachine(options: OpenOptions): Machine {
  const env = options.env ?? process.env
  const home = homeOf(env)
  return {
    env,
    home,
    workingDirectory: path.resolve(options.from ?? process.cwd()),
    clock: options.clock ?? {now: () => instant(Date.now())},
    stateDir: stateDirOf(env, home),
    configDir: configDirOf(env, home),
    // Only a log without a zone needs it, and it costs a start some milliseconds.
    get zone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone
    },
  }
}

/** The user's state folder, for what is kept there beside any brain. */
export function stateFolder(env: Machine['env']): string {
  return stateDirOf(env, homeOf(env))
}

function homeOf(env: Machine['env']): string {
  return env.HOME ?? env.USERPROFILE ?? os.homedir()
}

function stateDirOf(env: Machine['env'], home: string): string {
  if (env.XDG_STATE_HOME) return path.join(env.XDG_STATE_HOME, 'mdbrain')
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support/mdbrain')
  if (process.platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData/Local'), 'mdbrain')
  }
  return path.join(home, '.local/state/mdbrain')
}

function configDirOf(env: Machine['env'], home: string): string {
  if (env.XDG_CONFIG_HOME) return path.join(env.XDG_CONFIG_HOME, 'mdbrain')
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support/mdbrain')
  if (process.platform === 'win32') {
    return path.join(env.APPDATA ?? path.join(home, 'AppData/Roaming'), 'mdbrain')
  }
  return path.join(home, '.config/mdbrain')
}

/**
 * Which folder is the brain that `options` names, or that is found from the working directory.
 *
 * @throws {BrainError} `not-a-brain` where there is none.
 */
export function rootOn(machine: Machine, {root}: OpenOptions): string {
  const {env, workingDirectory, home} = machine
  return locate({
    ...(root === undefined ? {} : {named: root}),
    ...(env.MDBRAIN_DIR === undefined ? {} : {fromEnvironment: env.MDBRAIN_DIR}),
    ...{workingDirectory, home},
  })
}
