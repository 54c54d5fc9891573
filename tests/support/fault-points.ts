import { FAULTS, type Fault } from '#src/core/fault.ts'
import { LONG } from './runs.ts'
import type { Seeded } from './seeded.ts'

/**
 * The points at which this run kills a server: in the long run all that `isAmong` accepts; daily `always`,
 * where a transaction can be wrong, and one other at random.
 */
export function faultPoints(isAmong: (fault: Fault) => boolean, drawn: Seeded, always?: Fault): Fault[] {
  const points = FAULTS.filter(isAmong)
  if (LONG) return points
  const otherPoints = points.filter((fault) => fault !== always)
  return [...(always ? [always] : []), drawn.pick(otherPoints)]
}
