// Runs everything, and ends with one line that says how many passed and how many failed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { writeMeasured } from './support/measured.ts'
import { ensureTools } from './support/tools.ts'

const long = process.argv.includes('--long')
ensureTools()
execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
const report = 'dist/test-report.json'
rmSync(report, { force: true })
const chosen = process.argv.slice(2).filter((word) => word !== '--long')
const vitest = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...chosen,
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...(long ? { LONG: '1' } : {}) } },
)
if (long) writeMeasured('test:long')
if (!existsSync(report)) {
  process.stdout.write('0 passed, 1 failed\n')
  process.exit(vitest.status || 1)
}
const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(
  readFileSync(report, 'utf8'),
)
// A suite that cannot be loaded has no failing test of its own and is one failure all the same.
const failed = numFailedTests || (success ? 0 : Math.max(1, numFailedTestSuites))
process.stdout.write(`${numPassedTests} passed, ${failed} failed\n`)
process.exit(success && vitest.status === 0 ? 0 : 1)
