import type { OpenPoint } from '#assembly/tree.ts'

export const pointKinds = ['required', 'stale', 'mismatch', 'invalid'] as const

export function pointKey(point: OpenPoint): string {
  const { kind, at, problem, check, detail, of } = point
  return `${kind} ${at} ${problem ?? ''}${check ? `${check} ${of} ${detail?.en}` : ''}`
}

/** Id of the button that acknowledges a difference. */
export const acknowledgeId = ({ at, check }: OpenPoint): string => `meant-${at}-${check}`

export function countPoints(points: OpenPoint[]): Record<OpenPoint['kind'], number> {
  const counts = { required: 0, stale: 0, mismatch: 0, invalid: 0 }
  for (const { kind } of points) counts[kind]++
  return counts
}

/** The points that block finalising. A mismatch does not: the person can acknowledge it when finalising. */
export function blocking(points: OpenPoint[]): OpenPoint[] {
  return points.filter(({ kind }) => kind !== 'mismatch')
}

/** The point after the one last visited, wrapping around; settled points are skipped. */
export function nextPoint(points: OpenPoint[], last: string): OpenPoint | undefined {
  const at = points.findIndex((point) => pointKey(point) === last)
  return points[(at + 1) % points.length]
}
