import { type SignatureSpot, signatureBoxes } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import type { Turn } from './signer-link.ts'

/** Where a signatory of an imported PDF signs, in the order of their signatures. */
export async function placesOf(
  db: Db,
  { id, signing_id }: Pick<Turn, 'id' | 'signing_id'>,
): Promise<SignatureSpot[]> {
  const { copy } = await db
    .selectFrom('signing.signing')
    .select('copy')
    .where('id', '=', signing_id)
    .executeTakeFirstOrThrow()
  return signatureBoxes(copy?.places ?? [], id).flat()
}
