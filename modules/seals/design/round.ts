import type { Point, Step } from '#src/pdf/drawing/path.ts'
import { charactersOf, lineIn, MIDDLE, MIN_WIDTH_SHARE, mapped, ring, widthOf } from './glyphs.ts'
import type { SealDesign } from './texts.ts'

/** Lengths in millimetres from the centre of the seal, angles in radians. */
const RADIUS = 21
const RING = 1.2
const NAME = { outerRadius: 18.6, height: 5.6, maxSpread: 1.9, maxAngle: (250 * Math.PI) / 180 }
const CODE = { outerRadius: 18.9, height: 1.7, maxSpread: 1.6, maxAngle: (95 * Math.PI) / 180 }
const STAR = 6.4
const LINE = { y: -10.4, width: 22, height: 4.2 }

/** A company's round seal: its name along the top, a star, a line across, a number along the bottom. */
export function roundSteps({ name, line, code }: Omit<SealDesign, 'shape'>): Step[] {
  return [
    ...ring([RADIUS, RADIUS], RING),
    ...arcText(name, NAME, true),
    ...star(STAR),
    ...(line ? lineIn(line, { x: 0, ...LINE }) : []),
    ...(code ? arcText(code, CODE, false) : []),
  ]
}

interface Arc {
  /** The outer radius of the text: at the tops of the name's characters, at the feet of the number's. */
  outerRadius: number
  height: number
  /** Maximum space for a character, in multiples of its own width. */
  maxSpread: number
  /** Maximum angle that the text covers. */
  maxAngle: number
}

/**
 * Text along the circle: clockwise over the top with its feet towards the centre, or along the bottom with
 * its heads towards the centre. A long text is condensed, then made smaller, until it fits.
 */
function arcText(text: string, { outerRadius, height, maxSpread, maxAngle }: Arc, isTop: boolean): Step[] {
  const characters = charactersOf(text.replaceAll('（', '(').replaceAll('）', ')'))
  const naturalWidth = Math.max(widthOf(characters), 0.1)
  const middleRadius = outerRadius - height / 2
  const room = maxAngle * middleRadius
  const spread = Math.min(maxSpread, room / (naturalWidth * height))
  const squeeze = Math.min(1, spread * 0.94)
  const size = squeeze < MIN_WIDTH_SHARE ? (height * squeeze) / MIN_WIDTH_SHARE : height
  const across = height * squeeze
  let offset = -(naturalWidth * height * spread) / 2
  return characters.flatMap(({ steps, width }) => {
    const angle = (offset + (width * height * spread) / 2) / middleRadius
    offset += width * height * spread
    return mapped(steps, ([x, y]) => {
      const local: Point = [(x - width / 2) * across, (y - MIDDLE) * size]
      return isTop
        ? rotate([local[0], middleRadius + local[1]], -angle)
        : rotate([local[0], local[1] - middleRadius], angle)
    })
  })
}

const rotate = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]

/** A five-pointed star that points upwards. */
function star(radius: number): Step[] {
  const inner = radius * 0.382
  const points = Array.from({ length: 10 }, (_, index): Point => {
    const angle = Math.PI / 2 + (index * Math.PI) / 5
    const distance = index % 2 === 0 ? radius : inner
    return [distance * Math.cos(angle), distance * Math.sin(angle)]
  })
  return [
    ...points.map((point, index): Step => ({ command: index === 0 ? 'move' : 'line', points: [point] })),
    { command: 'close', points: [] },
  ]
}
