import { cubic, type Point, type Step } from '#src/pdf/drawing/path.ts'
import { FIELD } from '../../signature.ts'

/**
 * Smooths drawn strokes: each point becomes the control point of a curve between the neighbouring midpoints.
 */
export function strokeSteps(strokes: Point[][]): Step[] {
  return strokes.flatMap((stroke) => smooth(stroke.map(([x, y]): Point => [x, FIELD.height - y])))
}

function smooth(points: Point[]): Step[] {
  const [first, ...rest] = points
  if (!first) return []
  const move: Step = { command: 'move', points: [first] }
  // A tap is a line of zero length, which round line caps turn into a dot.
  const last = rest.at(-1) ?? first
  const curves: Step[] = []
  let start = first
  for (let index = 0; index < rest.length - 1; index++) {
    const end = midpoint(rest[index]!, rest[index + 1]!)
    curves.push(cubic(start, rest[index]!, end))
    start = end
  }
  return [move, ...curves, { command: 'line', points: [last] }]
}

const midpoint = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
