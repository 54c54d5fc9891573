import { type Expression, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import { isDamaged } from '#src/jobs/stored-file.ts'
import type { PdfToDraw } from '#src/pdf/pictures.ts'
import { addFileLeaf } from './transparency/leaves.ts'

interface NewRevision {
  /** 0 for the sent file; each signature and the closing seal adds one. */
  number: number
  signatoryId?: string
  file: { key: string; sha256: string }
}

/** Records a stored revision. Returns true for the first caller; a job's second run stores nothing. */
export async function recordRevision(
  trx: Db,
  signingId: string,
  { number, signatoryId, file }: NewRevision,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('signing.revision')
    .values({ signing_id: signingId, number, signatory_id: signatoryId, ...file, created_at: now() })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  const { document_id } = await trx
    .selectFrom('signing.signing')
    .select('document_id')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  await addFileLeaf(trx, document_id, file.sha256)
  return true
}

/** Stores the bytes of a revision before its row. */
export async function storeRevision(db: Db, signingId: string, number: number, bytes: Uint8Array) {
  const sha256 = hashOf(bytes)
  const key = `signings/${signingId}/${number}-${sha256.slice(0, 24)}.pdf`
  await putFile(db, key, bytes)
  return { key, sha256 }
}

export async function latestRevision(db: Db, signingId: string) {
  return db
    .selectFrom('signing.revision')
    .selectAll()
    .where('signing_id', '=', signingId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The size of the sent file in bytes. Throws if it was not recorded and the file is damaged. */
export async function sentLength(db: Db, signingId: string): Promise<number> {
  const sentRow = await db
    .selectFrom('signing.revision as revision')
    .leftJoin('platform.stored_file as stored', 'stored.key', 'revision.key')
    .select(['revision.key', 'revision.sha256', 'stored.bytes'])
    .where('revision.signing_id', '=', signingId)
    .where('revision.number', '=', 0)
    .executeTakeFirstOrThrow()
  return sentRow.bytes ?? (await getFile(db, sentRow.key, sentRow.sha256)).length
}

/** A file of a signing by its name in URLs; null if there is none. */
export async function findRevision(db: Db, signingId: string, name: string) {
  const revision = await db
    .selectFrom('signing.revision')
    .select(['key', 'sha256'])
    .where('signing_id', '=', signingId)
    .where(sql`left(sha256, 16)`, '=', name)
    .executeTakeFirst()
  return revision ?? null
}

export const revisionToDraw = (db: Db, { key, sha256 }: { key: string; sha256: string }): PdfToDraw => ({
  sha256,
  read: () => getFile(db, key, sha256),
})

/** A query expression: whether the file for the next signature is damaged in the store. */
export const isHeldUp = (signingId: Expression<string>) =>
  sql<boolean>`coalesce((select ${isDamaged(sql.ref('revision.key'))} from signing.revision as revision
    where revision.signing_id = ${signingId} order by revision.number desc limit 1), false)`
