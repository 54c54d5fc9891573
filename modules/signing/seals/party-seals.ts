import type { Insertable } from 'kysely'
import type { Signable } from '#modules/imports/index.ts'
import { logSealUse, type SealPicture } from '#modules/seals/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { signingParties } from '../copy/signing-parties.ts'
import type { PartySealTable } from './seal-schema.ts'
import { findSealChoices, findUsable } from './seal-setting.ts'

/** A sealing party of a signing that is about to start. */
export interface NewPartySeal {
  party: string
  company: string
  /** The party's first signatory, and the signatory's position. */
  signatoryId: string
  position: number
  sealId: string | null
  /** Null if the signatory may add a picture. */
  picture: SealPicture | null
  crossPage: boolean
}

/**
 * The seals with which a document is sent: for each sealing party, with its first signatory. Throws
 * ACCESS_DENIED if the sender may not use a chosen seal, SEAL_NOT_USABLE if the seal was retired.
 */
export async function sealsToSend(
  db: Db,
  viewer: Viewer,
  document: Signable,
  signatories: { id: string; party: string; position: number }[],
): Promise<NewPartySeal[]> {
  const seals: NewPartySeal[] = []
  for (const { party, seal, crossPage } of await findSealChoices(db, document)) {
    const firstSignatory = signatories.find((one) => one.party === party)
    if (!firstSignatory || seal === 'none') continue
    const usableSeal = seal === 'own' ? null : await findUsable(db, viewer, seal)
    seals.push({
      party,
      company: nameOf(document, party),
      signatoryId: firstSignatory.id,
      position: firstSignatory.position,
      sealId: usableSeal?.id ?? null,
      picture: usableSeal && { look: usableSeal.look, picture: usableSeal.picture },
      crossPage,
    })
  }
  return seals
}

function nameOf(document: Signable, key: string): string {
  const party = signingParties(document).find((one) => one.key === key)
  return party?.name || party?.nameEn || ''
}

/** Stores the seals of a signing with copies of their pictures, and logs the use of the team's seals. */
export async function storePartySeals(
  trx: Db,
  viewer: Viewer,
  document: Signable,
  { signingId, seals }: { signingId: string; seals: NewPartySeal[] },
) {
  if (seals.length === 0) return
  await trx
    .insertInto('signing.party_seal')
    .values(seals.map((seal) => rowOf(signingId, seal)))
    .execute()
  for (const { sealId } of seals)
    if (sealId)
      await logSealUse(trx, {
        seal_id: sealId,
        action: 'sent',
        document_id: document.id,
        document_name: document.name,
        document_number: document.number,
        person: viewer.name,
      })
}

const rowOf = (
  signing_id: string,
  { party, company, signatoryId, sealId, picture, crossPage }: NewPartySeal,
): Insertable<PartySealTable> => ({
  signing_id,
  party,
  company,
  signatory_id: signatoryId,
  seal_id: sealId,
  look: picture && JSON.stringify(picture.look),
  picture: picture?.picture ? Buffer.from(picture.picture) : null,
  cross_page: crossPage,
})

/** The seal that a signatory sets when signing; undefined if the signatory does not seal for the party. */
export const findPartySeal = (db: Db, signatoryId: string) =>
  db.selectFrom('signing.party_seal').selectAll().where('signatory_id', '=', signatoryId).executeTakeFirst()

/**
 * Stores or removes the picture that a signatory adds. Returns false if the party has a seal of the sender's
 * team or no seal, or if it is no longer the signatory's turn.
 */
export async function storeOwnPicture(
  db: Db,
  signatoryId: string,
  seal: SealPicture | null,
): Promise<boolean> {
  const stored = await db
    .updateTable('signing.party_seal')
    .set({
      look: seal && JSON.stringify(seal.look),
      picture: seal?.picture ? Buffer.from(seal.picture) : null,
    })
    .where('signatory_id', '=', signatoryId)
    .where('seal_id', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('signing.signatory as signatory')
          .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
          .select('signatory.id')
          .where('signatory.id', '=', signatoryId)
          .where('signatory.state', '=', 'invited')
          .where('signing.state', '=', 'started'),
      ),
    )
    .executeTakeFirst()
  return stored.numUpdatedRows === 1n
}
