import { sql } from 'kysely'
import { ago, DAY } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportedRows, shortId } from '#src/jobs/export-part.ts'
import { removeAll, removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { licenceKey } from './authorisation.ts'

/**
 * The authorisations of an account, or for an administrator those of the team, with pictures of licences.
 */
export async function exportAuthorisations(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await db
    .selectFrom('authorisations.authorisation')
    .select(['id', 'person', 'provider', 'sender', 'name', 'number_kind', 'number', 'legal_representative'])
    .select(['check_outcome', 'check_reference', 'checked_at', 'is_operating', 'licence'])
    .select(['statement', 'state', 'reason', 'requested_at', 'decided_at', 'starts_at', 'ends_at'])
    .where(exportedRows(viewer, { account: 'account_id', team: 'team_id' }))
    .orderBy('id')
    .execute()
  const pathOf = ({ id, licence }: (typeof rows)[number]) =>
    licence && `authorisations/${shortId(id)}.${licence}`
  const authorisations = rows.map((row) => {
    const { id: _, licence: __, ...authorisation } = row
    return { ...authorisation, file: pathOf(row) }
  })
  const files = rows
    .filter(({ licence }) => licence)
    .map((row) => ({ path: pathOf(row)!, at: row.requested_at, content: { key: licenceKey(row.id) } }))
  return { records: { authorisations }, files }
}

/**
 * Deletes the authorisations of an erased account as an individual; from those of an institution, only the
 * person's name.
 */
export async function eraseAuthorisations(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  const erasedRows = await trx
    .deleteFrom('authorisations.authorisation')
    .where((eb) =>
      eb.or([
        eb.and([eb('account_id', '=', accountId), eb('sender', '=', 'individual')]),
        eb('team_id', '=', sql<string>`any(${teamIds}::uuid[])`),
      ]),
    )
    .returning(['id', 'licence'])
    .execute()
  for (const { id, licence } of erasedRows)
    if (licence) await removeFiles.enqueue(trx, { prefix: licenceKey(id) })
  await trx
    .updateTable('authorisations.authorisation')
    .set({ account_id: null, person: '' })
    .where('account_id', '=', accountId)
    .execute()
}

/** How long the picture of a licence is stored after the authorisation has ended or was refused. */
const LICENCE_RETENTION = 30 * DAY

/**
 * Nightly: deletes pictures of licences that are no longer needed. Deletes the picture first: after a crash
 * the row is found again, and its missing picture does no harm.
 */
export const deleteOldLicences = job('old-licences', async (db) => {
  const cutoff = ago(LICENCE_RETENTION)
  const oldRows = await db
    .selectFrom('authorisations.authorisation')
    .select('id')
    .where('licence', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('ends_at', '<', cutoff),
        eb.and([eb('state', '=', 'refused'), eb('decided_at', '<', cutoff)]),
      ]),
    )
    .limit(500)
    .execute()
  for (const { id } of oldRows) {
    await removeAll(db, licenceKey(id))
    await db.updateTable('authorisations.authorisation').set({ licence: null }).where('id', '=', id).execute()
  }
})
