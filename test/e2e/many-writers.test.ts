/**
 * Many processes write to one brain while its owner commits, stages and edits beside them. The same as `npm run
 * test:storm`, on a small scale; what must hold is in `scripts/faults/storm/verdict.mjs`.
 */

import {execFile} from 'node:child_process'
import path from 'node:path'
import {promisify} from 'node:util'
import {expect, test} from 'vitest'

const STORM = path.resolve(import.meta.dirname, '../../scripts/faults/storm.mjs')

interface Told {
  readonly answered: number
  readonly present: number
  readonly findable: number
  readonly committed: number
  readonly appended: number
  readonly appendedByHand: number
  readonly person: number
  readonly personCommits: number
  readonly findings: readonly string[]
}

const patience = {timeout: 300_000}

test(
  'faults 20, 22, 42 and 45: what many were told is written is there, found and committed, and the owner’s is untouched',
  patience,
  async () => {
    const args = [STORM, '--processes', '3', '--writes', '5', '--json']
    const {stdout} = await promisify(execFile)(process.execPath, args)
    const told = JSON.parse(stdout) as Told
    expect(told.findings).toEqual([])
    expect(told).toMatchObject({answered: 15, present: 15, findable: 15, committed: 15})
    expect(told.appended).toBe(told.appendedByHand)
    expect(told.person).toBe(told.personCommits)
    expect(told.personCommits).toBeGreaterThan(0)
  },
)
