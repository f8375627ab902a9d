/** `brain remember`: keeps a memory, word for word. */

import {BrainError} from '../index.js'
import {defineCommand, said} from './command.js'
import type {Io} from './io.js'
import {author, flag, hall, importance, repeated, room, single, wing} from './options.js'
import {duration, moment, text} from './read-value.js'
import {printJson, printWritten} from './told.js'
import {writtenWire} from './wire.js'

export const remember = defineCommand({
  name: 'remember',
  group: 'Write',
  summary: 'keep a memory, word for word',
  description: [
    'Writes a note under drawers/WING/ROOM/ (general/notes where not said) and commits it. The text is kept as it is; with several lines, or lines that begin with `-`, give it on standard input.',
    'A memory with a --key takes the place of the current one under that key. --valid-from, --valid-to and --ttl say when it holds and how long it may be trusted.',
  ],
  positionals: [{name: 'text', summary: 'the text; else --text, else standard input'}],
  options: {
    text: single('TEXT', 'the text', text),
    title: single('TITLE', 'the first line of the text where absent', text),
    wing,
    room,
    hall,
    type: single('TYPE', 'any word: document, summary, entity', text),
    key: single('KEY', 'identity of what it says: user.timezone', text),
    tag: repeated('TAG', 'a tag', text),
    importance,
    pinned: flag('considered first in its layer'),
    'valid-from': single('WHEN', 'true from then on: a day or an instant', moment),
    'valid-to': single('WHEN', 'true until then; a day: through that day', moment),
    ttl: single('TIME', 'trusted without review for so long: 90d, P3M', duration),
    source: single('SOURCE', 'where it comes from', text),
    supersedes: repeated('NAME', 'a memory that this replaces', text),
    ...author,
  },
  examples: [
    {line: 'brain remember "The API is gRPC" --wing atlas --room api', says: 'one sentence'},
    {
      line: 'brain remember "UTC+2" --key user.timezone --hall preferences',
      says: 'the current answer under a key',
    },
    {line: 'brain remember --wing atlas --ttl 90d < notes.md', says: 'a whole text, for 90 days'},
  ],
  run: async ({options, words}, io) => {
    const content = await textOf(words[0], options.text, io, 'remember')
    const brain = await io.open(options.brain)
    try {
      const written = await brain.remember({
        text: content,
        pinned: options.pinned,
        tags: options.tag,
        supersedes: options.supersedes,
        ...said({
          title: options.title,
          wing: options.wing,
          room: options.room,
          hall: options.hall,
          type: options.type,
          key: options.key,
          importance: options.importance,
          validFrom: options['valid-from'],
          validTo: options['valid-to'],
          ttl: options.ttl,
          source: options.source,
          agent: options.agent,
          session: options.session,
        }),
      })
      if (options.json) printJson(io, writtenWire(written))
      else printWritten(io, 'remembered', written)
      return 0
    } finally {
      await brain.close()
    }
  },
})

/**
 * The text to write: the word given, else `--text`, else standard input.
 *
 * @throws {BrainError} `bad-argument` where there is none, or two.
 */
export async function textOf(
  word: string | undefined,
  option: string | undefined,
  io: Io,
  command: string,
): Promise<string> {
  const positional = word === '-' ? undefined : word
  if (positional !== undefined && option !== undefined) {
    throw new BrainError('bad-argument', {
      message: `\`brain ${command}\` was given its text twice: \`${positional}\` and by \`--text\``,
      hint: 'give it once',
      data: {argument: 'text'},
    })
  }
  const content = positional ?? option ?? (await io.readInput())
  if (content !== undefined && content.trim() !== '') return content
  throw new BrainError('bad-argument', {
    message: `\`brain ${command}\` has no text`,
    hint: `give it in quotes, \`brain ${command} "…"\`, or on standard input`,
    data: {argument: 'text'},
  })
}
