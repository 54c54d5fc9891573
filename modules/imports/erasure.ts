import type { Db } from '#src/db/db.ts'

/** Deletes an account's unfinished uploads. One that is being stored is finished, or removed by the sweep. */
export async function eraseUploads(trx: Db, { accountId }: { accountId: string }) {
  await trx
    .deleteFrom('imports.upload')
    .where('account_id', '=', accountId)
    .where('storing_at', 'is', null)
    .execute()
}
