export const LONG = process.env.LONG === '1'

/**
 * The share of the large counts that a long run takes: all of them for the files that it names, and the share
 * that `tests/run.ts` sets for a whole run.
 */
const LARGE_SHARE = Number(process.env.LARGE_SHARE ?? 1)

/** Whether this long run takes the large counts whole. */
export const ALL_LARGE = LONG && LARGE_SHARE === 1

/** A number of random cases: `daily` in daily runs, in long runs the share of `large`, at least `daily`. */
export const caseCount = (daily: number, large: number): number =>
  LONG ? Math.max(daily, Math.round(large * LARGE_SHARE)) : daily

/** One in `every` of similar cases daily, four times as many in a whole long run, all in a named file. */
export function sampled<Case>(cases: readonly Case[], every: number): readonly Case[] {
  if (ALL_LARGE) return cases
  const step = LONG ? Math.ceil(every / 4) : every
  return cases.filter((_, index) => index % step === 0)
}

/**
 * One in `every` of similar cases, chosen by the seed, in a run that draws files (`drawn.ts`); all cases in
 * other runs.
 */
export const drawnCases = <Case>(cases: readonly Case[], every: number): readonly Case[] =>
  process.env.DRAWN === '1'
    ? cases.filter((_, index) => index % every === Number(process.env.SEED) % every)
    : cases

/**
 * A time limit in milliseconds; ten times as much in runs of all files, which share the machine with other
 * tests.
 */
export const patiently = (limit: number) => (ALL_LARGE ? limit : 10 * limit)

/** How often a property is tried: `count` in daily runs, up to fifty times as often with LONG=1. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: caseCount(count, 50 * count) })
