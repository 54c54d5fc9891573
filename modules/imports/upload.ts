import { requirePermission } from '#modules/accounts/index.ts'
import { requireQuota } from '#modules/documents/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { deleteIncoming, maxBytes, receive, receivedBytes, tooLarge, withUploadLock } from './incoming.ts'

/** The maximum number of open uploads of an account, because they take space on the server's own disk. */
export const MAX_OPEN = 5

const START_LIMIT = { name: 'uploads', points: 120, per: 3600 }

interface UploadFields {
  /** The validated name of the future document. */
  fileName: string
  size?: number
  /** A key by which the file is recognised when it is uploaded again. */
  key?: string
}

/**
 * Begins an upload, or continues the account's upload of the same file; returns its id and the bytes
 * received. Throws ACCESS_DENIED, UPLOAD_NOT_IN_PLAN, CLOUD_STORAGE_FULL, TOO_LARGE or UPLOAD_LIMIT.
 */
export async function beginUpload(db: Db, viewer: Viewer, { fileName, size, key }: UploadFields) {
  requirePermission(viewer, 'document.create')
  if ((size ?? 0) > maxBytes()) throw tooLarge()
  await consumePoint(START_LIMIT, viewer.id)
  await requireQuota(db, viewer, size ?? 0)
  const openUploads = await listUploads(db, viewer)
  const sameUpload = openUploads.find(
    (one) => key && one.key === key && one.size === size && one.file_name === fileName,
  )
  if (sameUpload) return { id: sameUpload.id, offset: await receivedBytes(sameUpload.id) }
  if (openUploads.length >= MAX_OPEN) throw new AppError('UPLOAD_LIMIT', { count: MAX_OPEN })
  const id = newId()
  await db
    .insertInto('imports.upload')
    .values({
      id,
      team_id: viewer.teamId,
      account_id: viewer.id,
      file_name: fileName,
      created_at: now(),
      size: size ?? null,
      key: key ?? null,
      storing_at: null,
    })
    .execute()
  return { id, offset: 0 }
}

/** The viewer's unfinished uploads. */
const listUploads = (db: Db, viewer: Viewer) =>
  db.selectFrom('imports.upload').selectAll().where('account_id', '=', viewer.id).orderBy('id').execute()

/** Throws NOT_FOUND for an unknown upload and for an upload of another account. */
export async function findUpload(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const upload = await db
    .selectFrom('imports.upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .executeTakeFirst()
  return upload ?? notFound()
}

export type Upload = Awaited<ReturnType<typeof findUpload>>

/** Appends the next chunk and returns the size so far. Throws the errors of `receive`. */
export const appendChunk = ({ id, size }: Upload, body: AsyncIterable<Uint8Array>, offset: number) =>
  withUploadLock(id, () => receive(id, body, offset, size ?? maxBytes()))

/** Cancels an upload and deletes its data. */
export async function dropUpload(db: Db, { id }: Pick<Upload, 'id'>) {
  await db.deleteFrom('imports.upload').where('id', '=', id).where('storing_at', 'is', null).execute()
  await deleteIncoming(id)
}
