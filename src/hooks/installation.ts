/** What it takes to install the hooks of a harness, to take them out, and to say how they stand. */

import fs from 'node:fs'
import path from 'node:path'
import type {HookEvent, HookHarness, Place} from './harness.js'
import {filesFor, OURS} from './openclaw.js'
import {
  carryOut,
  hooksIn,
  planInstall,
  planUninstall,
  planWhole,
  type SettingsPlan,
} from './settings-file.js'

/** A change, decided and not yet made. */
export interface Installation {
  /** The settings file; of OpenClaw the hook's folder. */
  readonly file: string
  readonly action: SettingsPlan['action']
  /** The file in which hooks are switched off, so that ours will not run. */
  readonly offIn: string | undefined
  readonly plans: readonly SettingsPlan[]
}

/**
 * Plans to install the hooks for the events that are `wanted`, and of ours no others.
 *
 * @throws {BrainError} `not-editable` where a settings file cannot be understood.
 */
export function planHooks(
  harness: HookHarness,
  place: Place,
  wanted: readonly HookEvent[],
): Installation {
  const entries = harness.entries.filter(({does}) => wanted.includes(does))
  const file = harness.settingsFile(place)
  if (harness.name === 'openclaw') {
    return whole(file, filesFor(entries.map(({event}) => event)))
  }
  const plan = planInstall(file, {all: harness.entries, wanted: entries, head: harness.head})
  return {...planned([plan]), offIn: offIn(harness, place, plan.off)}
}

/**
 * Plans to take out all hooks of the harness.
 *
 * @throws {BrainError} `not-editable` where a settings file cannot be understood.
 */
export function planWithout(harness: HookHarness, place: Place): Installation {
  const file = harness.settingsFile(place)
  if (harness.name === 'openclaw') return whole(file, undefined)
  return planned([
    planUninstall(file, {all: harness.entries, wanted: harness.entries, head: harness.head}),
  ])
}

/** @throws {BrainError} `edit-conflict` where a file changed since the plan was made; `write-failed`. */
export function install({plans}: Installation): void {
  for (const plan of plans) carryOut(plan)
}

export interface Installed {
  readonly file: string
  /** For which events a hook is there. */
  readonly events: readonly string[]
  readonly missing: readonly string[]
  readonly offIn: string | undefined
}

/** How the hooks of a harness stand in a place. */
export function installed(harness: HookHarness, place: Place): Installed {
  const file = harness.settingsFile(place)
  const {held, off} =
    harness.name === 'openclaw' ? wholeIn(harness, file) : hooksIn(file, harness.entries)
  return {
    file,
    events: held.map(({event}) => event),
    missing: harness.entries.filter((entry) => !held.includes(entry)).map(({event}) => event),
    offIn: offIn(harness, place, off),
  }
}

/** The file in which the hooks are switched off. */
function offIn(harness: HookHarness, place: Place, isOff: boolean): string | undefined {
  if (isOff) return harness.settingsFile(place)
  const files = harness.offIn?.(place) ?? []
  return files.find((file) => hooksIn(file, []).off) ?? harness.offBy?.(place)
}

/** Files that are ours alone, in a folder of their own. */
function whole(folder: string, files: Readonly<Record<string, string>> | undefined): Installation {
  const plans = Object.entries(files ?? filesFor([])).map(([name, text]) =>
    planWhole(path.join(folder, name), files === undefined ? undefined : text, OURS),
  )
  return {...planned(plans), file: folder}
}

function wholeIn({entries}: HookHarness, folder: string) {
  try {
    const page = fs.readFileSync(path.join(folder, 'HOOK.md'), 'utf8')
    const isOurs = page.includes(OURS)
    return {held: entries.filter(({event}) => isOurs && page.includes(`"${event}"`)), off: false}
  } catch {
    return {held: [], off: false}
  }
}

function planned(plans: readonly SettingsPlan[]): Installation {
  const action = plans.find((plan) => plan.action !== 'none')?.action ?? 'none'
  return {file: plans[0]!.file, action, offIn: undefined, plans}
}
