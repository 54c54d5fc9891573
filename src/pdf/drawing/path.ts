/** A drawing command with its points in order; y grows upwards. */
export interface Step {
  command: 'move' | 'line' | 'curve' | 'close'
  points: Point[]
}

export type Point = [x: number, y: number]

export interface Box {
  left: number
  bottom: number
  width: number
  height: number
}

export interface Fitting {
  scale: number
  x: number
  y: number
}

const OPERATORS = { move: 'm', line: 'l', curve: 'c', close: 'h' } as const

/** The box around all points. It also contains every curve, because it contains the control points. */
export function boxOf(steps: Step[], margin = 0): Box {
  const points = steps.flatMap((step) => step.points)
  const [lowX, highX] = extent(points.map(([x]) => x))
  const [lowY, highY] = extent(points.map(([, y]) => y))
  return {
    left: lowX - margin,
    bottom: lowY - margin,
    width: highX - lowX + 2 * margin,
    height: highY - lowY + 2 * margin,
  }
}

function extent(numbers: number[]): [number, number] {
  return numbers.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity])
}

/** Scales a box to fit into another, keeping its proportions: left-aligned and vertically centred. */
export function fitInto(box: Box, target: Box, maxScale = Infinity): Fitting {
  const scale = Math.min(target.width / box.width, target.height / box.height, maxScale)
  const y = target.bottom + (target.height - box.height * scale) / 2 - box.bottom * scale
  return { scale, x: target.left - box.left * scale, y }
}

/** The PDF operators of a path. */
export function operators(steps: Step[], { scale, x, y }: Fitting): string {
  return steps
    .map(({ command, points }) =>
      [
        ...points.flatMap(([px, py]) => [twoDecimals(px * scale + x), twoDecimals(py * scale + y)]),
        OPERATORS[command],
      ].join(' '),
    )
    .join('\n')
}

export const twoDecimals = (points: number): string => String(Math.round(points * 100) / 100)

/** Converts a quadratic curve that begins at `start` to a cubic one, the only kind in PDF. */
export function cubic(start: Point, control: Point, end: Point): Step {
  const towards = ([x, y]: Point): Point => [x + ((control[0] - x) * 2) / 3, y + ((control[1] - y) * 2) / 3]
  return { command: 'curve', points: [towards(start), towards(end), end] }
}
