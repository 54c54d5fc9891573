import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { endAccessesOfStaff, listAccesses, listOpenedPages } from './access.ts'

/**
 * For the account's data export: which of our staff requested access to its pages, and which pages they
 * opened.
 */
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

/**
 * Deletes all requests and accesses of an erased customer; ends the open ones of an erased member of staff.
 */
export async function eraseAccesses(trx: Db, { accountId }: { accountId: string }) {
  await trx.deleteFrom('support_access.mode').where('staff_id', '=', accountId).execute()
  await trx.deleteFrom('support_access.access').where('account_id', '=', accountId).execute()
  await endAccessesOfStaff(trx, accountId)
}
