// Runs everything, and ends with one line that says how many passed and how many failed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { writeMeasured } from './support/measured.ts'
import { ensureTools } from './support/tools.ts'

const long = process.argv.includes('--long')
const chosen = process.argv.slice(2).filter((word) => word !== '--long')

const inSecurity = (name: string) => `tests/security/${name}.test.ts`

/** What is run once more with every request validly signed: a quick part every day, the rest in the long run. */
const SIGNED = long
  ? ['tests/security/', 'tests/access.test.ts']
  : ['tests/access.test.ts', ...['codes', 'fields', 'order', 'sessions', 'sign-codes'].map(inSecurity)]

interface Result {
  passed: number
  failed: number
  /** Seconds by file. */
  seconds: Record<string, number>
}

interface FileResult {
  name: string
  startTime: number
  endTime: number
}

function runTests(words: string[], env: Record<string, string>): Result {
  const report = 'dist/test-report.json'
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...words],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', ...(long ? { LONG: '1' } : {}), ...env },
    },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, seconds: {} }
  const { numPassedTests, numFailedTests, numFailedTestSuites, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  // A suite that cannot be loaded has no failing test of its own and is one failure all the same.
  const failed = numFailedTests || (success && status === 0 ? 0 : Math.max(1, numFailedTestSuites))
  const seconds = Object.fromEntries(
    (testResults as FileResult[]).map(({ name, startTime, endTime }) => [
      relative('.', name),
      (endTime - startTime) / 1000,
    ]),
  )
  return { passed: numPassedTests, failed, seconds }
}

function printSlowest(seconds: Record<string, number>) {
  const slowest = Object.entries(seconds).sort(([, one], [, other]) => other - one)
  process.stdout.write('The ten slowest files, in seconds\n')
  for (const [name, time] of slowest.slice(0, 10))
    process.stdout.write(`${time.toFixed(1).padStart(7)}  ${name}\n`)
}

ensureTools()
execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
const results = [runTests(chosen, {})]
if (long) writeMeasured('test:long')
if (chosen.length === 0) results.push(runTests(SIGNED, { SIGNED: '1' }))
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
printSlowest(results[0]!.seconds)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
