/** `brain search`: the passages that answer a question. */

import type {Hit, SearchOptions, SearchReport} from '../index.js'
import {brokenAt, cutTo, harmless, oneLine, widthOf} from './columns.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {
  choice,
  flag,
  hall,
  heldAt,
  ROLES,
  repeated,
  room,
  STANDINGS,
  single,
  tag,
  type,
  wing,
} from './options.js'
import {count, moment, pair, score, text, whole} from './read-value.js'
import {shortStanding} from './standing.js'
import {counted, printJson, printMessages} from './told.js'
import {searchWire} from './wire.js'

export const search = defineCommand({
  name: 'search',
  group: 'Read',
  summary: 'the passages that answer a question',
  description: [
    'Finds passages by their words, in any language, and by what they mean, best first: the words of the passage, of the note it stands in and of what stands beside it count, and how near the passage and its note are to the question, told by a small model that comes with the program; no network is used. A "quoted phrase", an identifier or a path that stands there as typed comes before all else; in a shell, quotes go in quotes: \'"like this"\'.',
    'What is upcoming, lapsed or superseded is left out unless you ask for it, and what is stale is marked. Every filter given must fit; names are compared whole.',
    'The index under .brain/ is brought in step with the files first, and nothing else is written. Words after -- are taken as they are.',
  ],
  positionals: [{name: 'words', summary: 'the words to look for', required: true, many: true}],
  options: {
    limit: single('COUNT', 'so many hits; 10 where absent', count),
    offset: single('COUNT', 'pass over so many hits', whole),
    wing,
    room,
    hall,
    type,
    tag,
    role: choice('ROLE', 'what the file is for', ROLES),
    session: single('ID', 'said in this session', text),
    where: repeated('KEY=VALUE', 'with this in the frontmatter', pair),
    since: single('WHEN', 'from then on: a day or an instant', moment),
    until: single('WHEN', 'up to then; a day: through that day', moment),
    standing: choice('STANDING', 'that stand so', STANDINGS),
    'include-past': flag('also what is upcoming, lapsed or superseded'),
    'held-at': heldAt,
    'min-score': single('NUMBER', 'leave out hits below it', score),
    ranking: choice('RANKING', 'by what hits are ordered; brain.yaml says where absent', [
      'usual',
      'meaning-time-importance',
    ]),
    explain: flag('what each score is made of'),
  },
  examples: [
    {line: 'brain search rate limits --wing atlas', says: 'in what is known of atlas'},
    {line: 'brain search fetchUserById', says: 'an identifier, as it is written'},
    {line: 'brain search "who decided on gRPC" --limit 3', says: 'a question'},
    {line: 'brain search deploy --where status=open --since 2026-11-01', says: 'narrowed'},
    {line: 'brain search harbour --include-past --explain', says: 'also what no longer holds'},
    {
      line: 'brain search --ranking meaning-time-importance "what changed"',
      says: 'what is new and important first',
    },
    {line: 'brain search -- --no-verify', says: 'words that look like options'},
  ],
  run: async ({options, words}, io) => {
    const brain = await io.open(options.brain)
    try {
      const report = await brain.search(words.join(' '), {
        includePast: options['include-past'],
        ...said({
          limit: options.limit,
          offset: options.offset,
          wing: options.wing,
          room: options.room,
          hall: options.hall,
          type: options.type,
          tag: options.tag,
          role: options.role,
          session: options.session,
          where: options.where.length === 0 ? undefined : byKey(options.where),
          since: options.since,
          until: options.until,
          standing: options.standing,
          heldAt: options['held-at'],
          minScore: options['min-score'],
          ranking: options.ranking,
        }),
      })
      if (options.json) printJson(io, searchWire(report))
      else printReport(io, report, {explain: options.explain, isNarrowed: isNarrowed(options)})
      return 0
    } finally {
      await brain.close()
    }
  },
})

/** Of one key, one value is enough; of two keys, both must fit. */
function byKey(pairs: readonly (readonly [string, string])[]): SearchOptions['where'] {
  const values = new Map<string, string[]>()
  for (const [key, value] of pairs) values.set(key, [...(values.get(key) ?? []), value])
  return Object.fromEntries(values)
}

const NARROWING = [
  'wing',
  'room',
  'hall',
  'type',
  'tag',
  'role',
  'session',
  'since',
  'until',
] as const

function isNarrowed(
  options: Readonly<Record<(typeof NARROWING)[number], unknown>> & {
    readonly where: readonly unknown[]
    readonly 'min-score': unknown
    readonly standing: unknown
    readonly 'include-past': boolean
  },
): {readonly byFilter: boolean; readonly byTime: boolean} {
  return {
    byFilter:
      NARROWING.some((name) => options[name] !== undefined) ||
      options.where.length !== 0 ||
      options['min-score'] !== undefined,
    byTime: options.standing === undefined && !options['include-past'],
  }
}

interface How {
  readonly explain: boolean
  readonly isNarrowed: ReturnType<typeof isNarrowed>
}

function printReport(io: Io, report: SearchReport, {explain, isNarrowed}: How): void {
  printMessages(io, report.messages)
  io.out(report.hits.map((hit) => hitLines(io, hit, explain)).join('\n'))
  if (explain && report.words.length !== 0) {
    io.err(`looked for ${report.words.map(oneLine).join(', ')}\n`)
  }
  for (const [word, others] of Object.entries(report.instead)) {
    const near = others.map((other) => `\`${oneLine(other)}\``).join(', ')
    io.err(`nothing matched \`${oneLine(word)}\`; looked for ${near} instead\n`)
  }
  io.err(`${totalsOf(report, isNarrowed)}\n`)
  if (report.staleIndex) {
    io.err(
      `the index is behind by ${counted(report.behind, 'note')}: \`brain index\` brings it in step\n`,
    )
  }
}

function totalsOf({total, offset, limit, hits}: SearchReport, narrowed: How['isNarrowed']): string {
  if (total === 0) {
    const wider = [
      ...(narrowed.byFilter ? ['fewer filters find more'] : []),
      ...(narrowed.byTime ? ['--include-past also looks at what no longer holds'] : []),
    ]
    return ['nothing found', ...wider].join('; ')
  }
  if (hits.length === 0) return `${counted(total, 'hit')}, none after the first ${offset}`
  if (hits.length === total) return counted(total, 'hit')
  const range = hits.length === 1 ? `${offset + 1}` : `${offset + 1} to ${offset + hits.length}`
  const isMore = offset + hits.length < total
  return `hits ${range} of ${total}${isMore ? `; the next: --offset ${offset + limit}` : ''}`
}

/** Place, title, how it stands and score; below it the snippet. */
function hitLines(io: Io, hit: Hit, explain: boolean): string {
  const {lines} = hit
  const range = lines[0] === lines[1] ? `${lines[0]}` : `${lines[0]}-${lines[1]}`
  const place = `${oneLine(hit.path)}:${range}`
  const label = labelOf(hit)
  const figure = hit.score.toFixed(2)
  const others = [place, label, figure].filter((part) => part !== '')
  const left = io.columns - others.reduce((sum, part) => sum + widthOf(part) + 2, 0)
  const title = oneLine(hit.title)
  const parts = [
    io.style('cyan', place),
    // A person reads titles; a program that reads lines is not to find them cut.
    io.terminal('stdout') ? cutTo(title, Math.max(20, left)) : title,
    label === '' ? '' : io.style('yellow', label),
    io.style('dim', figure),
  ]
  const rest = [...snippetLines(io, hit), ...(explain ? [sumOf(hit)] : [])]
  const head = parts.filter((part) => part !== '').join('  ')
  return `${[head, ...rest.map((line) => `  ${line}`)].join('\n')}\n`
}

function labelOf(hit: Hit): string {
  const {standing, stale, unreadable, missing} = hit
  const short = shortStanding({standing, stale, unreadable})
  return [...(short === 'current' ? [] : [short]), ...(missing ? ['missing'] : [])].join(', ')
}

function snippetLines(io: Io, {snippet, marks}: Hit): string[] {
  if (snippet === '') return []
  const text = harmless(snippet)
  // What was marked is where it was as long as no letter went away.
  const shown = text.length === snippet.length ? marks : []
  return brokenAt(text, io.columns - 2).map(([start, end]) => {
    let line = ''
    let at = start
    for (const [from, to] of shown) {
      const [first, last] = [Math.max(at, from), Math.min(end, to)]
      if (last <= first) continue
      line += text.slice(at, first) + io.style('bold', text.slice(first, last))
      at = last
    }
    return line + text.slice(at, end)
  })
}

/** `0.62 words + 0.11 note - 0.20 standing = 0.53; matched fetch, user`. */
function sumOf({parts, score, match, matched, reranked}: Hit): string {
  const terms = Object.entries(parts).filter(([name, value]) => value !== 0 || name === 'words')
  const sum = terms
    .map(([name, value], at) => {
      const sign = at === 0 ? '' : value < 0 ? ' - ' : ' + '
      return `${sign}${Math.abs(value).toFixed(3)} ${name}`
    })
    .join('')
  const found = matched.length === 0 ? '' : ` on ${matched.map(oneLine).join(', ')}`
  const again = reranked === undefined ? '' : `; reranked ${reranked.toFixed(3)}`
  return `${sum} = ${score.toFixed(3)}; ${match}${found}${again}`
}
