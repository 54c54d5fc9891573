import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { endOfStaff, listAccesses, listOpenedPages } from './access.ts'

/** Who of our staff asked to see the account's pages and what they opened, for the export of its data. */
export async function exportAccesses(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await listAccesses(db, viewer.id)
  const pages = await listOpenedPages(db, viewer.id)
  const supportAccesses = rows.map(
    ({ id, account_id: _, staff_id: __, staffName: ___, isValid: ____, ...row }) => ({
      ...row,
      pages: pages.filter(({ accessId }) => accessId === id).map(({ path, at }) => ({ path, at })),
    }),
  )
  return { records: { supportAccesses } }
}

/** Of an erased customer everything is deleted; what an erased member of staff ran ends. */
export async function eraseAccesses(trx: Db, { accountId }: { accountId: string }) {
  await trx.deleteFrom('support_access.mode').where('staff_id', '=', accountId).execute()
  await trx.deleteFrom('support_access.access').where('account_id', '=', accountId).execute()
  await endOfStaff(trx, accountId)
}
