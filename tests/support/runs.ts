export const LONG = process.env.LONG === '1'

/** Of cases that take the same way: one in `every` each day, all with LONG=1. */
export const sampled = <Case>(cases: readonly Case[], every: number): readonly Case[] =>
  LONG ? cases : cases.filter((_, index) => index % every === 0)

/**
 * A limit of time, in milliseconds: everyday runs share the machine with other tests, and are let off with
 * tenfold.
 */
export const patiently = (limit: number) => (LONG ? limit : 10 * limit)

/** How often a property is tried: `count` in everyday runs, fifty times as often with LONG=1. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: LONG ? count * 50 : count }
}
