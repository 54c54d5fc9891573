import type { Db } from '#src/db/db.ts'
import {
  type PageBox,
  type PagePosition,
  pagePosition,
  type SignatureSpot,
} from '#views/signature-places/plane.ts'
import { a4Pages, boundsOf, type SigningCopy, signatureBoxes } from '../../../copy/signing-copy.ts'

/**
 * The data of the file that was sent; null if the final PDF was sent, in which the signatories of a party
 * share a line.
 */
export async function sentCopy(db: Db, signingId: string): Promise<SigningCopy | null> {
  const { copy } = await db
    .selectFrom('signing.signing')
    .select('copy')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  return copy
}

/** A place where a signatory signs. */
export interface OwnPlace {
  spot: SignatureSpot
  where: PagePosition
}

/** The signatory's places, in signing order; `pages` are the pages of an imported PDF. */
export function ownPlaces(copy: SigningCopy | null, signatory: string, pages?: PageBox[]): OwnPlace[] {
  if (!copy) return []
  const boxes = pages ?? a4Pages(copy.pages)
  return signatureBoxes(copy.places, signatory).flatMap((places) => {
    const page = places[0]!.page
    const { x, y, width, height } = boundsOf(places)
    const spot = { page, x, y, width, height }
    const box = boxes[page - 1]
    return box ? [{ spot, where: pagePosition(box, spot) }] : []
  })
}
