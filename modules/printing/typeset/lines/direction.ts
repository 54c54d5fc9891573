import bidiFactory from 'bidi-js'
import type { Line } from './line.ts'

const bidi = bidiFactory()

/**
 * Bidirectional text (bidi): the embedding level of each UTF-16 unit, in a text whose base direction is left
 * to right (UAX #9).
 */
export const levelsOf = (text: string): Uint8Array => bidi.getEmbeddingLevels(text, 'ltr').levels

/** The code point to draw in text from right to left, for example ( for ). */
export function mirrored(code: number): number {
  return bidi.getMirroredCharacter(String.fromCodePoint(code))?.codePointAt(0) ?? code
}

type Placed = Pick<Line, 'glyphs' | 'positions' | 'width'>

/** Reorders the glyphs of a line visually, from left to right (UAX #9, L2). */
export function inVisualOrder(line: Placed, levelAt: (index: number) => number | undefined): Placed {
  const { glyphs, positions, width } = line
  const levels = glyphs.map((_, index) => levelAt(index) ?? 0)
  const maxLevel = Math.max(0, ...levels)
  if (maxLevel === 0) return line
  const order = [...glyphs.keys()]
  for (let level = maxLevel; level > 0; level--) reverseFrom(order, (index) => levels[index]! >= level)
  const visual: Placed = { glyphs: [], positions: [], width }
  let pen = positions[0]!
  for (const index of order) {
    visual.glyphs.push(glyphs[index]!)
    visual.positions.push(pen)
    pen += (positions[index + 1] ?? width) - positions[index]!
  }
  return visual
}

/** Reverses each run of entries for which `isWithin` is true. */
function reverseFrom(order: number[], isWithin: (index: number) => boolean): void {
  for (let from = 0; from < order.length; from++) {
    let to = from
    while (to < order.length && isWithin(order[to]!)) to++
    if (to === from) continue
    order.splice(from, to - from, ...order.slice(from, to).reverse())
    from = to
  }
}
