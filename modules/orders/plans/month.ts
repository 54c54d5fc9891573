const HOURS_AHEAD = 8 * 3_600_000

/**
 * The same day and hour in Shanghai, `months` later; the last day of the month if that day does not exist.
 */
export function monthsAfter(time: Date, months: number): Date {
  const shanghaiTime = new Date(time.getTime() + HOURS_AHEAD)
  const day = shanghaiTime.getUTCDate()
  shanghaiTime.setUTCDate(1)
  shanghaiTime.setUTCMonth(shanghaiTime.getUTCMonth() + months)
  const lastOfMonth = new Date(
    Date.UTC(shanghaiTime.getUTCFullYear(), shanghaiTime.getUTCMonth() + 1, 0),
  ).getUTCDate()
  shanghaiTime.setUTCDate(Math.min(day, lastOfMonth))
  return new Date(shanghaiTime.getTime() - HOURS_AHEAD)
}

/** The month of a plan that contains `time`, counted from the beginning of the plan. */
export function monthOf(startedAt: Date, time: Date): { from: Date; to: Date } {
  for (let n = 0; ; n++) {
    const to = monthsAfter(startedAt, n + 1)
    if (to > time) return { from: monthsAfter(startedAt, n), to }
  }
}
