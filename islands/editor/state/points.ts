import type { OpenPoint } from '#assembly/tree.ts'

export const pointKinds = [
  'required',
  'stale',
  'mismatch',
  'invalid',
  'advice',
  'statutory',
  'machine',
] as const

export function pointKey(point: OpenPoint): string {
  const { kind, at: place, problem, check, detail, contentHash, rule = '' } = point
  return `${kind} ${place} ${problem ?? rule}${check ? `${check} ${contentHash} ${detail?.en}` : ''}`
}

/** The id of the button that confirms a difference or an advice, or of the box for the reason. */
export const confirmId = ({ kind, at: place, check, rule }: OpenPoint): string =>
  `confirmed-${place.replace(':', '-')}-${check ?? rule ?? kind}`

export function countPoints(points: OpenPoint[]): Record<OpenPoint['kind'], number> {
  const counts = { required: 0, stale: 0, mismatch: 0, invalid: 0, advice: 0, statutory: 0, machine: 0 }
  for (const { kind } of points) counts[kind]++
  return counts
}

/** The point after the one that was visited last, wrapping around at the end; settled points are skipped. */
export function nextPoint(points: OpenPoint[], lastKey: string): OpenPoint | undefined {
  const lastIndex = points.findIndex((point) => pointKey(point) === lastKey)
  return points[(lastIndex + 1) % points.length]
}
