/** What the README shows is what happens: its samples are made anew and compared, its commands are all there. */

import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'
import {boot} from '../src/boot/boot.js'
import {explain} from '../src/boot/explain.js'
import {commands} from '../src/cli/commands.js'
import {mcp} from '../src/cli/mcp.js'
import {runProgram} from '../src/cli/program.js'
import {LiveIndex} from '../src/recall/live-index.js'
import {search} from '../src/recall/search.js'
import {sceneOf} from './boot/scene.js'
import {fakeIo} from './cli/fake-io.js'
import {Sandbox} from './support/sandbox.js'

const file = fileURLToPath(new URL('../README.md', import.meta.url))
const example = fileURLToPath(new URL('../brain-example', import.meta.url))
const readme = readFileSync(file, 'utf8')

/** Compares the fenced block under a comment `<!-- name -->`, or writes it anew with `UPDATE=1`. */
function expectSample(name: string, sample: string) {
  const pattern = new RegExp(`(<!-- ${name} -->\\n\\n\`\`\`text\\n)([\\s\\S]*?)(\`\`\`\\n)`)
  const found = pattern.exec(readFileSync(file, 'utf8'))
  expect(found, `README.md lacks a sample under \`<!-- ${name} -->\``).not.toBeNull()
  if (process.env.UPDATE === '1') {
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(pattern, (_, open, __, close) => open + sample + close),
    )
    return
  }
  expect(found![2]).toBe(sample)
}

test('the boot context that it shows, and where its tokens went', async () => {
  const cacheDir = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-readme-'))
  try {
    const scene = sceneOf(example, {cacheDir})
    const context = await boot(scene, {budget: 900, heldAt: '2026-11-29'})
    expectSample('boot', context.text)
    expectSample('explain', `${explain(context, {width: 64}).split('\n\n')[0]!}\n`)
  } finally {
    rmSync(cacheDir, {recursive: true, force: true})
  }
})

test('what a search finds in the example', async () => {
  const cacheDir = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-readme-'))
  try {
    const scene = sceneOf(example, {cacheDir})
    const live = new LiveIndex(scene)
    const heldAt = '2026-11-29'
    const io = fakeIo(
      {},
      {search: (query, asked) => search(scene, live, query, {...asked, heldAt})},
    )
    expect(await runProgram(['search', 'who may deploy', '--limit', '2'], io)).toBe(0)
    expectSample('search', io.written.out)
  } finally {
    rmSync(cacheDir, {recursive: true, force: true})
  }
})

test('what it says to run in a project, so that its agent has a memory', () => {
  const [, block] = /<!-- in-your-agent -->\n\n```sh\n([\s\S]*?)```/.exec(readme)!
  const box = new Sandbox()
  box.write({'MEMORY.md': '- The sea is near.\n', 'CLAUDE.md': 'Mine.\n'})
  box.commit('a project')
  box.run(['trust'])
  const printed = block!
    .trimEnd()
    .split('\n')
    .map((line) => {
      const words = line
        .replace(/(?:<.*)?#.*$/, '')
        .trim()
        .split(' ')
        .slice(1)
      const asks = /^(?:hook (?:un)?install|setup)/.test(words.join(' '))
      const ran = box.run([...words, ...(asks ? ['--yes'] : [])])
      expect([line, ran.exit]).toEqual([line, 0])
      return ran.stdout
    })
  expect(printed[1]).toContain('Claude Code\n  project SessionStart, UserPromptSubmit, Stop')
  expect(printed[2]).toContain('The sea is near.')
  expect(box.files()).toEqual(['CLAUDE.md', 'MEMORY.md'])
})

test('every command', () => {
  const missing = commands.filter(({name}) => !readme.includes(`\`brain ${name}\``))
  expect(missing.map(({name}) => name)).toEqual([])
})

test('no command that there is not', () => {
  const names = new Set(commands.flatMap(({name}) => [name, name.split(' ')[0]]))
  const shown = [...readme.matchAll(/(?:^|`|&& )brain ([a-z]+)/gm)].map((match) => match[1]!)
  expect(shown.filter((name) => !names.has(name))).toEqual([])
})

test('links lead to files that there are', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!)
  for (const link of links) {
    expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow(/ENOENT/)
  }
})

test('the MCP server that it tells clients to start', () => {
  const [, block] = /```json\n(\{\n {2}"mcpServers"[\s\S]*?)```/.exec(readme)!
  const {mcpServers} = JSON.parse(block!) as {mcpServers: {mdbrain: {args: string[]}}}
  const {args} = mcpServers.mdbrain
  expect(commands.map(({name}) => name)).toContain(args.join(' '))
  expect(mcp.options['read-only']).toBeDefined()
})
