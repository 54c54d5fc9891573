import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'

/** Deletes the links of these signings and every revision of their files. */
export async function eraseRevisions(trx: Db, signingIds: string[]) {
  const signatories = trx.selectFrom('signing.signatory').select('id').where('signing_id', 'in', signingIds)
  await trx.deleteFrom('signing.builtin_replaced_link').where('signatory_id', 'in', signatories).execute()
  await trx.deleteFrom('signing.builtin_link').where('signatory_id', 'in', signatories).execute()
  await trx.deleteFrom('signing.revision').where('signing_id', 'in', signingIds).execute()
  for (const id of signingIds) await removeFiles.enqueue(trx, { prefix: `signings/${id}` })
}
