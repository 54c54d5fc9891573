import { sql } from 'kysely'
import { packageQuota } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * The storage quota of a team in bytes: the size of its imported PDFs, original and signed, and the plan's
 * limit, null when it is agreed individually.
 */
export interface CloudStorage {
  used: number
  total: number | null
  /** Whether the plan includes uploads. */
  upload: boolean
}

/**
 * The storage of the viewer's team. Deleted documents do not count, although they can be restored for a
 * while.
 */
export const storageOf = (db: Db, viewer: Pick<Viewer, 'package' | 'teamId'>) =>
  db
    .selectFrom(packageQuota(db, viewer).as('plan'))
    .select(['plan.room', 'plan.upload'])
    .select((eb) =>
      eb
        .selectFrom('documents.file as file')
        .innerJoin('documents.document as document', 'document.id', 'file.document_id')
        .where('file.kind', 'in', ['imported-pdf', 'original-pdf'])
        .where('document.kind', '=', 'imported')
        .where('document.team_id', '=', viewer.teamId)
        .where('document.deleted_at', 'is', null)
        .select(eb.fn.coalesce(sql<string>`sum(file.size)`, sql<string>`0`).as('used'))
        .as('used'),
    )

type StorageRow = { used: string | number | null; room: string | number | null; upload: boolean }

export const readStorage = ({ used, room, upload }: StorageRow): CloudStorage => ({
  used: Number(used),
  total: room === null ? null : Number(room),
  upload,
})

export async function findStorage(db: Db, viewer: Pick<Viewer, 'package' | 'teamId'>): Promise<CloudStorage> {
  return readStorage(await storageOf(db, viewer).executeTakeFirstOrThrow())
}

/** Throws UPLOAD_NOT_IN_PLAN, or CLOUD_STORAGE_FULL when the quota has no space for these bytes. */
export async function requireQuota(db: Db, viewer: Viewer, bytes: number) {
  const { used, total, upload } = await findStorage(db, viewer)
  if (!upload) throw new AppError('UPLOAD_NOT_IN_PLAN')
  if (total !== null && used + bytes > total) throw new AppError('CLOUD_STORAGE_FULL')
}
