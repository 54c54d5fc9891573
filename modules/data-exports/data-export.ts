import { Readable } from 'node:stream'
import { type SqlBool, sql } from 'kysely'
import { logAccountAction } from '#modules/accounts/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { exportsTeam } from '#src/jobs/export-part.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { openFile } from '#src/jobs/storage.ts'
import { makeDataExport } from './make-data-export.ts'
import { folderOf } from './paths.ts'

const START_LIMIT = { name: 'export', points: 5, per: 3600 }

/**
 * Begins a data export of the viewer, and logs it; does nothing while one is in progress. Throws when the
 * hourly limit is reached.
 */
export async function beginDataExport(db: Db, viewer: Viewer, locale: Locale) {
  const latestExport = await findDataExport(db, viewer)
  if (latestExport && isInProgress(latestExport)) return
  await consumePoint(START_LIMIT, viewer.id)
  const row = {
    id: newId(),
    account_id: viewer.id,
    team_id: viewer.teamId,
    with_team: exportsTeam(viewer),
    locale,
    state: 'waiting' as const,
    created_at: now(),
  }
  await db.transaction().execute(async (trx) => {
    const dataExport = await trx
      .insertInto('data_exports.data_export')
      .values(row)
      .onConflict((oc) => oc.column('account_id').where('state', 'in', ['waiting', 'running']).doNothing())
      .executeTakeFirst()
    if (dataExport.numInsertedOrUpdatedRows !== 1n) return
    await logAccountAction(trx, viewer, 'export')
    await makeDataExport.enqueue(trx, { id: row.id })
  })
}

export const isInProgress = ({ state }: Pick<DataExport, 'state'>) =>
  state === 'waiting' || state === 'running'

/**
 * The viewer's exports. An export with the data of a team is visible to the account only while it is the
 * team's administrator.
 */
const exportsOf = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('data_exports.data_export')
    .where('account_id', '=', viewer.id)
    .where('team_id', '=', viewer.teamId)
    .where(sql<SqlBool>`(not with_team or ${exportsTeam(viewer)})`)

/** The viewer's latest export, if any. */
export const findDataExport = (db: Db, viewer: Viewer) =>
  exportsOf(db, viewer)
    .select(['id', 'state', 'done', 'total', 'left_out', 'created_at', 'ended_at', 'expires_at'])
    .select(sql<number | null>`size::float8`.as('size'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type DataExport = NonNullable<Awaited<ReturnType<typeof findDataExport>>>

/**
 * The archive in chunks; null when it has expired. Throws NOT_FOUND for an unknown export and for an export
 * of another account, FILE_GENERATING until the archive is made, FILE_DAMAGED.
 */
export async function openDataExport(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const dataExport = await exportsOf(db, viewer)
    .select(['state', 'key', 'created_at', 'expires_at'])
    .select(sql<number>`size::float8`.as('size'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!dataExport || dataExport.state === 'failed') notFound()
  if (isInProgress(dataExport)) throw new AppError('FILE_GENERATING')
  if (dataExport.state === 'expired' || dataExport.expires_at! <= now()) return null
  const content = Readable.toWeb(await openFile(db, dataExport.key!)) as ReadableStream
  return { content, size: dataExport.size, at: dataExport.created_at }
}

/** Deletes an export, or cancels making it. Throws NOT_FOUND, also for an export of another account. */
export async function removeDataExport(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .deleteFrom('data_exports.data_export')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .executeTakeFirst()
    if (deletedRow.numDeletedRows !== 1n) notFound()
    await removeFiles.enqueue(trx, { prefix: folderOf(id) })
  })
}
