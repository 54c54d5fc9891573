import { twoDecimals } from '#src/pdf/drawing/path.ts'
import type { CopyPlace } from '../../../../copy/signing-copy.ts'
import type { Appearance } from './appearance.ts'

/**
 * Rotates the drawing for a rotated page, so that it appears upright: `rotate` is the page's clockwise
 * rotation in degrees. Width and height of the box are swapped if necessary.
 */
export function rotateAppearance(
  appearance: Appearance,
  rotate: NonNullable<CopyPlace['rotate']>,
): Appearance {
  if (rotate === 0) return appearance
  const { width, height, content } = appearance
  const swapsSides = rotate !== 180
  const size = swapsSides ? { width: height, height: width } : { width, height }
  const shiftX = twoDecimals(rotate === 270 ? 0 : size.width)
  const shiftY = twoDecimals(rotate === 90 ? 0 : size.height)
  const matrix = `${MATRICES[rotate]} ${shiftX} ${shiftY}`
  return { ...appearance, ...size, content: `q ${matrix} cm\n${content}\nQ` }
}

const MATRICES = { 90: '0 1 -1 0', 180: '-1 0 0 -1', 270: '0 -1 1 0' } as const

/** A place with width and height as its reader sees them, for drawing before the rotation. */
export function displayedPlace(place: CopyPlace): CopyPlace {
  const { width, height, rotate = 0 } = place
  return rotate === 90 || rotate === 270 ? { ...place, width: height, height: width } : place
}
