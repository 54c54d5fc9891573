type Point = [number, number]

const middle = ([ax, ay]: Point, [bx, by]: Point) => `${tenth((ax + bx) / 2)} ${tenth((ay + by) / 2)}`

const tenth = (value: number) => Math.round(value * 10) / 10

/**
 * A drawn stroke as an SVG path: each point becomes the control point of a curve between the neighbouring
 * midpoints, as in the signed file. A tap is a dot.
 */
export function strokePath(stroke: Point[]): string {
  const [first, ...rest] = stroke
  if (!first) return ''
  const start = `M${first[0]} ${first[1]}`
  const last = rest.at(-1)
  if (!last) return `${start}l0.1 0`
  const curves = rest
    .slice(0, -1)
    .map((point, index) => `Q${point[0]} ${point[1]} ${middle(point, rest[index + 1]!)}`)
  return `${start}${curves.join('')}L${last[0]} ${last[1]}`
}
