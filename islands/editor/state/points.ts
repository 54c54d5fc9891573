import type { OpenPoint } from '#assembly/tree.ts'

export const pointKinds = ['required', 'stale', 'mismatch', 'invalid'] as const

export function pointKey(point: OpenPoint): string {
  const { kind, at, problem, check, detail, of } = point
  return `${kind} ${at} ${problem ?? ''}${check ? `${check} ${of} ${detail?.en}` : ''}`
}

/** The button by which somebody acknowledges a difference. */
export const meantId = ({ at, check }: OpenPoint): string => `meant-${at}-${check}`

export function countPoints(points: OpenPoint[]): Record<OpenPoint['kind'], number> {
  const counts = { required: 0, stale: 0, mismatch: 0, invalid: 0 }
  for (const { kind } of points) counts[kind]++
  return counts
}

/**
 * What has to be settled before one is asked whether to finalise. A mismatch is asked about then: it may be
 * meant so.
 */
export function blocking(points: OpenPoint[]): OpenPoint[] {
  return points.filter(({ kind }) => kind !== 'mismatch')
}

/**
 * The point behind the one last gone to, round to the first; a point that is settled by now is passed over.
 */
export function nextPoint(points: OpenPoint[], last: string): OpenPoint | undefined {
  const at = points.findIndex((point) => pointKey(point) === last)
  return points[(at + 1) % points.length]
}
