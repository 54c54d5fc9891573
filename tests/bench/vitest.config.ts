import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/** The benchmarks run one after the other, on ground of the tests' own, and are no part of them. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    ...tests.test,
    include: ['tests/bench/*.bench.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
    // React's development build is several times slower; a demo on its private database may run the real one.
    env: { ...tests.test?.env, NODE_ENV: 'production', DEMO: '1' },
  },
})
