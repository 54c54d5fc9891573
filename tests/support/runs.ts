export const LONG = process.env.LONG === '1'

/** One in `every` of similar cases daily, all with LONG=1. */
export const sampled = <Case>(cases: readonly Case[], every: number): readonly Case[] =>
  LONG ? cases : cases.filter((_, index) => index % every === 0)

/**
 * One in `every` of similar cases, chosen by the seed, in a run that draws files (`drawn.ts`); all cases in
 * other runs.
 */
export const drawnCases = <Case>(cases: readonly Case[], every: number): readonly Case[] =>
  process.env.DRAWN === '1'
    ? cases.filter((_, index) => index % every === Number(process.env.SEED) % every)
    : cases

/** A time limit in milliseconds: daily runs share the machine with other tests, and get ten times as much. */
export const patiently = (limit: number) => (LONG ? limit : 10 * limit)

/** How often a property is tried: `count` in daily runs, fifty times as often with LONG=1. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: LONG ? count * 50 : count }
}
