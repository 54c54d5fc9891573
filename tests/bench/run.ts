// Measures in one run, as ratios, and writes what it found to docs/measured.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeMeasured } from '../support/measured.ts'
import { ensureTools } from '../support/tools.ts'

ensureTools()
execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
const env = { ...process.env, NODE_ENV: 'test' }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/bench/vitest.config.ts']
const run = spawnSync(process.execPath, vitest, { stdio: 'inherit', env })
// As the product runs it: on Node itself, without the test runner's own wrapping of every import.
const typeset = spawnSync(process.execPath, ['tests/bench/typeset.ts'], { stdio: 'inherit', env })
const site = spawnSync(process.execPath, ['tests/bench/site.ts'], { stdio: 'inherit', env })
const lighthouse = spawnSync(process.execPath, ['tests/bench/lighthouse.ts'], { stdio: 'inherit', env })
writeMeasured('bench')
process.exit(typeset.status || site.status || lighthouse.status || run.status || 0)
