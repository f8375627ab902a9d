/**
 * The same draws at every run: whether a change is taken must not hang on luck. Whoever hunts sets
 * `MDBRAIN_RUNS`, and draws anew each time.
 */

import fc from 'fast-check'

if (process.env.MDBRAIN_RUNS === undefined) fc.configureGlobal({seed: 20_261_130})
