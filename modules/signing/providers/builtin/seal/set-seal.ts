import { figureOf, logSealUse, type SealPicture } from '#modules/seals/index.ts'
import type { Db } from '#src/db/db.ts'
import type { SigningCopy } from '../../../copy/signing-copy.ts'
import { findPartySeal } from '../../../seals/party-seals.ts'
import type { TrialSeal } from '../../provider.ts'
import { sealAppearance } from '../pades/drawing/seal-appearance.ts'
import { crossPageFieldName } from '../pades/seal/strips.ts'
import type { SealDrawing } from './seal-drawing.ts'

/**
 * A placeholder for a picture that a signatory may add later; used to reserve space and for the rehearsal.
 */
export const SEAL_PLACEHOLDER: SealPicture = {
  look: { way: 'drawn', design: { shape: 'round', name: '章', line: '', code: '' } },
  picture: null,
}

interface PlacedSeal extends Omit<TrialSeal, 'signatoryId'> {}

/** How a party's seal is drawn into the file; null if the file has no place for it. */
export function sealDrawingIn(copy: SigningCopy, seal: PlacedSeal): SealDrawing | null {
  const place = copy.places.find(({ kind, party }) => kind === 'seal' && party === seal.party)
  if (!place) return null
  const figure = figureOf(seal.picture ?? SEAL_PLACEHOLDER)
  const crossPageField = seal.crossPage ? crossPageFieldName(seal.position) : undefined
  const appearance = sealAppearance(figure, place)
  return { place, appearance, position: seal.position, seal: { figure, crossPageField } }
}

interface SealingSignatory {
  id: string
  position: number
  copy: SigningCopy | null
}

/** The seal that this signatory sets when signing; null if the party has none. */
export async function findSealToSet(
  db: Db,
  { id, position, copy }: SealingSignatory,
): Promise<SealDrawing | null> {
  const row = await findPartySeal(db, id)
  if (!row?.look || !copy) return null
  const picture = { look: row.look, picture: row.picture }
  return sealDrawingIn(copy, { party: row.party, position, picture, crossPage: row.cross_page })
}

interface SealedDocument {
  id: string
  name: string
  document_id: string
  document_name: string
  document_number: string
}

/** Records the use of the seal for the seal's page, if the seal belongs to the sender's team. */
export async function logAppliedSeal(trx: Db, signatory: SealedDocument) {
  const row = await findPartySeal(trx, signatory.id)
  if (!row?.seal_id) return
  const { document_id, document_name, document_number, name } = signatory
  await logSealUse(trx, {
    seal_id: row.seal_id,
    action: 'applied',
    document_id,
    document_name,
    document_number,
    person: name,
  })
}
