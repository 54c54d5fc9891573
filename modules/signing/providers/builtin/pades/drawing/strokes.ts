import { cubic, type Point, type Step } from '#src/pdf/drawing/path.ts'
import { FIELD } from '../../signature.ts'

/**
 * Smooths drawn strokes: each point becomes the control point of a curve between the neighbouring midpoints.
 */
export function strokeSteps(strokes: Point[][]): Step[] {
  return strokes.flatMap((stroke) => smooth(stroke.map(([x, y]): Point => [x, FIELD.height - y])))
}

function smooth(points: Point[]): Step[] {
  const [firstPoint, ...nextPoints] = points
  if (!firstPoint) return []
  const move: Step = { command: 'move', points: [firstPoint] }
  // A tap is a line of zero length, which round line caps turn into a dot.
  const lastPoint = nextPoints.at(-1) ?? firstPoint
  const curves: Step[] = []
  let start = firstPoint
  for (let index = 0; index < nextPoints.length - 1; index++) {
    const end = midpoint(nextPoints[index]!, nextPoints[index + 1]!)
    curves.push(cubic(start, nextPoints[index]!, end))
    start = end
  }
  return [move, ...curves, { command: 'line', points: [lastPoint] }]
}

const midpoint = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
