/** Reads what a harness wrote: JSON that may hold anything, or be none. */

import type {Fields} from './harness.js'

/** The object that `json` is; an empty one where it is none. */
export function fieldsOf(json: string | undefined): Fields {
  try {
    return objectIn(JSON.parse(json ?? '')) ?? {}
  } catch {
    return {}
  }
}

export function objectIn(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : undefined
}

/** The first of `keys` that holds a text which is not blank. */
export function textIn(fields: Fields | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields?.[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** Only what is there. */
export function present<Given extends object>(
  given: Given,
): {[Key in keyof Given]?: Exclude<Given[Key], undefined>} {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as never
}

/** The texts of a message's content, which is one text or a list of parts; of its parts those of `types`. */
export function textOf(content: unknown, types: readonly string[]): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.flatMap((part: unknown) => {
    const fields = objectIn(part)
    const isOne = typeof fields?.type === 'string' && types.includes(fields.type)
    return isOne ? (textIn(fields, 'text') ?? []) : []
  })
  return texts.length === 0 ? undefined : texts.join('\n\n')
}
