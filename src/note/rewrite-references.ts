/**
 * Points references of a note elsewhere: wikilinks, markdown links, and what `supersedes` and
 * `superseded_by` name. Only targets change; anchors, labels and everything else stay.
 */

import type {NotePath} from '../ground/note-path.js'
import {citedIn} from './cited.js'
import {type Rewritten, type Splice, spliced} from './field-edit.js'
import {type Frontmatter, readFrontmatter} from './frontmatter.js'
import {inlineFieldsIn} from './inline-fields.js'
import {linesOf} from './lines.js'
import {type FoundLink, linksIn, type Stretch, stretchesOf} from './links.js'
import {leavesOf} from './piece.js'
import {scan} from './scan.js'
import {yamlText} from './yaml-text.js'

/**
 * Asks `rename` for each target, without its anchor, and puts in what it answers; `undefined` leaves
 * the target as it is. References within code are none.
 */
export function rewriteReferences(
  text: string,
  rename: (target: string) => string | undefined,
): Rewritten {
  const splices: Splice[] = []
  const before = targetsIn(text)
  const wanted: string[] = []
  for (const {target, splice} of before.targets) {
    const renamed = rename(target)
    wanted.push(renamed ?? target)
    if (renamed === undefined || renamed === target) continue
    const made = splice(renamed)
    if (made === undefined)
      return {ok: false, why: `\`${renamed}\` cannot stand where \`${target}\` does`}
    splices.push(made)
  }
  if (splices.length === 0) return {ok: true, text}
  const after = spliced(text, splices)
  const found = targetsIn(after)
  const isAsWanted =
    JSON.stringify(found.targets.map(({target}) => target)) === JSON.stringify(wanted) &&
    outline(found.frontmatter) === outline(before.frontmatter)
  return isAsWanted
    ? {ok: true, text: after}
    : {ok: false, why: 'the references would not be read as they were meant'}
}

/** What must be the same before and after: the keys, and whether they can be read. */
function outline({fields, messages}: Frontmatter): string {
  return JSON.stringify([[...fields.keys()], messages.map(({rule}) => rule)])
}

interface Target {
  readonly target: string
  readonly start: number
  /** Puts another target in its place; `undefined` where that cannot be written there. */
  readonly splice: (renamed: string) => Splice | undefined
}

function targetsIn(text: string): {targets: Target[]; frontmatter: Frontmatter} {
  const frontmatter = readFrontmatter('' as NotePath, text, linesOf(text))
  const {bodyStart} = frontmatter
  const head: Stretch = {text: text.slice(0, bodyStart), start: 0}
  const stretches = stretchesOf(text, leavesOf(scan(text, bodyStart)))
  const targets = [
    ...[head, ...stretches]
      .flatMap(linksIn)
      .filter(({target}) => target !== '')
      .map((link) => ofLink(text, link)),
    ...ofFields(frontmatter),
    ...stretches.flatMap(ofInlineFields),
  ]
  return {targets: targets.sort((a, b) => a.start - b.start), frontmatter}
}

function ofLink(text: string, link: FoundLink): Target {
  const {kind, target, targetStart: start, targetEnd: end} = link
  return {
    target,
    start,
    splice: (renamed) => {
      if (kind === 'wiki') {
        return /[[\]|#\r\n]/.test(renamed) ? undefined : {start, end, text: renamed}
      }
      const isBracketed = text[start - 1] === '<'
      const pattern = isBracketed ? /[<>%#?\r\n]/g : /[\s()<>%#?]/g
      return {start, end, text: renamed.replace(pattern, percent)}
    },
  }
}

function percent(character: string): string {
  const code = character.charCodeAt(0)
  return code < 128
    ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character)
}

const linking = ['supersedes', 'superseded_by']

/** Paths in frontmatter. Those in brackets are links, and found as such. */
function ofFields({fields}: Frontmatter): Target[] {
  return linking.flatMap((key) =>
    (fields.get(key)?.entries ?? []).flatMap(({text, start, end, quote, isNull}): Target[] => {
      const [cited] = citedIn(text)
      if (isNull || cited === undefined || linksIn({text, start: 0}).length !== 0) return []
      return [
        {
          target: text.slice(cited.start, cited.end),
          start,
          splice: (renamed) => {
            const renewed = text.slice(0, cited.start) + renamed + text.slice(cited.end)
            return {start, end, text: yamlText(renewed, quote, true)}
          },
        },
      ]
    }),
  )
}

function ofInlineFields(stretch: Stretch): Target[] {
  return inlineFieldsIn(stretch.text, stretch.start).flatMap(
    ({key, value, valueStart}): Target[] => {
      const [cited] = citedIn(value)
      if (!linking.includes(key) || cited === undefined) return []
      if (linksIn({text: value, start: 0}).length !== 0) return []
      const start = valueStart + cited.start
      const end = valueStart + cited.end
      return [
        {
          target: value.slice(cited.start, cited.end),
          start,
          splice: (renamed) =>
            /[[\]()#\r\n`]/.test(renamed) ? undefined : {start, end, text: renamed},
        },
      ]
    },
  )
}
