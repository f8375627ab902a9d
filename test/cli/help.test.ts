import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {optionsOf} from '../../src/cli/arrange.js'
import {widthOf} from '../../src/cli/columns.js'
import {commands} from '../../src/cli/commands.js'
import {generalHelp, helpOf} from '../../src/cli/help.js'
import {common} from '../../src/cli/options.js'
import {runProgram} from '../../src/cli/program.js'
import {fakeIo} from './fake-io.js'

const page = {columns: 80, style: (_: unknown, text: string) => text}
const readme = path.resolve(import.meta.dirname, '../../README.md')

describe('the page of all commands', () => {
  test('fits a screen', () => {
    const lines = generalHelp(commands, page).split('\n')
    expect(lines.length).toBeLessThanOrEqual(44)
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80)
  })

  test('names every command a person types', () => {
    const lines = generalHelp(commands, page)
    for (const {name, forMachines} of commands) {
      expect(lines.includes(`\n  ${name} `)).toBe(forMachines !== true)
    }
  })
})

describe.each(commands.map((command) => [command.name, command] as const))(
  '%s',
  (name, command) => {
    test('has help with an example of itself', () => {
      expect(command.summary.length).toBeLessThanOrEqual(60)
      expect(command.summary).not.toMatch(/\.$/)
      expect(command.description.length).toBeGreaterThan(0)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const {line} of command.examples) expect(line).toContain(`brain ${name}`)
    })

    test.each([30, 40, 80, 200])('has help that fits %d columns', (columns) => {
      for (const line of helpOf(command, {...page, columns}).split('\n')) {
        // A word, an option with its value or an example to copy is never broken.
        if (line.trim().includes(' ') && !/^ {2}(?:brain|source|-|--)/.test(line)) {
          expect(widthOf(line)).toBeLessThanOrEqual(columns)
        }
      }
    })

    test('is shown by --help, -h and help, to standard output', async () => {
      for (const argv of [
        [...name.split(' '), '--help'],
        [...name.split(' '), '-h'],
        ['help', ...name.split(' ')],
      ]) {
        const io = fakeIo()
        expect(await runProgram(argv, io)).toBe(0)
        expect(io.written).toEqual({out: helpOf(command, page), err: ''})
      }
    })

    test('takes --json and refuses what it does not know', async () => {
      const io = fakeIo()
      const words = command.positionals.map(({choices}) => choices?.[0] ?? 'x')
      expect(await runProgram([...name.split(' '), ...words, '--json', '--surprise'], io)).toBe(2)
      expect(JSON.parse(io.written.err)).toMatchObject({
        error: {code: 'bad-argument', data: {option: '--surprise'}},
      })
    })

    test('examples are command lines that it takes', async () => {
      for (const {line} of command.examples) {
        const own = line.slice(line.indexOf('brain ') + 6).replace(/ [<>] .*|\)$/g, '')
        const words = [...own.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!)
        // An unknown option at the end: all before it was accepted.
        const io = fakeIo()
        const end = words.includes('--') ? words.indexOf('--') : words.length
        await runProgram(words.toSpliced(end, 0, '--last'), io)
        expect(io.written.err).toContain('has no option `--last`')
      }
    })

    test.skipIf(!fs.existsSync(readme))('appears in the README', () => {
      expect(fs.readFileSync(readme, 'utf8')).toContain(`brain ${name}`)
    })
  },
)

test('an option takes a value with every command or with none', () => {
  for (const [name, option] of optionsOf(commands, common)) {
    for (const command of commands) {
      const own = command.options[name]
      if (own !== undefined) {
        expect([name, own.kind === 'flag']).toEqual([name, option.kind === 'flag'])
      }
    }
  }
})

test('brain alone, and brain --help, show the page of all commands', async () => {
  for (const argv of [[], ['--help'], ['help'], ['-h']]) {
    const io = fakeIo()
    expect(await runProgram(argv, io)).toBe(0)
    expect(io.written.out).toBe(generalHelp(commands, page))
  }
})

test('a word that only begins commands shows them', async () => {
  const io = fakeIo()
  expect(await runProgram(['hook'], io)).toBe(2)
  expect(io.written.err).toMatch(/^usage: brain hook COMMAND\n\n {2}hook install/)
})
