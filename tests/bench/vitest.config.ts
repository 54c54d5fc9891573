import { defineConfig } from 'vitest/config'
import base from '../../vite.config.ts'

/** The benchmarks run one after the other, on ground of the tests' own, and are no part of them. */
export default defineConfig((env) => {
  const tests = base(env)
  const benches = { include: ['tests/bench/*.bench.ts'], maxWorkers: 1, testTimeout: 300_000 }
  return { ...tests, test: { ...tests.test, ...benches } }
})
