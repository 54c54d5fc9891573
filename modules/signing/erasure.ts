import type { Db } from '#src/db/db.ts'
import { allProviders } from './providers/registry.ts'
import { forgetLeaves } from './transparency/leaves.ts'

/** Deletes everything about the signing of these documents, none of which is completed. */
export async function eraseSignings(trx: Db, { ids }: { ids: string[] }) {
  await forgetLeaves(trx, ids)
  await trx.deleteFrom('signing.seal_setting').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('signing.service_setting').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('signing.setting').where('document_id', 'in', ids).execute()
  const rows = await trx.selectFrom('signing.signing').select('id').where('document_id', 'in', ids).execute()
  const signings = rows.map((row) => row.id)
  if (!signings.length) return
  for (const provider of allProviders()) await provider.erase(trx, signings)
  await trx.deleteFrom('signing.party_seal').where('signing_id', 'in', signings).execute()
  const signatories = trx.selectFrom('signing.signatory').select('id').where('signing_id', 'in', signings)
  await trx.deleteFrom('signing.real_name_check').where('signatory_id', 'in', signatories).execute()
  await trx.deleteFrom('signing.signatory').where('signing_id', 'in', signings).execute()
  await trx.deleteFrom('signing.signing').where('id', 'in', signings).execute()
}
