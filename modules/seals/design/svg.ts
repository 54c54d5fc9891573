import { operators } from '#src/pdf/drawing/path.ts'
import { sealSteps } from './design.ts'
import { type SealDesign, SIZES } from './texts.ts'

/** The red of seal ink, for screen and for print. */
export const RED = { css: '#d4141e', pdf: '0.83 0.08 0.12' }

/** A drawn seal as SVG, in millimetres. */
export function svgOf(design: SealDesign): string {
  const { width, height } = SIZES[design.shape]
  // One hundred units per millimetre, because coordinates have two decimals.
  const path = sealSteps(design)
    .map(
      ({ command, points }) => COMMANDS[command] + points.map(([x, y]) => pointText(x, height - y)).join(' '),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width * 100} ${height * 100}"><path fill="${RED.css}" d="${path}"/></svg>`
}

const COMMANDS = { move: 'M', line: 'L', curve: 'C', close: 'Z' } as const

const pointText = (x: number, y: number) => `${Math.round(x * 100)} ${Math.round(y * 100)}`

const POINTS_PER_MM = 72 / 25.4

/** A drawn seal as PDF operators, in points from the seal's lower left corner. */
export function contentOf(design: SealDesign): string {
  return `${RED.pdf} rg\n${operators(sealSteps(design), { scale: POINTS_PER_MM, x: 0, y: 0 })}\nf`
}
