/** `npm run bench:recall` on small published files: its rows, and what they are rows of. */

import {execFileSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {LOCOMO, LONGMEMEVAL} from './published.js'

interface Line {
  readonly set: string
  readonly query: string
  readonly row: string
  readonly grain: 'doc' | 'session'
  readonly top: readonly string[]
  readonly scores: Readonly<Record<string, number>>
}

const USUAL = [
  ...['search', 'plain BM25', 'words', 'meaning', 'words and meaning by rank'],
  ...['without meaning', 'without note', 'without neighbours', 'without exact'],
]

function measured(...options: readonly string[]): {out: string; lines: readonly Line[]} {
  const place = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  onTestFinished(() => rmSync(place, {recursive: true}))
  writeFileSync(path.join(place, 'longmemeval_s.json'), JSON.stringify(LONGMEMEVAL))
  writeFileSync(path.join(place, 'locomo10.json'), JSON.stringify(LOCOMO))
  const settings = path.join(place, 'silent/mdbrain')
  mkdirSync(settings, {recursive: true})
  writeFileSync(path.join(settings, 'config.yaml'), 'meaning:\n  model: off\n')
  const broken = path.join(place, 'broken/mdbrain')
  mkdirSync(broken, {recursive: true})
  writeFileSync(path.join(broken, 'config.yaml'), 'meaning:\n  model: onnx\n  path: /nowhere\n')
  writeFileSync(path.join(place, 'wanted.txt'), 'q1\nconv-9\n')
  const file = path.join(place, 'out.jsonl')
  const args = [path.resolve('scripts/bench-recall.mjs'), '.', '--out', file, ...options]
  const out = execFileSync(process.execPath, args, {cwd: place, encoding: 'utf8', stdio: 'pipe'})
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return {out, lines: lines.map((line) => JSON.parse(line) as Line)}
}

const rowsOf = (lines: readonly Line[]) => [...new Set(lines.map(({row}) => row))]

test('each question has all rows, and each set a table with whole names of metrics', () => {
  const {out, lines} = measured()
  expect(rowsOf(lines)).toEqual(USUAL)
  // Four questions are judged by turn and by session, one by session alone.
  expect(lines).toHaveLength(9 * USUAL.length)
  const found = lines.filter(({row, grain}) => row === 'search' && grain === 'session')
  expect(found.find(({query}) => query === 'q0')?.top[0]).toBe('D2')
  const missed = found.filter(({scores}) => scores['recall_any@5'] !== 1)
  expect(missed).toEqual([])
  expect(out).toContain('## longmemeval_s: 5 documents, 1 queries')
  expect(out).toContain(
    '| locomo10, by doc | n | recall_any@5 | recall_all@5 | recall_mean@5 | recall_any@10 |',
  )
  expect(out).toMatch(/^\| search \| 4 \| .* \| \d+\.\d \|$/m)
  expect(out).toMatch(/^\| plain BM25, multi-hop \| 1 \| /m)
})

test('other orders and other models are rows of their own', () => {
  const more = ['--set', 'locomo10', '--ranking', 'meaning-time-importance', '--config', 'silent']
  const {lines} = measured(...more)
  const added = ['search, meaning-time-importance', 'search, silent', 'meaning, silent']
  expect(rowsOf(lines)).toEqual([...USUAL, ...added])
  const tops = (name: string) => lines.filter(({row}) => row === name).map(({top}) => top)
  expect(tops('search, silent')).toEqual(tops('words'))
  expect(tops('meaning, silent').flat()).toEqual([])
})

test('what a model that cannot be asked would have found is not made up', () => {
  const more = ['--set', 'locomo10', '--config', 'broken']
  expect(() => measured(...more)).toThrow(/search, broken: nothing was searched by its meaning/)
})

test('only the cases that a file names are measured', () => {
  const {lines} = measured('--cases', 'wanted.txt')
  expect([...new Set(lines.map(({set}) => set))]).toEqual(['longmemeval_s'])
})
