const LONG = process.env.LONG === '1'

/** Of cases that take the same way: one in `every` each day, all with LONG=1. */
export const sampled = <Case>(cases: readonly Case[], every: number): readonly Case[] =>
  LONG ? cases : cases.filter((_, index) => index % every === 0)

/** How often a property is tried: `count` in everyday runs, fifty times as often with LONG=1. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: LONG ? count * 50 : count }
}
