import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { openFile } from '#src/jobs/storage.ts'
import { canSee, visibleDocuments } from '../document.ts'
import { MAX_CHOSEN, tooMany } from '../filing/selection.ts'
import { filesOf, folderOf } from './contents.ts'
import { makeArchive } from './make-archive.ts'

/** How long an archive can be downloaded. */
export const AVAILABLE_FOR = DAY
/** The maximum number of archives of an account at a time. */
export const MAX_ARCHIVES = 3
export const MAX_MEGABYTES = 500

export const LIMITS = { documents: MAX_CHOSEN, megabytes: MAX_MEGABYTES, kept: MAX_ARCHIVES, hours: 24 }

const START_LIMIT = { name: 'archives', points: 60, per: 3600 }

/**
 * Begins an archive of the chosen final documents that the viewer may see; does nothing when an archive of
 * the same documents is in progress. Throws INVALID_FIELD with the reason for no documents, too many, too
 * large, and too many archives.
 */
export async function beginArchive(db: Db, viewer: Viewer, chosenIds: string[], locale: string) {
  const ids = [...new Set(chosenIds.filter(isId))]
  if (ids.length > MAX_CHOSEN) throw tooMany()
  await consumePoint(START_LIMIT, viewer.id)
  const documents = ids.length ? await listChosen(db, viewer, ids) : []
  const finalDocuments = documents.filter((one) => filesOf(one).length)
  if (!finalDocuments.length) throw refusal('none')
  if (sum(finalDocuments.map(({ bytes }) => bytes)) > MAX_MEGABYTES * 1024 * 1024) throw refusal('large')
  const leftOut = documents.filter((one) => !filesOf(one).length)
  const archive = {
    id: newId(),
    team_id: viewer.teamId,
    account_id: viewer.id,
    locale,
    created_at: now(),
    document_ids: finalDocuments.map(({ id }) => id),
    key: hashOf(finalDocuments.map(({ id }) => id).join()),
    left_out: JSON.stringify(leftOut.map(({ name, number }) => ({ name, number, why: 'unfinished' }))),
  }
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`archives ${viewer.id}`}, 0))`.execute(trx)
    const existingArchives = await listArchives(trx, viewer)
    if (existingArchives.some(({ state, key }) => state === 'making' && key === archive.key)) return
    if (existingArchives.length >= MAX_ARCHIVES) throw refusal('kept')
    await trx
      .insertInto('documents.archive')
      .values({ ...archive, state: 'making' })
      .execute()
    await makeArchive.enqueue(trx, { id: archive.id })
    const { id: accountId, teamId } = viewer
    await recordSecurityEvent(trx, { kind: 'download', accountId, teamId, detail: 'archive' })
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

const refusal = (reason: 'none' | 'large' | 'kept') =>
  new AppError('INVALID_FIELD', LIMITS, `documents.archive.problem.${reason}`)

/** The chosen documents sorted by name, with the size of their files. */
const listChosen = (db: Db, viewer: Viewer, ids: string[]) =>
  visibleDocuments(db, viewer)
    .leftJoin('documents.file as file', (join) =>
      join
        .onRef('file.document_id', '=', 'document.id')
        .on('file.kind', 'not in', ['imported-pdf', 'original-pdf']),
    )
    .select(['document.id', 'name', 'number', 'document.kind', 'status'])
    .select(sql<number>`coalesce(sum(file.size), 0)::float8`.as('bytes'))
    .where('document.id', 'in', ids)
    .groupBy('document.id')
    .orderBy('name')
    .orderBy('document.id')
    .execute()

/** The archives that the viewer began within the last day, newest first. */
export const listArchives = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('documents.archive as archive')
    .select(['archive.id', 'archive.key', 'state', 'done', 'size', 'left_out', 'created_at', 'locale'])
    .select(sql<number>`cardinality(document_ids)`.as('total'))
    .where('account_id', '=', viewer.id)
    .where('archive.team_id', '=', viewer.teamId)
    .where('created_at', '>', ago(AVAILABLE_FOR))
    .orderBy('created_at', 'desc')
    .execute()

export type Archive = Awaited<ReturnType<typeof listArchives>>[number]

/**
 * The archive and its bytes in chunks. Throws NOT_FOUND for an unknown archive, an archive of another
 * account, and one with a document that the viewer may no longer see; FILE_GENERATING until the archive is
 * made; FILE_DAMAGED.
 */
export async function openArchive(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const archive = await db
    .selectFrom('documents.archive as archive')
    .select(['state', 'size', 'created_at'])
    .where('archive.id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('archive.team_id', '=', viewer.teamId)
    .where('created_at', '>', ago(AVAILABLE_FOR))
    .where(
      sql<boolean>`not exists (select 1 from unnest(archive.document_ids) as one (id)
        where not ${canSee(db, viewer)(sql<string>`one.id`)})`,
    )
    .executeTakeFirst()
  if (!archive) notFound()
  if (archive.state !== 'ready') throw new AppError('FILE_GENERATING')
  const content = Readable.toWeb(await openFile(db, `${folderOf(id)}/files.zip`)) as ReadableStream
  return { content, size: archive.size!, at: archive.created_at }
}

/**
 * Deletes an archive, or cancels making it. Throws NOT_FOUND for an unknown archive and for an archive of
 * another account.
 */
export async function removeArchive(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .deleteFrom('documents.archive')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .where('team_id', '=', viewer.teamId)
      .executeTakeFirst()
    if (deletedRow.numDeletedRows !== 1n) notFound()
    await removeFiles.enqueue(trx, { prefix: folderOf(id) })
  })
}
