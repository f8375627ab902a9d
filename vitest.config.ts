/** Tests run from the sources. `npm test` sets everything up and calls this. */

import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Git and the built command are started by some tests, and machines are shared.
    testTimeout: 30_000,
    // By default one core is left free, which on two is half of them.
    maxWorkers: '100%',
    hookTimeout: 30_000,
    // A zone, a locale and Git settings of the machine must change nothing: these are odd on purpose.
    env: {TZ: 'America/St_Johns', LANG: 'it_IT.UTF-8', GIT_CONFIG_NOSYSTEM: '1'},
    coverage: {include: ['src/**'], reporter: ['text-summary', 'html']},
  },
})
