/**
 * Reads the value of one setting of a user: what YAML made of it, as what is worked with, or what is wrong with it.
 *
 * What may be a secret that came to the wrong place, a key or a password in an address, is not repeated.
 */

import path from 'node:path'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import {MODELS} from './model-kinds.js'
import {type Read, shown} from './readers.js'

/** The settings by the way they are read. */
export type UserSettingKind =
  | 'personal'
  | 'personal_share'
  | 'model'
  | 'path'
  | 'url'
  | 'name'
  | 'key_variable'
  | 'dimensions'
  | 'prefix'
  | 'batch'
  | 'timeout'
  | 'max_tokens'
  | 'threads'

/** More would leave a project's brain too little to say anything. */
const LARGEST_SHARE = 0.9

/** UTF-16 units. */
const LONGEST_TEXT = 200

/** In milliseconds: ten minutes. */
const LONGEST_TIME = 600_000

/** How each kind of setting is read. */
export const userReaders: Readonly<
  Record<UserSettingKind, (value: unknown, name: string) => Read>
> = {
  personal: (value) => readPlace(value, 'personal: ~/brain'),
  personal_share: (value) =>
    typeof value === 'number' && 0 <= value && value <= LARGEST_SHARE
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a part of the budget`,
          hint: `write a number from 0 to ${LARGEST_SHARE}, as in \`personal_share: 0.33\``,
        },
  model: readModel,
  path: (value) => readPlace(value, 'path: ~/models/all-MiniLM-L6-v2'),
  url: readUrl,
  name: (value, name) =>
    isText(value) && value.trim() !== ''
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a name`,
          hint: `write it as the server calls it, as in \`${name}: nomic-embed-text\``,
        },
  key_variable: (value) =>
    typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(value)
      ? {value}
      : {
          wrong: 'is not the name of an environment variable',
          hint: 'the key itself never stands here; write where it is, as in `key_variable: OPENAI_API_KEY`',
        },
  dimensions: wholeNumber(8, 8192, 'components', 256),
  prefix: (value, name) =>
    isText(value)
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a text`,
          hint: `write at most ${LONGEST_TEXT} letters in quotes, as in \`${name}: "query: "\``,
        },
  batch: wholeNumber(1, 2048, 'texts', 32),
  timeout: readTime,
  max_tokens: wholeNumber(8, 32_768, 'tokens', 512),
  threads: wholeNumber(1, 256, 'threads', 4),
}

/** Relative to what? A person's folder is the same from everywhere. */
function readPlace(value: unknown, example: string): Read {
  if (typeof value === 'string' && (/^~\/./.test(value) || path.isAbsolute(value))) return {value}
  return {
    wrong: `is ${shown(value)}, which is not the path of a folder`,
    hint: `write it from your home or from the root, as in \`${example}\``,
  }
}

function readModel(value: unknown): Read {
  // `off` was a boolean in the YAML of 2005, and still is to some editors.
  const name = value === false ? 'off' : value
  if (MODELS.some((known) => known === name)) return {value: name}
  return {
    wrong: `is ${shown(value)}, which is not a model`,
    hint: didYouMeanHint(didYouMean(String(value), MODELS)) ?? `write one of ${MODELS.join(', ')}`,
  }
}

function readUrl(value: unknown): Read {
  const hint = 'write it as in `url: http://127.0.0.1:11434/v1`'
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {wrong: 'is not an address of http or https', hint}
  }
  if (url.username !== '' || url.password !== '') {
    const where = 'name the variable that the key is in with `key_variable`'
    return {wrong: 'has a name or a password in it', hint: where}
  }
  return {value}
}

function readTime(value: unknown, name: string): Read {
  const read = /^\s*(\d{1,6})\s*(ms|s)\s*$/.exec(typeof value === 'string' ? value : '')
  const milliseconds = Number(read?.[1] ?? 0) * (read?.[2] === 's' ? 1000 : 1)
  if (0 < milliseconds && milliseconds <= LONGEST_TIME) return {value: milliseconds}
  return {
    wrong: `is ${shown(value)}, which is not a time to wait`,
    hint: `write seconds up to 600, as in \`${name}: 30s\`; also \`500ms\``,
  }
}

function wholeNumber(least: number, most: number, what: string, example: number) {
  return (value: unknown, name: string): Read =>
    Number.isInteger(value) && least <= (value as number) && (value as number) <= most
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a number of ${what}`,
          hint: `write a whole number from ${least} to ${most}, as in \`${name}: ${example}\``,
        }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT
}
