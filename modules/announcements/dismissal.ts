import type { AgreementVersion } from '#src/core/agreement-versions.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { job } from '#src/jobs/jobs.ts'
import { announcementIdOfAgreement, canBeDismissed } from './banner.ts'

async function dismissFor(trx: Db, accountId: string, ids: string[]) {
  if (!ids.length) return
  await trx
    .insertInto('announcements.dismissal')
    .values(ids.map((announcement_id) => ({ account_id: accountId, announcement_id, at: now() })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * Records that the viewer has read an announcement, which pages then no longer show. Throws NOT_FOUND unless
 * pages show it.
 */
export async function dismiss(db: Db, viewer: Viewer, id: string) {
  if (!canBeDismissed(id)) notFound()
  await dismissFor(db, viewer.id, [id])
}

/** After an account has accepted agreements, pages no longer ask it to accept them. */
export async function onAgreementsAccepted(
  trx: Db,
  { accountId, versions }: { accountId: string; versions: AgreementVersion[] },
) {
  const ids = versions.flatMap(
    ({ document, version }) => announcementIdOfAgreement(`${document} ${version}`) ?? [],
  )
  await dismissFor(trx, accountId, ids)
}

/** The announcements that an account has dismissed, for the export of its data. */
export async function exportDismissals(db: Db, viewer: Viewer): Promise<ExportPart> {
  const dismissedAnnouncements = await db
    .selectFrom('announcements.dismissal')
    .select(['announcement_id', 'at'])
    .where('account_id', '=', viewer.id)
    .orderBy('at')
    .execute()
  return { records: { dismissedAnnouncements } }
}

export async function eraseDismissals(trx: Db, { accountId }: { accountId: string }) {
  await trx.deleteFrom('announcements.dismissal').where('account_id', '=', accountId).execute()
}

/** Nightly: deletes the dismissals of announcements that pages no longer show. */
export const deleteOldDismissals = job('old-dismissals', async (db) => {
  await db
    .deleteFrom('announcements.dismissal')
    .where('announcement_id', 'in', (eb) =>
      eb.selectFrom('announcements.announcement').select('id').where('ends_at', '<', ago(DAY)),
    )
    .execute()
})
