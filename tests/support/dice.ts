import fc from 'fast-check'

/**
 * Random choices that fast-check can shrink: with an empty list of numbers every choice is the first one.
 */
export interface Dice {
  below(limit: number): number
  chance(percent: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  some<T>(list: readonly T[], percent: number): T[]
}

export function arbitraryDice(): fc.Arbitrary<Dice> {
  return fc.array(fc.noBias(fc.nat(0xffff)), { minLength: 300, maxLength: 900, size: 'max' }).map(diceFrom)
}

function diceFrom(numbers: number[]): Dice {
  let next = 0
  const below = (limit: number) => Math.floor(((numbers[next++] ?? 0) / 0x10000) * limit)
  const chance = (percent: number) => below(100) >= 100 - percent
  return {
    below,
    chance,
    pick: (list) => list[below(list.length)] ?? list[0],
    some: (list, percent) => list.filter(() => chance(percent)),
  }
}
