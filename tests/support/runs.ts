/** How often a property is tried: `count` in everyday runs, fifty times as often with LONG=1. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: process.env.LONG === '1' ? count * 50 : count }
}
