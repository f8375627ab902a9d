/** Reads the text of a user's `config.yaml`. Nothing in it, however broken, keeps a brain from opening. */

import {DEFAULT_USER_SETTINGS} from './defaults.js'
import {findSettings} from './find-settings.js'
import type {Known} from './known.js'
import type {Loaded} from './load-file.js'
import {type UserSettingKind, userReaders} from './user-readers.js'
import type {UserSettings} from './user-settings.js'

const setting = (kind: UserSettingKind) => ({is: 'setting', kind}) as const

/** Which settings there are: what the file is read by, and what its JSON Schema is tested against. */
export const USER_KNOWN: Known<UserSettingKind> & {is: 'group'} = {
  is: 'group',
  keys: {
    personal: setting('personal'),
    personal_share: setting('personal_share'),
    meaning: {
      is: 'group',
      keys: {
        model: setting('model'),
        path: setting('path'),
        url: setting('url'),
        name: setting('name'),
        key_variable: setting('key_variable'),
        dimensions: setting('dimensions'),
        passage_prefix: setting('prefix'),
        question_prefix: setting('prefix'),
        batch: setting('batch'),
        timeout: setting('timeout'),
        max_tokens: setting('max_tokens'),
        threads: setting('threads'),
      },
    },
    rerank: {
      is: 'group',
      keys: {
        url: setting('url'),
        name: setting('name'),
        key_variable: setting('key_variable'),
        timeout: setting('timeout'),
      },
    },
  },
}

/** @param name what messages call the file. */
export function readUserSettings(text: string, name: string): Loaded<UserSettings> {
  const {found, messages} = findSettings(text, {known: USER_KNOWN, name})
  let settings = DEFAULT_USER_SETTINGS
  for (const {kind, key, name: last, value, place} of found) {
    const read = userReaders[kind](value, last)
    if ('wrong' in read) {
      const {wrong, hint} = read
      const reason = `\`${key}\` ${wrong}; its default holds`
      const message = {rule: 'invalid-setting', severity: 'error', path: name, place} as const
      messages.push({...message, reason, ...(hint === undefined ? {} : {hint})})
    } else {
      settings = withValue(settings, key, read.value)
    }
  }
  return {settings, messages}
}

/** `meaning.key_variable` is `keyVariable` in `meaning`. */
function withValue(settings: UserSettings, key: string, value: unknown): UserSettings {
  const written = [...settings.written, key]
  const [outer, inner] = key.split('.').map(fieldOf) as [keyof UserSettings, string | undefined]
  const whole = inner === undefined ? value : {...(settings[outer] as object), [inner]: value}
  return {...settings, [outer]: whole, written}
}

function fieldOf(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
