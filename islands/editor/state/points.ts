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
  const { kind, at, problem, check, detail, contentHash, rule = '' } = point
  return `${kind} ${at} ${problem ?? rule}${check ? `${check} ${contentHash} ${detail?.en}` : ''}`
}

/** Id of the button that confirms a difference or an advice, or of the box for the reason. */
export const confirmId = ({ kind, at, check, rule }: OpenPoint): string =>
  `confirmed-${at.replace(':', '-')}-${check ?? rule ?? kind}`

export function countPoints(points: OpenPoint[]): Record<OpenPoint['kind'], number> {
  const counts = { required: 0, stale: 0, mismatch: 0, invalid: 0, advice: 0, statutory: 0, machine: 0 }
  for (const { kind } of points) counts[kind]++
  return counts
}

/** The point after the one last visited, wrapping around; settled points are skipped. */
export function nextPoint(points: OpenPoint[], last: string): OpenPoint | undefined {
  const at = points.findIndex((point) => pointKey(point) === last)
  return points[(at + 1) % points.length]
}
