import type { SignaturePlace } from '#modules/printing/index.ts'
import { type SigningCopy, signatureBoxes } from '../../../../copy/signing-copy.ts'
import type { Signature } from '../../signature.ts'
import type { Appearance, Caption } from './appearance.ts'
import { blockAppearance } from './block-appearance.ts'
import { displayedPlace, rotateAppearance } from './rotated.ts'

/** The appearance of a signature and its place. */
export interface Drawing {
  place: SignaturePlace
  appearance: Appearance
}

/** The drawings of a signatory's signature, one for each of the signatory's boxes in the file. */
export function drawingsIn(
  copy: SigningCopy,
  signatoryId: string,
  signature: Signature,
  caption: Caption,
): Promise<Drawing[]> {
  const facts = { ...caption, languages: copy.languages }
  return Promise.all(
    signatureBoxes(copy.places, signatoryId).map(async (places) => {
      const [{ rotate = 0 } = {}] = places
      if (!rotate) return blockAppearance(signature, places, facts)
      const { appearance } = await blockAppearance(signature, places.map(displayedPlace), facts)
      return { place: places[0]!, appearance: rotateAppearance(appearance, rotate) }
    }),
  )
}
