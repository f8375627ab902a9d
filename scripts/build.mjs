/**
 * Builds `dist/`: the command, the library, and what they read lazily.
 *
 * Everything is bundled and split at each `import()`: a bundle starts in half the time of the same
 * files in `node_modules`, and a command loads only what it uses. All chunks lie flat in `dist/`, so
 * that a path relative to a source file of `src/` (`../templates`) is right from a chunk as well.
 * Types are made only for the package (`npm run build`, `npm pack`), since they take longer than all
 * the rest.
 */

import {execFileSync} from 'node:child_process'
import {cp, mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises'
import path from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'

export const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const dist = path.join(root, 'dist')

const entryPoints = {cli: 'src/cli/main.ts', index: 'src/index.ts'}

/** Libraries of CommonJS call `require`, which an ES module does not have. */
const banner =
  "import {createRequire as createRequireHere} from 'node:module';" +
  'const require=createRequireHere(import.meta.url);'

/**
 * tiktoken's glue reads its wasm from beside itself, and the ranks are 2 MB of JSON that nobody
 * should parse twice: both stay files, copied to `dist/tiktoken/` (of the package's 23 MB, 3.4).
 */
const tokenizerFiles = {
  'lite/tiktoken.cjs': 'tiktoken.cjs',
  'lite/tiktoken_bg.cjs': 'tiktoken_bg.cjs',
  'lite/tiktoken_bg.wasm': 'tiktoken_bg.wasm',
  'encoders/o200k_base.json': 'o200k_base.json',
}

/** Points `ground/tokens.ts`, which loads them by `createRequire`, to the copies. */
const tokenizerPlugin = {
  name: 'tokenizer',
  setup(build) {
    build.onLoad({filter: /ground[/\\]tokens\.ts$/}, async ({path: file}) => {
      const text = await readFile(file, 'utf8')
      const contents = text
        .replace("load('tiktoken/lite')", "load('./tiktoken/tiktoken.cjs')")
        .replace('load(`tiktoken/encoders/', 'load(`./tiktoken/')
      if (contents.split('./tiktoken/').length !== 3) {
        return {errors: [{text: 'tokens.ts no longer loads tiktoken as scripts/build.mjs expects'}]}
      }
      return {contents, loader: 'ts'}
    })
  },
}

/**
 * The SDK of the Model Context Protocol has a validator of JSON Schema with it, for questions to a client's user, which
 * are never asked: half of all that a server loads at its start.
 */
const protocolPlugin = {
  name: 'protocol',
  setup(build) {
    build.onLoad({filter: /sdk[/\\]dist[/\\]esm[/\\]validation[/\\]ajv-provider\.js$/}, () => ({
      contents:
        'export class AjvJsonSchemaValidator {\n' +
        "  getValidator() { throw new Error('mdbrain asks no questions of a client') }\n" +
        '}\n',
    }))
  },
}

/** Builds the JavaScript. Returns the metafile of esbuild; where it fails `dist` stays as it was. */
export async function buildCode() {
  const {build} = await import('esbuild')
  const staged = path.join(root, 'node_modules', `.mdbrain-dist-${process.pid}`)
  try {
    const {metafile} = await build({
      absWorkingDir: root,
      entryPoints,
      outdir: staged,
      chunkNames: '[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none',
      banner: {js: banner},
      alias: {
        // Its other form calls `require` in a way that no bundler sees through.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        'string-width': './scripts/plain-width.mjs',
      },
      plugins: [tokenizerPlugin, protocolPlugin],
      metafile: true,
      logLevel: 'warning',
    })
    await mkdir(path.join(staged, 'tiktoken'))
    for (const [from, to] of Object.entries(tokenizerFiles)) {
      await cp(path.join(root, 'node_modules/tiktoken', from), path.join(staged, 'tiktoken', to))
    }
    await replaceDist(staged)
    return metafile
  } finally {
    await rm(staged, {recursive: true, force: true})
  }
}

/** In two renames, so that a command which starts meanwhile finds one build or the other. */
async function replaceDist(staged) {
  const old = `${staged}-old`
  await rename(dist, old).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(staged, dist)
  await rm(old, {recursive: true, force: true})
}

/** Writes the declarations that `index.d.ts` reaches, and no others. */
async function buildTypes() {
  const config = path.join(dist, 'tsconfig.json')
  const only = {extends: '../tsconfig.build.json', files: ['../src/index.ts'], include: []}
  await writeFile(
    config,
    JSON.stringify({...only, compilerOptions: {rootDir: '../src', outDir: 'types'}}),
  )
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', config], {cwd: root, stdio: 'inherit'})
  } finally {
    await rm(config)
  }
}

/** Writes whose work is in the package, with the licence of each. */
async function writeNotices(metafile) {
  const folders = new Set(['node_modules/tiktoken'])
  for (const input of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []
    if (folder !== undefined) folders.add(folder)
  }
  const notices = new Map()
  for (const folder of folders) {
    const {name, version, license} = JSON.parse(
      await readFile(path.join(root, folder, 'package.json'), 'utf8'),
    )
    notices.set(`${name} ${version}`, {license, text: await licenceOf(path.join(root, folder))})
  }
  const sections = [...notices]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, {license, text}]) => `## ${title} (${license})\n\n${text}\n`)
  const opening =
    'mdbrain is distributed with these libraries in it, each under its own licence.\n' +
    'This file is made by scripts/build.mjs from what was bundled.\n'
  await writeFile(path.join(dist, 'THIRD-PARTY-NOTICES'), [opening, ...sections].join('\n'))
}

async function licenceOf(folder) {
  const names = await readdir(folder)
  const file = names.sort().find((name) => /^licen[cs]e/i.test(name))
  if (file !== undefined) return (await readFile(path.join(folder, file), 'utf8')).trim()
  const readme = names.find((name) => /^readme/i.test(name))
  const text = readme === undefined ? '' : await readFile(path.join(folder, readme), 'utf8')
  const [, section] = /\n#+\s*licen[cs]e\s*\n+([\s\S]*?)(?:\n#|$)/i.exec(text) ?? []
  return section?.trim() || 'The package names its licence and holds no text of it.'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const {stampBuild} = await import('./set-up.mjs')
  try {
    await writeNotices(await buildCode())
    await buildTypes()
    stampBuild()
  } catch (error) {
    // esbuild and tsc have said it themselves.
    if (!Array.isArray(error.errors) && error.status === undefined) throw error
    process.exitCode = 1
  }
}
