import { type Expression, sql } from 'kysely'
import { planIncludes } from '#modules/orders/index.ts'
import type { Db } from '#src/db/db.ts'

/** The logo that a team's documents have on their pages now. */
const currentLogo = (db: Db, teamId: Expression<string>) =>
  db
    .selectFrom('brand.brand as brand')
    .innerJoin('brand.logo as logo', 'logo.id', 'brand.logo_id')
    .where('brand.team_id', '=', teamId)
    .where('brand.in_documents', '=', true)
    .where(planIncludes(db, teamId, 'brand'))

interface FinalisedDocument {
  document: { id: string; team_id: string }
}

/** Stores the team's present logo, or none, for the document, which keeps it when the brand changes. */
export async function storeDocumentLogo(trx: Db, { document: { id, team_id } }: FinalisedDocument) {
  await trx.deleteFrom('brand.document_logo').where('document_id', '=', id).execute()
  await trx
    .insertInto('brand.document_logo')
    .columns(['document_id', 'logo_id'])
    .expression(
      currentLogo(trx, sql<string>`${team_id}::uuid`).select([
        sql<string>`${id}::uuid`.as('document_id'),
        'logo.id as logo_id',
      ]),
    )
    .execute()
}

/** The logo on the pages of a document: the one stored at finalisation, or for a draft the team's logo. */
export async function documentLogo(
  db: Db,
  document: { id: string; team_id: string; finalised_at: Date | null },
): Promise<Uint8Array | undefined> {
  const currentQuery = currentLogo(db, sql<string>`${document.team_id}::uuid`).select('logo.png')
  const storedLogo = db
    .selectFrom('brand.document_logo as fixed')
    .innerJoin('brand.logo as logo', 'logo.id', 'fixed.logo_id')
    .select('logo.png')
    .where('document_id', '=', document.id)
  const logo = await (document.finalised_at ? storedLogo.executeTakeFirst() : currentQuery.executeTakeFirst())
  return logo && new Uint8Array(logo.png)
}

/** Deletes the stored references from erased documents to their logos. */
export async function eraseDocumentLogos(trx: Db, { ids }: { ids: string[] }) {
  if (!ids.length) return
  await trx.deleteFrom('brand.document_logo').where('document_id', 'in', ids).execute()
}
