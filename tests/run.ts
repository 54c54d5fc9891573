// Runs the tests, and ends with one line: how many passed and how many failed. Arguments: parts of file
// names, `--every` (all slow files, `support/drawn.ts`), `--long` (all, with large counts; with the whole of
// them only in the files that are named), `--shuffled` (files in random order).
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { matchesGlob } from 'node:path'
import { omittedFiles } from './support/drawn.ts'
import { forgetNotes } from './support/measured.ts'
import { writeMeasured } from './support/measured-page.ts'
import { PURE } from './support/pure.ts'
import { drawSeed } from './support/seeded.ts'
import { ensureTools, leftOut } from './support/tools.ts'

const long = process.argv.includes('--long')
const shuffled = process.argv.includes('--shuffled')
const chosen = process.argv.slice(2).filter((word) => !['--every', '--long', '--shuffled'].includes(word))
const seed = drawSeed()
const every = long || chosen.length > 0 || process.argv.includes('--every')

/** Whether every argument names a file that needs neither a build nor tools. */
const onlyPure = chosen.length > 0 && chosen.every((word) => PURE.some((files) => matchesGlob(word, files)))

/** The share of the large counts in a long run of all files, so that it ends within an hour and a half. */
const LARGE_SHARE = '0.03'

const REPORT = 'dist/test-report.json'
/** V8's compile cache, shared by the processes of the run. */
const COMPILED = 'dist/compiled'
const REPORTERS = ['default', 'json', './tests/support/slowest.ts'].map((name) => `--reporter=${name}`)

/** Temporary databases are stored in memory if there is enough of it. */
function scratchFolder(): string {
  if (!existsSync('/dev/shm')) return tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 4e9 ? '/dev/shm' : tmpdir()
}

function runTests(): { passed: number; failed: number } {
  rmSync(REPORT, { force: true })
  const words = [...REPORTERS, `--outputFile.json=${REPORT}`, ...chosen]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      TMPDIR: scratchFolder(),
      NODE_COMPILE_CACHE: COMPILED,
      ...(onlyPure ? {} : { BUILT: '1' }),
      ...(long ? { LONG: '1' } : {}),
      ...(long && !chosen.length ? { LARGE_SHARE } : {}),
      ...(shuffled ? { SHUFFLED: '1' } : {}),
      ...(chosen.length ? {} : { PLAY_AHEAD: '1' }),
      // One seed for all random tests of a daily run, so that it repeats the whole of it.
      ...(every ? {} : { SEED: String(seed), DRAWN: '1' }),
    },
  })
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(
    readFileSync(REPORT, 'utf8'),
  )
  // A suite that cannot be loaded has no failing test of its own and counts as one failure.
  const failed = numFailedTests || (success && status === 0 ? 0 : Math.max(1, numFailedTestSuites))
  return { passed: numPassedTests, failed }
}

forgetNotes()
if (!onlyPure) {
  ensureTools()
  execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
}
const { passed, failed } = runTests()
if (!every)
  process.stdout.write(`${omittedFiles(seed).length} slow files left out; SEED=${seed} repeats this run\n`)
if (long) for (const line of leftOut()) process.stdout.write(`${line}\n`)
// A failed run writes no figures, because the failed test might contradict them.
const missed = long && !failed ? writeMeasured('test:long', chosen.length > 0) : []
if (long && failed) process.stdout.write('a test failed: docs/measured.md is left as it was\n')
for (const goal of missed) process.stdout.write(`missed: ${goal}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed + missed.length ? 1 : 0)
