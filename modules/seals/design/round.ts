import type { Point, Step } from '#src/pdf/drawing/path.ts'
import { charactersOf, lineIn, MIDDLE, mapped, NARROWEST, ring, widthOf } from './glyphs.ts'
import type { SealDesign } from './texts.ts'

/** Lengths in millimetres from the centre of the seal, angles in radians. */
const RADIUS = 21
const RING = 1.2
const NAME = { outer: 18.6, height: 5.6, widest: 1.9, arc: (250 * Math.PI) / 180 }
const CODE = { outer: 18.9, height: 1.7, widest: 1.6, arc: (95 * Math.PI) / 180 }
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
  outer: number
  height: number
  /** Maximum space for a character, in multiples of its own width. */
  widest: number
  /** Maximum angle that the text covers. */
  arc: number
}

/**
 * Text along the circle: clockwise over the top with its feet towards the centre, or along the bottom with
 * its heads towards the centre. A long text is condensed, then made smaller, until it fits.
 */
function arcText(text: string, { outer, height, widest, arc }: Arc, over: boolean): Step[] {
  const characters = charactersOf(text.replaceAll('（', '(').replaceAll('）', ')'))
  const natural = Math.max(widthOf(characters), 0.1)
  const middle = outer - height / 2
  const room = arc * middle
  const spread = Math.min(widest, room / (natural * height))
  const squeeze = Math.min(1, spread * 0.94)
  const size = squeeze < NARROWEST ? (height * squeeze) / NARROWEST : height
  const across = height * squeeze
  let at = -(natural * height * spread) / 2
  return characters.flatMap(({ steps, width }) => {
    const angle = (at + (width * height * spread) / 2) / middle
    at += width * height * spread
    return mapped(steps, ([x, y]) => {
      const local: Point = [(x - width / 2) * across, (y - MIDDLE) * size]
      return over
        ? turned([local[0], middle + local[1]], -angle)
        : turned([local[0], local[1] - middle], angle)
    })
  })
}

const turned = ([x, y]: Point, angle: number): Point => [
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
