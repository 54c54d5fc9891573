import { defineConfig } from 'vitest/config'
import base from '../../vite.config.ts'

/** The benchmarks run one after the other, on ground of the tests' own, and are no part of them. */
export default defineConfig((command) => {
  const tests = base(command)
  // React's development build is several times slower; a demo on its private database may run the real one.
  const env = { ...tests.test?.env, NODE_ENV: 'production', DEMO: '1' }
  const benches = { include: ['tests/bench/*.bench.ts'], maxWorkers: 1, testTimeout: 300_000, env }
  const oxc = { jsx: { runtime: 'automatic' as const, development: false } }
  return { ...tests, oxc, test: { ...tests.test, ...benches } }
})
