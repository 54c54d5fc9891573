import type { SealFigure } from '#modules/seals/index.ts'
import type { CopyPlace } from '../../../../copy/signing-copy.ts'
import { drawFigure } from '../seal/figure.ts'
import type { Appearance } from './appearance.ts'
import { displayedPlace, rotateAppearance } from './rotated.ts'

/** The picture of a seal in the centre of its place, in its own size if the place is large enough. */
export function sealAppearance(figure: SealFigure, place: CopyPlace): Appearance {
  const { width, height } = displayedPlace(place)
  const scale = Math.min(1, width / figure.width, height / figure.height)
  const size = { width: figure.width * scale, height: figure.height * scale }
  const box = { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
  return rotateAppearance({ width, height, content: drawFigure(figure, box) }, place.rotate ?? 0)
}
