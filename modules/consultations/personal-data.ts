import { ago, DAY } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { safeName } from '#src/files/entry-names.ts'
import { type ExportPart, exportedRows, shortId } from '#src/jobs/export-part.ts'
import { removeAll, removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { filesOf, keyOf } from './attachments.ts'

/**
 * Erases the requests of teams that are deleted with an account. Price, days and times of agreements are
 * retained for accounting, without messages and files. A remaining team keeps its requests, without the
 * erased person's contact data.
 */
export async function eraseConsultations(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await trx
    .updateTable('consultations.consultation')
    .set({ name: '–', email: '', phone: '' })
    .where('account_id', '=', accountId)
    .execute()
  const rows = await trx
    .selectFrom('consultations.consultation')
    .select(['id', 'agreed_at'])
    .where('team_id', 'in', teamIds)
    .forUpdate()
    .execute()
  for (const { id } of rows) await removeFiles.enqueue(trx, { prefix: filesOf(id) })
  const idsOf = (isAgreed: boolean) =>
    rows.filter(({ agreed_at }) => (agreed_at !== null) === isAgreed).map(({ id }) => id)
  const erasedIds = idsOf(false)
  const retainedIds = idsOf(true)
  if (erasedIds.length)
    await trx.deleteFrom('consultations.consultation').where('id', 'in', erasedIds).execute()
  if (!retainedIds.length) return
  await trx.deleteFrom('consultations.file').where('consultation_id', 'in', retainedIds).execute()
  await trx
    .updateTable('consultations.action')
    .set({ words: '' })
    .where('consultation_id', 'in', retainedIds)
    .execute()
  await trx
    .updateTable('consultations.consultation')
    .set({ subject: '–', situation: '', name: '–', email: '', phone: '', wanted_by: null, terms: '' })
    .where('id', 'in', retainedIds)
    .execute()
}

/** Deletes the retained agreements of teams that were erased thirty years ago. */
export async function eraseAgreements(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('consultations.consultation').where('team_id', 'in', teamIds).execute()
}

/** The retention period of the privacy statement. */
const RETENTION = 2 * 365 * DAY

/**
 * Runs nightly: deletes requests that ended without an agreement. Deletes their files first: after a crash
 * the row is found again, and its missing files do no harm.
 */
export const deleteOldConsultations = job('old-consultations', async (db) => {
  const oldRows = await db
    .selectFrom('consultations.consultation')
    .select('id')
    .where('created_at', '<', ago(RETENTION))
    .where('state', 'in', ['closed', 'withdrawn'])
    .where('agreed_at', 'is', null)
    .execute()
  for (const { id } of oldRows) {
    await removeAll(db, filesOf(id))
    await db.deleteFrom('consultations.consultation').where('id', '=', id).execute()
  }
})

/**
 * The requests of one account for its data export, or for an administrator the team's requests: the
 * messages, the answers, and the files. Notes by staff are not included.
 */
export async function exportConsultations(db: Db, viewer: Viewer): Promise<ExportPart> {
  const requests = await db
    .selectFrom('consultations.consultation')
    .select(['id', 'kind', 'subject', 'own_place', 'other_place', 'language', 'bilingual', 'wanted_by'])
    .select(['situation', 'name', 'email', 'phone', 'state', 'price', 'days', 'terms'])
    .select(['agreed_at', 'created_at'])
    .where(exportedRows(viewer, { account: 'account_id', team: 'team_id' }))
    .orderBy('id')
    .execute()
  const requestIds = requests.map(({ id }) => id)
  if (!requestIds.length) return { records: { consultations: [] } }
  const actions = await db
    .selectFrom('consultations.action')
    .select(['consultation_id', 'side', 'action', 'words', 'price', 'days', 'at'])
    .where('consultation_id', 'in', requestIds)
    .where('action', 'not in', ['note', 'take', 'release'])
    .orderBy('id')
    .execute()
  const files = await db
    .selectFrom('consultations.file')
    .select(['consultation_id', 'number', 'side', 'name', 'size'])
    .where('consultation_id', 'in', requestIds)
    .orderBy('number')
    .execute()
  const withoutId = <Row extends { consultation_id: string }>(rows: Row[], id: string) =>
    rows.filter((row) => row.consultation_id === id).map(({ consultation_id: _, ...row }) => row)
  const consultations = requests.map(({ id, ...request }) => ({
    ...request,
    actions: withoutId(actions, id),
    files: withoutId(files, id).map((file) => ({ ...file, file: pathOf(id, file) })),
  }))
  const requestedAt = new Map(requests.map(({ id, created_at }) => [id, created_at]))
  const storedFiles = files.map((file) => ({
    path: pathOf(file.consultation_id, file),
    at: requestedAt.get(file.consultation_id)!,
    content: { key: keyOf(file.consultation_id, file.number) },
  }))
  return { records: { consultations }, files: storedFiles }
}

const pathOf = (id: string, { number, name }: { number: number; name: string }) =>
  `consultations/${shortId(id)}/${number} ${safeName(name)}`
