/**
 * Finds keys, tokens and passwords in a text before it becomes a part of Git's history, from which
 * nothing is taken back.
 *
 * secretlint's recommended rules know the keys of many services and are kept up to date; what they
 * leave out is in `secret-patterns.ts`. This is the only file that imports secretlint; it takes a
 * tenth of a second to load, so only writing does. A secret itself never appears in what is said of it.
 */

import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {type FoundSecret, matchSecrets} from './secret-patterns.js'

/** Finds secrets in the text of a file, as messages at their lines. */
export async function findSecrets(path: NotePath, text: string): Promise<Message[]> {
  return (await secretsIn(text)).map((secret) => messageOf(path, text, secret))
}

/**
 * Finds secrets of `after` that `before` has not: an edit elsewhere in a file is not held up by what
 * stood there already.
 */
export async function findNewSecrets(
  path: NotePath,
  before: string,
  after: string,
): Promise<Message[]> {
  const found = await secretsIn(after)
  if (found.length === 0) return []
  const known = new Set((await secretsIn(before)).map((secret) => markOf(before, secret)))
  return found
    .filter((secret) => !known.has(markOf(after, secret)))
    .map((secret) => messageOf(path, after, secret))
}

/**
 * Takes secrets out of a text that is to be kept without them: in the place of each stands what it looked like. Tells that
 * of each, in their order.
 */
export async function withoutSecrets(
  text: string,
): Promise<{readonly text: string; readonly removed: readonly string[]}> {
  let rest = ''
  let done = 0
  const removed: string[] = []
  for (const {start, end, name} of await allSecretsIn(text)) {
    // Two may overlap, and no letter of either is to be left.
    if (done <= start) {
      rest += `${text.slice(done, start)}[secret removed: ${shortName(name)}]`
      removed.push(name)
    }
    done = Math.max(done, wholeEnd(text, start, end))
  }
  return {text: rest + text.slice(done), removed}
}

/** The rules need not recognise all of a secret: of a private key only its first line, of a token only its first parts. */
function wholeEnd(text: string, start: number, end: number): number {
  const found = text.slice(start, end)
  const rest = /[\w-]*/y
  rest.lastIndex = end
  if (!found.includes('-----BEGIN')) return end + rest.exec(text)![0].length
  if (found.includes('-----END')) return end
  const body =
    /[A-Za-z0-9+/=\\\s"',:-]{0,20000}?-----END [A-Z ]*-----|(?:(?:\s|\\[rn])*[A-Za-z0-9+/=]{16,})*/y
  body.lastIndex = end
  return end + (body.exec(text)?.[0].length ?? 0)
}

function shortName(name: string): string {
  return /^a secret \((.+)\)$/.exec(name)?.[1] ?? name.replace(/^an? /, '')
}

/** In the order in which they stand, each place once. */
async function secretsIn(text: string): Promise<readonly FoundSecret[]> {
  const found = await allSecretsIn(text)
  return found.filter((secret, at) => at === 0 || found[at - 1]!.end <= secret.start)
}

/** In the order in which they begin, the longest first. */
async function allSecretsIn(text: string): Promise<readonly FoundSecret[]> {
  const found = [...matchSecrets(text), ...(await lint(text))].filter(
    ({start, end}) => !isMadeUp(text.slice(start, end)),
  )
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** `ghp_xxxxxxxxxxxx`: no key is made of so few characters. */
function isMadeUp(match: string): boolean {
  return new Set(match).size <= 8
}

async function lint(text: string): Promise<readonly FoundSecret[]> {
  const {lintSource, creator} = await rules()
  const {messages} = await lintSource({
    source: {filePath: '/note.md', content: text, ext: '.md', contentType: 'text'},
    options: {
      config: {rules: [{id: '@secretlint/secretlint-rule-preset-recommend', rule: creator}]},
      locale: 'en',
      noPhysicFilePath: true,
    },
  })
  return messages
    .filter(({type}) => type === 'message')
    .map(({range: [start, end], messageId}) => ({start, end, name: nameOf(messageId)}))
}

async function rules() {
  const [{lintSource}, {creator}, {secretLintProfiler}] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    // Comes with the core, of the same version.
    import('@secretlint/profiler'),
  ])
  // It would keep for ever how long each rule took for each text, and look through all of it each time: the
  // five thousandth text cost a hundred times what the first one does.
  secretLintProfiler.mark = () => {}
  return {lintSource, creator}
}

/** `GITHUB_TOKEN` and `AWSSecretAccessKey` as words. */
function nameOf(messageId: string): string {
  const words = messageId
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return `a secret (${words})`
}

function markOf(text: string, {start, end}: FoundSecret): string {
  return digest(text.slice(start, end))
}

function messageOf(path: NotePath, text: string, {start, name}: FoundSecret): Message {
  const lines = text.slice(0, start).split('\n')
  return {
    rule: 'secret',
    severity: 'error',
    path,
    place: {line: lines.length, column: lines.at(-1)!.length + 1},
    reason: `what stands here looks like ${name}`,
    hint: 'write where it is kept instead; a key that was shared should be revoked',
  }
}
