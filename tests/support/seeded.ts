import { randomInt } from 'node:crypto'

/** A random seed for the run, or the one in SEED. */
export const drawSeed = () => Number(process.env.SEED ?? randomInt(2 ** 31))

export type Seeded = ReturnType<typeof seeded>

/** Random choices that repeat for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(share() * limit)
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
