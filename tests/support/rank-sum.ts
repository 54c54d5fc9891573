/**
 * Two-sided p of the Mann-Whitney U test by the normal approximation: the probability of such a difference
 * if both samples have the same distribution.
 */
export function rankSumP(a: number[], b: number[]): number {
  const allValues = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ]
  allValues.sort((x, y) => x.value - y.value)
  let ranks = 0
  for (const [index, { first }] of allValues.entries()) if (first) ranks += index + 1
  const u = ranks - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(u - mean) / deviation))
}

/** The cumulative normal distribution (Abramowitz and Stegun 7.1.26). */
function normal(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2)
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - (series * Math.exp((-z * z) / 2)) / 2
}
