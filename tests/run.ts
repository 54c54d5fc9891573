// Runs the tests, and ends with one line: how many passed and how many failed. Arguments: parts of file
// names, `--every` (all slow files, `support/drawn.ts`), `--long` (all, with large counts; with the whole of
// them only in the files that are named), `--shuffled` (files in random order). A long run of all files ends
// with a second run of the files that failed; `--long --again` starts with that second run.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { matchesGlob, relative } from 'node:path'
import { omittedFiles } from './support/drawn.ts'
import { forgetNotes, forgetNotesOf, note } from './support/measured.ts'
import { writeMeasured } from './support/measured-page.ts'
import { PURE } from './support/pure.ts'
import { drawSeed } from './support/seeded.ts'
import { ensureTools, leftOut } from './support/tools.ts'

const long = process.argv.includes('--long')
const shuffled = process.argv.includes('--shuffled')
const again = long && process.argv.includes('--again')
const OPTIONS = ['--every', '--long', '--shuffled', '--again']
const chosen = process.argv.slice(2).filter((word) => !OPTIONS.includes(word))
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

interface Result {
  passed: number
  /** How many of the passed tests are in files with a failure. */
  passedInFailedFiles: number
  failed: number
  /** Paths of the files with a failure, from the checkout's root. */
  failedFiles: string[]
}

/** The parts of Vitest's JSON report that are read here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

function runTests(files: string[]): Result {
  rmSync(REPORT, { force: true })
  const words = [...REPORTERS, `--outputFile.json=${REPORT}`, ...files]
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
      ...(files.length ? {} : { PLAY_AHEAD: '1' }),
      // One seed for all random tests of a run, so that the whole of it can be repeated.
      ...(every && !long ? {} : { SEED: String(seed) }),
      ...(every ? {} : { DRAWN: '1' }),
    },
  })
  const result = readReport()
  // A suite that cannot be loaded has no failing test of its own and counts as one failure.
  const failed = result.failed || (status === 0 ? 0 : Math.max(1, result.failedFiles.length))
  return { ...result, failed }
}

function readReport(): Result {
  if (!existsSync(REPORT)) return { passed: 0, passedInFailedFiles: 0, failed: 1, failedFiles: [] }
  const report: Report = JSON.parse(readFileSync(REPORT, 'utf8'))
  const failed = report.testResults.filter(({ status }) => status === 'failed')
  const testsOfFailed = failed.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: report.numPassedTests,
    passedInFailedFiles: testsOfFailed.filter(({ status }) => status === 'passed').length,
    failed: report.numFailedTests,
    failedFiles: failed.map(({ name }) => relative('.', name)),
  }
}

/**
 * Runs the failed files of a long run again, with the same seed and with nothing beside them, because on a
 * busy machine a test can fail for want of time. The page of figures names these files.
 */
function runAgain(first: Result): Result {
  const { failedFiles } = first
  if (!failedFiles.length) return first
  process.stdout.write(`a second run, with SEED=${seed}, of ${failedFiles.join(', ')}\n`)
  forgetNotesOf(failedFiles)
  const second = runTests(failedFiles)
  if (!second.failed) note('test files that passed only in a second run', failedFiles.join(', '))
  return { ...second, passed: first.passed - first.passedInFailedFiles + second.passed }
}

function runFirst(): Result {
  forgetNotes()
  if (!onlyPure) {
    ensureTools()
    execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
  }
  return runTests(chosen)
}

const first = again ? readReport() : runFirst()
const { passed, failed } = long && !chosen.length ? runAgain(first) : first
if (!every)
  process.stdout.write(`${omittedFiles(seed).length} slow files left out; SEED=${seed} repeats this run\n`)
if (long) for (const line of leftOut()) process.stdout.write(`${line}\n`)
// A failed run writes no figures, because the failed test might contradict them.
const missed = long && !failed ? writeMeasured('test:long', chosen.length > 0) : []
if (long && failed) process.stdout.write('a test failed: docs/measured.md is left as it was\n')
for (const goal of missed) process.stdout.write(`missed: ${goal}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed + missed.length ? 1 : 0)
