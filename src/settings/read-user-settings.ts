/** Reads the text of a user's `config.yaml`. Nothing in it, however broken, keeps a brain from opening. */

import path from 'node:path'
import {DEFAULT_USER_SETTINGS} from './defaults.js'
import {findSettings} from './find-settings.js'
import type {Known} from './known.js'
import type {Loaded} from './load-file.js'
import {type Read, shown} from './readers.js'
import type {UserSettings} from './user-settings.js'

type UserSettingKind = 'personal' | 'personal_share'

/** Which settings there are: what the file is read by, and what its JSON Schema is tested against. */
export const USER_KNOWN: Known<UserSettingKind> & {is: 'group'} = {
  is: 'group',
  keys: {
    personal: {is: 'setting', kind: 'personal'},
    personal_share: {is: 'setting', kind: 'personal_share'},
  },
}

/** More would leave a project's brain too little to say anything. */
const LARGEST_SHARE = 0.9

/** @param name what messages call the file. */
export function readUserSettings(text: string, name: string): Loaded<UserSettings> {
  const {found, messages} = findSettings(text, {known: USER_KNOWN, name})
  let settings = DEFAULT_USER_SETTINGS
  for (const {kind, key, value, place} of found) {
    const read = readers[kind](value)
    if ('wrong' in read) {
      const {wrong, hint} = read
      const reason = `\`${key}\` ${wrong}; its default holds`
      const message = {rule: 'invalid-setting', severity: 'error', path: name, place} as const
      messages.push({...message, reason, ...(hint === undefined ? {} : {hint})})
    } else {
      const written = [...settings.written, key]
      settings = {...settings, [fieldOf[kind]]: read.value, written}
    }
  }
  return {settings, messages}
}

const fieldOf = {personal: 'personal', personal_share: 'personalShare'} as const

const readers: Readonly<Record<UserSettingKind, (value: unknown) => Read>> = {
  personal: (value) => {
    // Relative to what? A person's brain is the same from every folder.
    if (typeof value === 'string' && (/^~\/./.test(value) || path.isAbsolute(value))) return {value}
    return {
      wrong: `is ${shown(value)}, which is not the path of a folder`,
      hint: 'write it from your home or from the root, as in `personal: ~/brain`',
    }
  },
  personal_share: (value) =>
    typeof value === 'number' && 0 <= value && value <= LARGEST_SHARE
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a part of the budget`,
          hint: `write a number from 0 to ${LARGEST_SHARE}, as in \`personal_share: 0.33\``,
        },
}
