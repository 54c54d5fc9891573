type Point = [number, number]

/**
 * A drawn stroke as an SVG path: each point becomes the control point of a curve between the neighbouring
 * midpoints, as in the signed file. A tap is a dot.
 */
export function strokePath(stroke: Point[]): string {
  const curves = stroke.slice(1, -1).map(([x, y], index) => {
    const [nextX, nextY] = stroke[index + 2]!
    return `Q${x},${y},${(x + nextX) / 2},${(y + nextY) / 2}`
  })
  return `M${stroke[0]}${curves.join('')}L${stroke.at(-1)}h.1`
}
