/**
 * Writes keys and values as YAML that every reader takes for what they are.
 *
 * A text stays unquoted only where YAML 1.1 and 1.2, block and flow, agree that it is one; `yes`,
 * `1:30` and `007` get quotes. Days and instants stay bare, as people write them.
 */

import type {FieldEdit} from './field-edit.js'
import type {Entry} from './yaml.js'

export type Quote = Entry['quote']

/** `key: value` without indentation and line end. A list is written in one line. */
export function yamlLine(key: string, value: NonNullable<FieldEdit['value']>): string {
  return `${yamlKey(key)}: ${yamlValue(value)}`
}

/** A value on one line; `quote` is kept for a text where it can be. */
export function yamlValue(value: NonNullable<FieldEdit['value']>, quote: Quote = ''): string {
  if (typeof value === 'string') return yamlText(value, quote)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return String(value)
  return `[${value.map((text) => yamlText(text, '', true)).join(', ')}]`
}

/** A text, bare where it can be. `inFlow` where it stands in a list of one line. */
export function yamlText(text: string, quote: Quote = '', inFlow = false): string {
  if (quote === "'" && !/[^\x20-\x7E\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(text)) {
    return `'${text.replaceAll("'", "''")}'`
  }
  return quote === '' && isBare(text, inFlow) ? text : doubleQuoted(text)
}

function yamlKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !isSpoken(key) ? key : doubleQuoted(key)
}

function isSpoken(text: string): boolean {
  return /^(?:null|true|false|yes|no|on|off|y|n)$/i.test(text)
}

const bareNumberLike =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$|^\d{1,6}(?:h|d|w|mo|y)$|^\d{1,6} \p{L}/u

function isBare(text: string, inFlow: boolean): boolean {
  if (!/^[\p{L}\p{N}_/][\p{L}\p{M}\p{N}\p{Zs} \p{P}\p{Sc}\p{Sk}+<=>^|~°]*$/u.test(text))
    return false
  if (/\s$|: |:$|\s#|\s{2}|[^\x20\S]|\u3000|\\/.test(text) || isSpoken(text)) return false
  if (/^\p{N}/u.test(text) && !bareNumberLike.test(text)) return false
  return !inFlow || !/[,[\]{}:]/.test(text)
}

/** As in JSON, with what YAML does not let pass unescaped. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
