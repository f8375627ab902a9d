/**
 * The rules of the house that a test can hold. Each looks at every file of `src` and names the
 * offenders; ARCHITECTURE.md says why.
 */

import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import {expect, test} from 'vitest'
import {version} from '../src/version.js'

/** Lowest first. A file may import from its own folder and from floors below it. */
const floors = [
  ['ground'],
  ['validity', 'history', 'consent'],
  ['note'],
  ['settings'],
  ['chunk', 'terms', 'embed'],
  ['edit'],
  ['postings'],
  ['rank'],
  ['store'],
  ['catalog'],
  ['recall'],
  ['boot', 'writing', 'report'],
  ['watch'],
  ['.'],
  ['hooks', 'mcp'],
  ['cli'],
]
const doors = ['hooks', 'mcp', 'cli']
/** They do what `brain.ts` declares, and may import its types. */
const verbs = ['recall', 'boot', 'writing', 'report', 'watch']

/** Each is imported by one file, so that it can be replaced there. */
const heavy = [
  '@modelcontextprotocol/sdk',
  '@orama/orama',
  '@orama/stemmers',
  '@secretlint/core',
  '@secretlint/profiler',
  '@secretlint/secretlint-rule-preset-recommend',
  'gray-matter',
  'ignore',
  'jsonc-parser',
  'onnxruntime-node',
  'remark-gfm',
  'remark-parse',
  'simple-git',
  'tiktoken',
  'unified',
  'yaml',
  'yargs',
]

const vague = /^(utils?|helpers?|common|types|constants|managers?|services?|misc|shared|lib)$/

const src = path.resolve(import.meta.dirname, '../src')
const files = sourcesUnder(src)
const testFiles = sourcesUnder(import.meta.dirname).filter((file) => file !== 'tidy.test.ts')
const texts = new Map(files.map((file) => [file, readFileSync(path.join(src, file), 'utf8')]))
const testText = testFiles
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
}

function floorOf(file: string): number {
  return floors.findIndex((folders) => folders.includes(folderOf(file)))
}

/** The specifiers a file imports, dynamic imports and `createRequire` included. */
function importsOf(text: string): string[] {
  const found = ts.preProcessFile(text, true, true).importedFiles.map(({fileName}) => fileName)
  const required = [...text.matchAll(/\b(?:load|require|requireHere)\(\s*['"`]([^'"`$]+)/g)]
  return [...new Set([...found, ...required.map((match) => match[1]!)])]
}

/** The files of `src` that a file imports, each as named in `files`. */
function neighboursOf(file: string, read = (text: string) => text): string[] {
  return importsOf(read(texts.get(file)!))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) =>
      path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'),
    )
}

/** Leaves out what is gone when the program runs. */
function withoutTypes(text: string): string {
  return text.replace(/^(?:import|export) type [^;]*?from '[^']*'$/gm, '')
}

test('every folder has a floor, and every file leans only on its own folder and on floors below', () => {
  const offenders = files.flatMap((file) =>
    neighboursOf(file)
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} may not import ${target}`),
  )
  expect(files.filter((file) => floorOf(file) === -1)).toEqual([])
  expect(offenders).toEqual([])
})

function mayImport(file: string, target: string): boolean {
  if (folderOf(target) === folderOf(file)) return true
  // The doors see only what a stranger would; the command line also opens the two others.
  if (doors.includes(folderOf(file))) {
    const isInner = folderOf(file) === 'cli' && ['hooks', 'mcp'].includes(folderOf(target))
    return target === 'index.ts' || isInner
  }
  if (verbs.includes(folderOf(file)) && target === 'brain.ts') {
    return !neighboursOf(file, withoutTypes).includes(target)
  }
  return floorOf(target) < floorOf(file)
}

test('nothing imports itself by a detour, save for types', () => {
  const detours = new Set<string>()
  const finished = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) {
      detours.add([...trail.slice(trail.indexOf(file)), file].join(' → '))
      return
    }
    if (finished.has(file) || !texts.has(file)) return
    for (const next of neighboursOf(file, withoutTypes)) visit(next, [...trail, file])
    finished.add(file)
  }
  for (const file of files) visit(file, [])
  expect([...detours]).toEqual([])
})

test('every import leads to a file that there is', () => {
  const lost = files.flatMap((file) =>
    neighboursOf(file)
      .filter((target) => target.endsWith('.ts') && !texts.has(target))
      .map((target) => `${file}: ${target}`),
  )
  expect(lost).toEqual([])
})

test('only machine.ts and the doors ask the machine', () => {
  const offenders = files
    .filter((file) => file !== 'machine.ts' && !doors.includes(folderOf(file)))
    .flatMap((file) => questionsOf(file, texts.get(file)!))
  expect(offenders).toEqual([])
})

/** Where a file asks the clock, the environment, the working directory, the home or the terminal. */
function questionsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const asked: string[] = []
  const note = (node: ts.Node) => {
    const {line} = source.getLineAndCharacterOfPosition(node.getStart())
    asked.push(`${file}:${line + 1}: ${node.getText()}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && isQuestion(node.getText())) note(node)
    if (ts.isIdentifier(node) && node.text === 'console') note(node)
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
      if ((node.arguments?.length ?? 0) === 0) note(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return asked
}

function isQuestion(access: string): boolean {
  return /^(Date\.now|performance\.now|os\.homedir|process\.(env|cwd|exit|exitCode|argv|stdin|stdout|stderr))$/.test(
    access,
  )
}

test('every file opens with what it is for', () => {
  const offenders = files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(texts.get(file)!))
  expect(offenders).toEqual([])
})

test('no file passes 400 lines', () => {
  const offenders = files
    .map((file) => [file, texts.get(file)!.split('\n').length - 1] as const)
    .filter(([, lines]) => 400 < lines)
  expect(offenders).toEqual([])
})

test('no name says nothing', () => {
  const offenders = files.filter((file) =>
    file
      .replace(/\.ts$/, '')
      .split('/')
      .some((part) => vague.test(part)),
  )
  expect(offenders).toEqual([])
})

test.each(heavy)('%s is imported by one file', (library) => {
  const importers = files.filter((file) =>
    importsOf(texts.get(file)!).some(
      (specifier) => specifier === library || specifier.startsWith(`${library}/`),
    ),
  )
  expect(importers).toHaveLength(1)
})

test('nothing is left to do, and nothing is left out of the tests', () => {
  const unfinished = files.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(texts.get(file)!))
  expect(unfinished).toEqual([])
  expect(testText.match(/\b(?:test|describe|it)\.(?:skip|only|todo)\b/g)).toBeNull()
})

test('every way to stop can happen, and is tested', () => {
  checkClosedList('ground/brain-error.ts', 'ErrorCode')
})

test('every rule of a message is told somewhere, and is tested', () => {
  checkClosedList('ground/message.ts', 'Rule')
})

/** Each member of a union of strings is used in `src` outside of where it is listed, and in a test. */
function checkClosedList(file: string, name: string): void {
  const union = new RegExp(`type ${name} =([^]*?)\\n\\n`).exec(texts.get(file)!)?.[1] ?? ''
  const members = [...union.matchAll(/'([^']+)'/g)].map((match) => match[1]!)
  expect(members.length).toBeGreaterThan(5)
  const source = files
    .filter((other) => other !== file)
    .map((other) => texts.get(other)!)
    .join('\n')
  expect({
    unused: members.filter((member) => !source.includes(`'${member}'`)),
    // A test may name it alone, or in what the command prints: `[unreadable-date]`.
    untested: members.filter((member) => !new RegExp(`\\b${member}\\b`).test(testText)),
  }).toEqual({unused: [], untested: []})
}

test('the version is that of the package', () => {
  const manifest = readFileSync(path.resolve(src, '../package.json'), 'utf8')
  expect(JSON.parse(manifest).version).toBe(version)
})

test('a stranger sees these values, and no others', async () => {
  // What is added here is promised; what is taken away breaks somebody's program.
  expect(Object.keys(await import('../src/index.js')).sort()).toMatchInlineSnapshot(`
    [
      "BrainError",
      "asData",
      "compareMessages",
      "didYouMean",
      "didYouMeanHint",
      "explain",
      "formatMessage",
      "initBrain",
      "limitOf",
      "locate",
      "meetBrain",
      "onOneLine",
      "openBrain",
      "openTokenizer",
      "readDay",
      "readDuration",
      "readInstant",
      "setupProject",
      "stateFolder",
      "version",
      "watchBrain",
    ]
  `)
})
