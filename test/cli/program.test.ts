import {describe, expect, test} from 'vitest'
import type {Io} from '../../src/cli/io.js'
import {runProgram} from '../../src/cli/program.js'
import type {Brain} from '../../src/index.js'
import {BrainError} from '../../src/index.js'
import {fakeIo} from './fake-io.js'

/** Runs `line`, split at spaces, and returns what was said, with the exit code. */
async function run(
  line: string | readonly string[],
  brain: Partial<Brain> = {},
  io: Partial<Io> = {},
) {
  const fake = fakeIo(io, brain)
  const exit = await runProgram(typeof line === 'string' ? line.split(' ') : line, fake)
  return {exit, ...fake.written}
}

/** Runs `line` on a brain whose verbs write down what they are asked. */
async function asked(line: string | readonly string[], io: Partial<Io> = {}): Promise<unknown[]> {
  const calls: unknown[] = []
  const brain = new Proxy({} as Partial<Brain>, {
    get:
      (_, verb) =>
      async (...args: unknown[]) => {
        calls.push([verb, ...args])
        throw new BrainError('no-history', {message: 'stop here'})
      },
    ownKeys: () => ['boot', 'recall', 'remember', 'log', 'review', 'end', 'supersede', 'list'],
    getOwnPropertyDescriptor: () => ({enumerable: true, configurable: true}),
  })
  const {err} = await run(line, brain, io)
  if (calls.length === 0) throw new Error(err)
  return calls[0] as unknown[]
}

describe('every number and date is checked by name', () => {
  const check = async (line: string | readonly string[], sentence: string) => {
    const {exit, out, err} = await run(line)
    expect([exit, out, err.split('\n')[0]]).toEqual([2, '', `error: ${sentence}`])
  }
  test.each([
    ['boot --budget abc', '`--budget` is `abc`, which is not a whole number of tokens'],
    ['boot --budget 1e3', '`--budget` is `1e3`, which is not a whole number of tokens'],
    ['boot --budget -5', '`--budget` is `-5`, which is not a whole number of tokens'],
    ['boot --budget 1.5', '`--budget` is `1.5`, which is not a whole number of tokens'],
    ['boot --budget 0x10', '`--budget` is `0x10`, which is not a whole number of tokens'],
    ['boot --budget=', '`--budget` is ``, which is not a whole number of tokens'],
    ['boot --budget', '`--budget` needs a value'],
    ['boot --budget --debug', '`--budget` needs a value, and `--debug` is an option'],
    ['boot --budget 1 --budget 2', '`--budget` is given 2 times: `1`, `2`'],
    ['boot --held-at nextweek', '`--held-at` is `nextweek`, which is not a date'],
    ['boot --held-at 2026-02-31', '`--held-at` is `2026-02-31`, which is not a date'],
    ['boot --held-at 2026-03-31T09:00', '`--held-at` is `2026-03-31T09:00`, which is not a date'],
    ['end x --on 2026-03-31T09:00Z', '`--on` is `2026-03-31T09:00Z`, which is not a day'],
    ['stale --within 14', '`--within` is `14`, which is not a length of time'],
    ['remember x --ttl soon', '`--ttl` is `soon`, which is not a length of time'],
    ['remember x --importance 2', '`--importance` is `2`, which is not a number from 0 to 1'],
    ['remember x --importance NaN', '`--importance` is `NaN`, which is not a number from 0 to 1'],
    ['boot --for emacs', '`--for` is `emacs`, which it does not know'],
    ['boot --debug=maybe', '`--debug` takes no value, and was given `maybe`'],
  ])('%s', check)
  test('an empty word', () => check(['boot', '--wing', ''], '`--wing` is empty'))
})

describe('what it does not know is refused', () => {
  const check = async (line: string, sentence: string, hint: string) => {
    const {exit, out, err} = await run(line)
    expect([exit, out, err]).toEqual([2, '', `error: ${sentence}\n  hint: ${hint}\n`])
  }
  test.each([
    ['bot', 'there is no command `bot`', 'did you mean `boot`?'],
    ['remeber x', 'there is no command `remeber x`', 'did you mean `remember`?'],
    ['frobnicate', 'there is no command `frobnicate`', '`brain --help` lists them'],
    [
      'hook instal claude-code',
      'there is no command `hook instal`',
      'did you mean `hook install`?',
    ],
    ['boot --bugdet 3', '`brain boot` has no option `--bugdet`', 'did you mean `--budget`?'],
    [
      'boot --nothing',
      '`brain boot` has no option `--nothing`',
      '`brain boot --help` lists its options',
    ],
    [
      'boot --within 14d',
      '`brain boot` has no option `--within`',
      '`brain boot --help` lists its options',
    ],
    ['boot -x', '`brain boot` has no option `-x`', '`brain boot --help` lists its options'],
    [
      'boot --no-json',
      '`brain boot` has no option `--no-json`',
      '`brain boot --help` lists its options',
    ],
    ['boot --held.at x', '`brain boot` has no option `--held.at`', 'did you mean `--held-at`?'],
    ['boot --heldAt x', '`brain boot` has no option `--heldAt`', 'did you mean `--held-at`?'],
    [
      'boot --__proto__=1',
      '`brain boot` has no option `--__proto__`',
      '`brain boot --help` lists its options',
    ],
    ['--versoin', '`brain` has no option `--versoin`', '`brain --help` lists its options'],
    ['boot now', '`brain boot` does not know what to do with `now`', 'see `brain boot --help`'],
    [
      'remember two words',
      '`brain remember` does not know what to do with `words`',
      'put text of several words in quotes',
    ],
    ['show', '`brain show` needs the name of a memory', 'for example `brain show rate-limits`'],
    [
      'move a',
      '`brain move` needs the new path',
      'for example `brain move rate-limits drawers/atlas/limits/rate-limits.md`',
    ],
    [
      'hook install claude-cod',
      '`claude-cod` is not a harness that there is a hook for',
      'did you mean `claude-code`?',
    ],
    [
      'remember -hello',
      '`brain remember` has no option `-hello`',
      'text that begins with `-` goes after `--`: `brain remember -- "-hello …"`',
    ],
  ])('%s', check)
})

describe('words reach the brain as they were written', () => {
  test('options of every kind', async () => {
    const line =
      'remember 1e3 --tag a --wing=001 --tag=b --importance .9 --pinned --valid-from 2026-03-01 --ttl 90d'
    expect(await asked(line)).toEqual([
      'remember',
      {
        text: '1e3',
        pinned: true,
        tags: ['a', 'b'],
        supersedes: [],
        wing: '001',
        importance: 0.9,
        validFrom: '2026-03-01',
        ttl: '90d',
      },
    ])
  })

  test('nothing that was not said', async () => {
    expect(await asked('boot')).toEqual(['boot', {for: 'plain'}])
    expect(await asked('boot --budget 0')).toEqual(['boot', {budget: 0, for: 'plain'}])
    expect(await asked('review a b')).toEqual(['review', ['a', 'b'], {}])
  })

  test.each([
    ['after --', ['remember', '--wing', 'w', '--', '-hello']],
    ['by --text=', ['remember', '--wing', 'w', '--text=-hello']],
    ['by --text', ['remember', '--text', '-hello', '--wing', 'w']],
  ])('text that begins with a dash, %s', async (_, line) => {
    expect(await asked(line)).toMatchObject(['remember', {text: '-hello', wing: 'w'}])
  })

  test('an option after -- is text', async () => {
    expect(await asked(['log', '--', '--json'])).toEqual(['log', {text: '--json'}])
  })

  test('text on standard input, whole', async () => {
    const readInput = async () => '- one\n- two\n'
    expect(await asked('log', {readInput})).toEqual(['log', {text: '- one\n- two\n'}])
    expect(await asked('log -', {readInput})).toEqual(['log', {text: '- one\n- two\n'}])
  })

  test('no text at all is said', async () => {
    for (const readInput of [async () => undefined, async () => ' \n']) {
      const {exit, err} = await run('remember', {}, {readInput})
      expect([exit, err]).toEqual([
        2,
        'error: `brain remember` has no text\n  hint: give it in quotes, `brain remember "…"`, or on standard input\n',
      ])
    }
  })

  test('two texts are one too many', async () => {
    expect((await run('log a --text b')).exit).toBe(2)
    expect((await run('supersede a b --by c')).exit).toBe(2)
  })

  test.each(['-C there boot', '--brain there boot', 'boot -Cthere', 'boot --brain=there'])(
    'the brain by %s',
    async (line) => {
      let named: string | undefined
      await run(
        line,
        {},
        {
          open: async (folder) => {
            named = folder
            throw new BrainError('not-a-brain', {message: 'stop here'})
          },
        },
      )
      expect(named).toBe('there')
    },
  )
})

describe('what stops a command', () => {
  const failing = (error: unknown): Partial<Brain> => ({
    status: async () => {
      throw error
    },
  })
  const known = new BrainError('unknown-name', {
    message: 'there is no `x`',
    hint: 'did you mean `y`?',
    data: {name: 'x'},
  })

  test('is said with its hint, and ends with 2', async () => {
    expect(await run('status', failing(known))).toEqual({
      exit: 2,
      out: '',
      err: 'error: there is no `x`\n  hint: did you mean `y`?\n',
    })
  })

  test('is JSON on standard error with --json', async () => {
    const {exit, out, err} = await run('status --json', failing(known))
    expect([exit, out]).toEqual([2, ''])
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'unknown-name',
        message: 'there is no `x`',
        hint: 'did you mean `y`?',
        data: {name: 'x'},
      },
    })
  })

  test('text that begins with dashes is known by its blanks', async () => {
    const {exit, err} = await run(['remember', '--- a rule\nand a line'])
    expect(exit).toBe(2)
    expect(err).toContain('goes after `--`: `brain remember -- "--- …"`')
  })

  test('a name of a megabyte is told by its beginning', async () => {
    const name = 'x'.repeat(1_000_000)
    const long = new BrainError('unknown-name', {message: `there is no \`${name}\``})
    const {err} = await run('status', failing(long))
    expect(err).toMatch(/^error: there is no `x+…x+`\n/)
    expect(err.length).toBeLessThan(300)
  })

  test('a fault of the program ends with 70 and asks for a report', async () => {
    const {exit, err} = await run('status', failing(new TypeError('broken')))
    expect(exit).toBe(70)
    expect(err).toMatch(/^fault: TypeError: broken\n {2}hint: .*please report it.*--debug/)
    expect(err).not.toContain('program.test.ts')
  })

  test('the stack stands under --debug', async () => {
    const {err} = await run('status --debug', failing(new TypeError('broken')))
    expect(err).toContain('program.test.ts')
  })

  test('a reader that went away is no trouble', async () => {
    const gone = Object.assign(new Error('write EPIPE'), {code: 'EPIPE'})
    expect(await run('status', failing(gone))).toEqual({exit: 0, out: '', err: ''})
  })

  test('the brain is closed all the same', async () => {
    let closed = 0
    await run('status', {
      ...failing(known),
      close: async () => {
        closed++
      },
    })
    expect(closed).toBe(1)
  })
})
