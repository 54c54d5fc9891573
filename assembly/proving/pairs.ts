/**
 * Builds rows in which every pair of values of any two factors occurs at least once. `levels` contains the
 * number of values of each factor; each row has one value, counted from 0, for each factor.
 * In-parameter-order (Lei and Tai, 1998): each further factor is fitted into the existing rows, and
 * uncovered pairs get new rows.
 */
export function pairwise(levels: number[]): number[][] {
  const rows: (number | undefined)[][] = [[]]
  for (const [factor, count] of levels.entries()) {
    const uncoveredPairs = uncovered(levels, factor)
    for (const row of rows) {
      const value = bestValue(row, factor, count, uncoveredPairs)
      row[factor] = value
      for (const other of pairsWith(row, factor)) uncoveredPairs.delete(other)
    }
    for (const pair of uncoveredPairs) place(rows, pair)
    if (factor === 0) rows.splice(0, 1, ...Array.from({ length: count }, (_, value) => [value]))
  }
  return rows.map((row) => levels.map((_, factor) => row[factor] ?? 0))
}

/** A pair of values as a string, for use in a set: `3:1 7:0` (factor:value). */
type Pair = string

const pairOf = (one: number, value: number, other: number, otherValue: number): Pair =>
  `${one}:${value} ${other}:${otherValue}`

function uncovered(levels: number[], factor: number): Set<Pair> {
  const uncoveredPairs = new Set<Pair>()
  for (let one = 0; one < factor; one++)
    for (let value = 0; value < levels[one]!; value++)
      for (let last = 0; last < levels[factor]!; last++) uncoveredPairs.add(pairOf(one, value, factor, last))
  return uncoveredPairs
}

const pairsWith = (row: (number | undefined)[], factor: number): Pair[] =>
  row
    .slice(0, factor)
    .flatMap((value, one) => (value === undefined ? [] : pairOf(one, value, factor, row[factor]!)))

function bestValue(
  row: (number | undefined)[],
  factor: number,
  count: number,
  uncoveredPairs: Set<Pair>,
): number {
  const gain = (value: number) =>
    row.reduce<number>(
      (sum, otherLevel, one) =>
        sum +
        (otherLevel !== undefined && uncoveredPairs.has(pairOf(one, otherLevel, factor, value)) ? 1 : 0),
      0,
    )
  const values = Array.from({ length: count }, (_, value) => ({ value, gain: gain(value) }))
  return values.reduce((best, one) => (one.gain > best.gain ? one : best)).value
}

/** Writes a pair into a row whose cells are free, or into a new row. */
function place(rows: (number | undefined)[][], pair: Pair): void {
  const [[one, value], [other, otherValue]] = pair
    .split(' ')
    .map((levelText) => levelText.split(':').map(Number)) as [[number, number], [number, number]]
  const isFree = (row: (number | undefined)[], factor: number, level: number) =>
    row[factor] === undefined || row[factor] === level
  let row = rows.find(
    (existingRow) => isFree(existingRow, one, value) && isFree(existingRow, other, otherValue),
  )
  if (!row) {
    row = []
    rows.push(row)
  }
  row[one] = value
  row[other] = otherValue
}
