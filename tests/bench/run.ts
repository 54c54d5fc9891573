// Measures in one run, as ratios, and writes what it found to docs/measured.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeMeasured } from '../support/measured.ts'
import { ensureTools } from '../support/tools.ts'

ensureTools()
execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/bench/vitest.config.ts']
const run = spawnSync(process.execPath, vitest, {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test' },
})
writeMeasured('bench')
process.exit(run.status ?? 1)
