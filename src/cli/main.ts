#!/usr/bin/env node
/**
 * The command `brain`: where a process begins.
 *
 * What must be quick is answered here before anything else is loaded: the version, what a shell
 * asks at each press of Tab, and the hook and the server that a session waits for. Everything else goes to
 * `program.ts`. Also here: a reader that went away ends the process in silence, and no path of the
 * program calls `process.exit` while output may still be on its way.
 */

import {readFileSync} from 'node:fs'

const argv = process.argv.slice(2)
/** Whatever is wrong with one: a harness takes some exit codes for an order to stop. */
const isHook = argv[0] === 'hook' && (argv[1] === 'run' || argv[1] === 'keep')

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `brain boot | head -1`: whoever reads has enough.
    if (error.code === 'EPIPE' || isHook) process.exit(0)
    if (stream === process.stdout) process.exit(untold(error))
  })
}

/** A disk that is full, say. What a verb has written to the brain by now is written. */
function untold({message}: Error): number {
  process.stderr.write(
    `error: the answer could not be written: ${message}\n  hint: see that there is room where standard output goes\n`,
  )
  return 2
}

process.exitCode = await run()

async function run(): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-v')) {
    process.stdout.write(`${versionBeside()}\n`)
    return 0
  }
  if (argv[0] === '__complete') {
    const {completionsFor} = await import('./complete.js')
    process.stdout.write(
      completionsFor(argv.slice(1), process.env)
        .map((line) => `${line}\n`)
        .join(''),
    )
    return 0
  }
  if (isHook && !argv.some((word) => word.startsWith('-'))) {
    const {runHook, runKeep} = await import('./run-hook.js')
    if (argv[1] === 'keep') await runKeep(argv.slice(2), process.env)
    const answer = argv[1] === 'run' ? await runHook(argv.slice(2), process.env) : ''
    // Whatever it gave up waiting for may still be at work.
    return new Promise(() => process.stdout.write(answer, () => process.exit(0)))
  }
  if (argv[0] === 'mcp') {
    const {serveMcp, servingFor} = await import('./serve-mcp.js')
    const serving = servingFor(argv.slice(1))
    if (serving !== undefined) {
      const {terminalIo} = await import('./terminal.js')
      return serveMcp(serving, terminalIo(true))
    }
  }
  const {terminalIo} = await import('./terminal.js')
  const {runProgram} = await import('./program.js')
  return runProgram(argv, terminalIo(argv.includes('--no-color')))
}

/**
 * The version that package.json says, beside the `dist/` that this file is bundled into: the library
 * knows it too, but loading it would take half as long again as starting Node.
 */
function versionBeside(): string {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as {version: string}).version
}
