/**
 * Makes a fresh clone ready, and does nothing the second time.
 *
 * With nothing but Node and Git at hand: installs where `node_modules` is not what package-lock.json
 * says, builds where `dist` is not of these sources. Both are told by content, so that neither a
 * `git checkout` nor a clock that is wrong makes work.
 */

import {execFileSync, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {fileURLToPath} from 'node:url'

export const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const installStamp = path.join(root, 'node_modules/.mdbrain-installed')
const buildStamp = path.join(root, 'dist/.built')

/** Installs and builds where that is needed; says what it does on stderr, and is silent otherwise. */
export async function setUp() {
  checkMachine()
  const lock = installKey()
  if (readOr(installStamp) !== lock) install(lock)
  if (readOr(buildStamp) !== buildKey()) {
    say('building dist/ …')
    const {buildCode} = await import('./build.mjs')
    await buildCode().catch((error) => {
      if (!Array.isArray(error.errors)) throw error
      stop('the build failed; what esbuild said is above')
    })
    stampBuild()
  }
}

/** Notes that `dist` is of these sources. */
export function stampBuild() {
  writeFileSync(buildStamp, buildKey())
}

function checkMachine() {
  const {engines} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const [major, minor] = engines.node.match(/\d+/g).map(Number)
  const [ours, minors] = process.versions.node.split('.').map(Number)
  if (ours < major || (ours === major && minors < minor)) {
    stop(`mdbrain needs Node ${major}.${minor} or newer, and this is ${process.versions.node}`)
  }
  if (spawnSync('git', ['--version'], {stdio: 'ignore'}).status !== 0) {
    stop('mdbrain needs Git, and there is no `git` on the PATH: https://git-scm.com/downloads')
  }
}

function install(lock) {
  if (!isInstalled()) {
    say('installing what package-lock.json names (npm ci; this may take a minute) …')
    // By the npm that called us where one did; on Windows `npm` alone is a script that needs a shell.
    const cli = process.env.npm_execpath
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const options = {cwd: root, stdio: ['ignore', 2, 2]}
    try {
      if (cli?.endsWith('.js')) execFileSync(process.execPath, [cli, ...args], options)
      else execFileSync('npm', args, {...options, shell: process.platform === 'win32'})
    } catch {
      stop('npm ci failed; what it said is above')
    }
  }
  mkdirSync(path.dirname(installStamp), {recursive: true})
  writeFileSync(installStamp, lock)
}

/** Tells whether `node_modules` holds, by npm's own notes, what package-lock.json names. It may hold more. */
function isInstalled() {
  const noted = readOr(path.join(root, 'node_modules/.package-lock.json'))
  if (noted === undefined) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const held = JSON.parse(noted).packages
  const same = (name) => wanted[name]?.integrity === held[name]?.integrity
  return (
    Object.keys(held).every((name) => !(name in wanted) || same(name)) &&
    Object.entries(wanted).every(
      ([name, {optional}]) => name === '' || name in held || optional === true,
    )
  )
}

function installKey() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return digest([`${process.platform} ${process.arch}`, lock])
}

function buildKey() {
  const sources = readdirSync(path.join(root, 'src'), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('src', file))
  const files = [
    ...sources,
    'scripts/build.mjs',
    'scripts/plain-width.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]
  return digest(files.sort().flatMap((file) => [file, readFileSync(path.join(root, file))]))
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function readOr(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function say(text) {
  process.stderr.write(`set-up: ${text}\n`)
}

function stop(text) {
  process.stderr.write(`error: ${text}\n`)
  process.exit(2)
}
