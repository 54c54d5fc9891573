import type { CopyPlace } from '../../../../copy/signing-copy.ts'
import type { Appearance } from './appearance.ts'
import { short } from './path.ts'

/**
 * The drawing as it has to lie on a page that is turned before it is shown, so that its reader sees it
 * upright: `rotate` degrees against the page's clockwise turn, in a box whose sides have changed places with
 * it.
 */
export function turned(appearance: Appearance, rotate: NonNullable<CopyPlace['rotate']>): Appearance {
  if (rotate === 0) return appearance
  const { width, height, content } = appearance
  const across = rotate !== 180
  const size = across ? { width: height, height: width } : { width, height }
  const matrix = `${TURNS[rotate]} ${short(rotate === 270 ? 0 : size.width)} ${short(rotate === 90 ? 0 : size.height)}`
  return { ...appearance, ...size, content: `q ${matrix} cm\n${content}\nQ` }
}

const TURNS = { 90: '0 1 -1 0', 180: '-1 0 0 -1', 270: '0 -1 1 0' } as const

/** A place as its reader sees its sides, for what is drawn in it before it is turned. */
export function asSeen(place: CopyPlace): CopyPlace {
  const { width, height, rotate = 0 } = place
  return rotate === 90 || rotate === 270 ? { ...place, width: height, height: width } : place
}
