import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { listAccesses, pagesOf } from './access.ts'

/** Who of our staff asked to see the account's pages and what they opened, for the export of its data. */
export async function exportAccesses(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await listAccesses(db, viewer.id)
  const pages = await pagesOf(
    db,
    rows.map(({ id }) => id),
  )
  const supportAccesses = rows.map(({ id, account_id: _, staff_id: __, ...row }) => ({
    ...row,
    pages: pages.filter((one) => one.access_id === id).map(({ path, at }) => ({ path, at })),
  }))
  return { records: { supportAccesses } }
}

/** Of an erased customer everything is deleted; what an erased member of staff ran ends. */
export async function eraseAccesses(trx: Db, { accountId }: { accountId: string }) {
  await trx.deleteFrom('support_access.access').where('account_id', '=', accountId).execute()
  await trx
    .updateTable('support_access.access')
    .set({ state: 'ended', ended_at: now(), session_hash: null })
    .where('staff_id', '=', accountId)
    .where('state', 'in', ['asked', 'allowed'])
    .execute()
}
