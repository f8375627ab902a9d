/**
 * Reads many objects through one `git cat-file --batch`: a tenth of a millisecond each, where a
 * process of its own would cost twelve.
 *
 * The child is started with the first question and does not keep the program running between
 * questions, so that a forgotten `close` hangs nothing.
 */

import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process'
import type {Socket} from 'node:net'
import {BrainError} from '../ground/brain-error.js'
import {type Environment, gitEnvironment} from './git.js'

/** An object as Git keeps it. */
export interface GitObject {
  readonly id: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface CatFile {
  /** Reads `name` (an id, or `revision:path` without line breaks); `undefined` where there is none. */
  read(name: string): Promise<GitObject | undefined>
  close(): Promise<void>
}

interface Question {
  readonly resolve: (answer: GitObject | undefined) => void
  readonly reject: (error: Error) => void
}

/** Makes a reader of the repository that `folder` lies in. */
export function openCatFile(folder: string, environment: Environment): CatFile {
  let child: ChildProcessWithoutNullStreams | undefined
  let questions: Question[] = []
  let received: Buffer[] = []
  let missing = 0

  function start(): ChildProcessWithoutNullStreams {
    const started = spawn('git', ['--literal-pathspecs', 'cat-file', '--batch'], {
      cwd: folder,
      env: gitEnvironment(environment),
      windowsHide: true,
    })
    let words = ''
    started.stderr.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(0, 1000)
    })
    started.stdout.on('data', (chunk: Buffer) => take(chunk))
    started.stdin.on('error', () => {})
    started.on('error', (error) => fail(started, error.message))
    started.on('close', () => fail(started, words.trim() || 'it ended early'))
    return started
  }

  function fail(ended: ChildProcessWithoutNullStreams, words: string): void {
    if (child !== ended) return
    child = undefined
    const open = questions
    questions = []
    received = []
    missing = 0
    for (const {reject} of open) {
      reject(
        new BrainError('git-failed', {
          message: `\`git cat-file\` failed: ${words.split('\n')[0]}`,
          hint: 'run `git fsck` in the brain to see what is the matter',
          data: {command: 'cat-file', words},
        }),
      )
    }
  }

  /** Joins what arrived only once enough has: a large object comes in thousands of pieces. */
  function take(chunk: Buffer): void {
    received.push(chunk)
    missing -= chunk.length
    if (0 < missing) return
    let rest = received.length === 1 ? chunk : Buffer.concat(received)
    for (;;) {
      const answer = answerIn(rest)
      if (typeof answer === 'number') {
        missing = answer
        break
      }
      rest = rest.subarray(answer.length)
      questions.shift()?.resolve(answer.object)
    }
    received = rest.length === 0 ? [] : [rest]
    if (questions.length === 0) hold(child, false)
  }

  return {
    async read(name) {
      if (name.includes('\n')) return undefined
      child ??= start()
      hold(child, true)
      const {stdin} = child
      return new Promise((resolve, reject) => {
        questions.push({resolve, reject})
        // Questions of one turn go out together: each write is a switch to the child.
        stdin.cork()
        process.nextTick(() => stdin.uncork())
        stdin.write(`${name}\n`)
      })
    },
    async close() {
      const ended = child
      if (ended === undefined) return
      hold(ended, true)
      const closed = new Promise((resolve) => ended.once('close', resolve))
      ended.stdin.end()
      await closed
    },
  }
}

/** Reads one answer off the front of `bytes`, or tells how many bytes are missing at least. */
function answerIn(
  bytes: Buffer,
): number | {readonly object: GitObject | undefined; readonly length: number} {
  const lineEnd = bytes.indexOf(10)
  if (lineEnd === -1) return 1
  const header = bytes.toString('utf8', 0, lineEnd)
  const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? []
  if (id === undefined || type === undefined) return {object: undefined, length: lineEnd + 1}
  const end = lineEnd + 1 + Number(size)
  if (bytes.length <= end) return end + 1 - bytes.length
  // A copy: a view would keep the whole of what was received with it in memory.
  const content = Uint8Array.prototype.slice.call(bytes, lineEnd + 1, end)
  return {object: {id, type, bytes: content}, length: end + 1}
}

/** Whether the child keeps the program running. */
function hold(child: ChildProcessWithoutNullStreams | undefined, held: boolean): void {
  if (child === undefined) return
  const streams = [child.stdin, child.stdout, child.stderr] as unknown as Socket[]
  for (const each of [child, ...streams]) held ? each.ref() : each.unref()
}
