/**
 * Times whole processes, each paired with a bare `node -e 0` right before or after it: machines differ
 * and are shared, so that the ratio is what can be compared.
 */

import {spawnSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {root} from '../set-up.mjs'

export const cli = path.join(root, 'dist/cli.js')

/** The environment as it is, which is what a session starts in, but for what would lead to the user's own files. */
export function measuredEnvironment(place) {
  const own = /^(?:GIT_|MDBRAIN_|XDG_)/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  return {...Object.fromEntries(kept), HOME: path.join(place, 'home'), TZ: 'UTC', LANG: 'C.UTF-8'}
}

/** The same for what commits: the home of a bench has no name to commit under. */
export function committingEnvironment(place) {
  return {
    ...measuredEnvironment(place),
    ...{GIT_AUTHOR_NAME: 'bench', GIT_AUTHOR_EMAIL: 'bench@localhost'},
    ...{GIT_COMMITTER_NAME: 'bench', GIT_COMMITTER_EMAIL: 'bench@localhost'},
  }
}

/** What runs `brain` in `place`: timed, measured beside bare Node, or for its output. */
export function bench(place) {
  const env = measuredEnvironment(place)
  const start = (args, more = {}, input = '') => {
    const options = {cwd: place, env: {...env, ...more}, maxBuffer: 1e9, input}
    const result = spawnSync(process.execPath, args, options)
    check(result, args.join(' '))
    return result
  }
  const timed = (args, input) => {
    const begun = performance.now()
    start(args, {}, input)
    return performance.now() - begun
  }
  return {
    env,
    /** What a command printed. */
    output: (args) => start([cli, ...args]).stdout.toString('utf8'),
    /**
     * `args` of run 0, 1, …, and what they read on standard input; `prepare` is done before each run and not
     * measured. The first run, which is not counted, finds cold caches of the disk.
     */
    measure({name, args, runs, prepare, input}) {
      process.stderr.write(`${name} …\n`)
      const argsOf = typeof args === 'function' ? args : () => args
      prepare?.()
      timed([cli, ...argsOf(0)], input)
      const bare = []
      const own = []
      for (let run = 0; run < runs; run++) {
        prepare?.()
        // In turns, so that neither always profits from what the other left in a cache.
        if (run % 2 === 0) bare.push(timed(['-e', '0']))
        own.push(timed([cli, ...argsOf(run)], input))
        if (run % 2 === 1) bare.push(timed(['-e', '0']))
      }
      prepare?.()
      return {
        name,
        runs: own.length,
        bareMs: percentile(bare, 0.5),
        medianMs: percentile(own, 0.5),
        bestMs: Math.min(...own),
        ratio: percentile(
          own.map((milliseconds, run) => milliseconds / bare[run]),
          0.5,
        ),
        peakMb: peakOf(start, place, argsOf(0), input),
      }
    },
  }
}

/** The most memory the process held, as it says itself when it ends. Git's own is not counted. */
function peakOf(start, place, args, input) {
  const told = path.join(place, 'peak')
  const hook =
    "import {writeFileSync} from 'node:fs';" +
    "process.on('exit',()=>writeFileSync(process.env.PEAK,String(process.resourceUsage().maxRSS)))"
  const importing = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  start([...importing, cli, ...args], {PEAK: told}, input)
  return Number(readFileSync(told, 'utf8')) / 1024
}

export function check({status, stderr, error}, what) {
  if (status === 0) return
  throw new Error(`${what} ended with ${status}: ${error ?? stderr}`)
}

/** The value below which `share` of the numbers lie; halfway between two where it falls there. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

/** Prints what `measure` returned, a line each. */
export function printProcesses(rows) {
  const head = ['', 'runs', 'node -e 0', 'median', 'best', 'ratio', 'peak']
  const lines = rows.map(({name, runs, bareMs, medianMs, bestMs, ratio, peakMb}) => [
    name,
    String(runs),
    `${bareMs.toFixed(0)} ms`,
    `${medianMs.toFixed(0)} ms`,
    `${bestMs.toFixed(0)} ms`,
    `${ratio.toFixed(2)} ×`,
    `${peakMb.toFixed(0)} MB`,
  ])
  printColumns([head, ...lines])
  if (process.env.NODE_EXTRA_CA_CERTS !== undefined) {
    // Certificates are read at every start, ours and the bare one's: the ratio is the smaller for it.
    process.stdout.write(
      'NODE_EXTRA_CA_CERTS is set; without it every start is quicker by a constant.\n',
    )
  }
}

/** Prints rows of cells; numbers stand at the right of their column. */
export function printColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    )
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

/** Writes results with the machine they were measured on. */
export function writeJson(file, results) {
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: os.cpus()[0]?.model,
    cores: os.cpus().length,
  }
  writeFileSync(file, `${JSON.stringify({machine, ...results}, null, 2)}\n`)
}

/** The whole number above 0 that an option gives; ends the process with a sentence where it is none. */
export function wholeNumber(values, name) {
  const number = Number(values[name])
  if (Number.isInteger(number) && 0 < number) return number
  process.stderr.write(`error: \`--${name}\` is \`${values[name]}\`, which is no number above 0\n`)
  process.exit(2)
}
