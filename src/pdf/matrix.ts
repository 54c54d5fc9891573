/** A transformation of the plane: x' = ax + cy + e, y' = bx + dy + f (ISO 32000-2, 8.3.4). */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** The lower left and upper right corner, in points. */
export type Rectangle = [left: number, bottom: number, right: number, top: number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The transformation that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [p, q, r, s, t, u] = inner
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}

/** The smallest upright rectangle around a transformed rectangle. */
export function boundsOf([left, bottom, right, top]: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The rectangle with its corners in order: lower left, upper right. */
export const upright = ([x, y, right, top]: Rectangle): Rectangle => [
  Math.min(x, right),
  Math.min(y, top),
  Math.max(x, right),
  Math.max(y, top),
]
