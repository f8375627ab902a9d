/**
 * What holds in every test.
 *
 * No network: `support/no-network.cjs` refuses it, here and in whatever is started from here. And the same
 * draws at every run: whether a change is taken must not hang on luck. Whoever hunts sets
 * `MDBRAIN_RUNS`, and draws anew each time.
 */

import fc from 'fast-check'
import {afterEach, expect} from 'vitest'
import {takeAttempts} from './support/network.js'

if (process.env.MDBRAIN_RUNS === undefined) fc.configureGlobal({seed: 20_261_130})

afterEach(() => {
  expect(takeAttempts(), 'attempts to reach the network').toEqual([])
})
