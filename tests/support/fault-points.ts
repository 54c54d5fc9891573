import { FAULTS, type Fault } from '#src/core/fault.ts'
import { LONG } from './runs.ts'
import type { Seeded } from './seeded.ts'

/** The points at which this run kills a server, of those that `isAmong` names: one a day, all with LONG=1. */
export function faultPoints(isAmong: (fault: Fault) => boolean, drawn: Seeded): Fault[] {
  const points = FAULTS.filter(isAmong)
  return LONG ? points : [drawn.pick(points)]
}
