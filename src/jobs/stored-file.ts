import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import type { Damage, StoredFileTable } from '#src/db/platform-schema.ts'
import type { FileContent } from '#src/files/store/file-store.ts'
import { notifyLive } from '#src/live/notify.ts'
import { emit } from './module-events.ts'

declare module './module-events.ts' {
  interface ModuleEvents {
    /** Emitted when a damaged file is intact again; `since` is when the damage was found. */
    'file-restored': { key: string; since: Date }
  }
}

export type StoredFile = Selectable<StoredFileTable>

/** Records the new content of a file, replacing any earlier record. */
export async function recordStored(db: Db, key: string, { sha256, bytes }: FileContent) {
  const row = { sha256, bytes, created_at: now(), checked_at: null, damaged_at: null, damage: null }
  await db
    .insertInto('platform.stored_file')
    .values({ key, ...row })
    .onConflict((oc) => oc.column('key').doUpdateSet(row))
    .execute()
}

/**
 * The recorded row of a file. If the owner's `sha256` differs from the recorded hash, the row is corrected
 * first.
 */
export async function findStored(db: Db, key: string, sha256?: string): Promise<StoredFile | undefined> {
  const query = db.selectFrom('platform.stored_file').selectAll().where('key', '=', key)
  const row = await query.executeTakeFirst()
  if (!row || !sha256 || row.sha256 === sha256) return row
  return db
    .updateTable('platform.stored_file')
    .set({ sha256, bytes: null })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the rows of all files whose key begins with `prefix`; `removeAll` deletes the files. */
export async function deleteStoredRows(db: Db, prefix: string) {
  await db
    .deleteFrom('platform.stored_file')
    .where((eb) =>
      eb.or([eb('key', '=', prefix), eb(sql<boolean>`starts_with(key, ${`${prefix}/`})`, '=', true)]),
    )
    .execute()
}

/**
 * The damage of the actual content; null if there is none. If no content was recorded, every file but an
 * empty one is intact.
 */
export function damageOf(
  recorded: Pick<StoredFile, 'sha256' | 'bytes'>,
  actual: FileContent | null,
): Damage | null {
  if (!actual) return 'missing'
  if (actual.sha256 === recorded.sha256) return null
  if (actual.bytes < (recorded.bytes ?? 1)) return 'shorter'
  return recorded.sha256 === null && actual.bytes === (recorded.bytes ?? actual.bytes) ? null : 'changed'
}

/**
 * Records the result of a check if it differs from the last one: damage, for the desk and the log, or
 * recovery. Does nothing if the file was replaced or removed in the meantime.
 */
export async function recordCheck(
  db: Db,
  row: StoredFile,
  damage: Damage | null,
  actual: FileContent | null,
) {
  const intactValues = {
    checked_at: now(),
    damaged_at: null,
    damage: null,
    ...(row.sha256 === null && actual),
  }
  await inTransaction(db, async (trx) => {
    const updated = await trx
      .updateTable('platform.stored_file')
      .set(damage ? { damage, damaged_at: row.damaged_at ?? now() } : intactValues)
      .where('key', '=', row.key)
      .where(sql<SqlBool>`sha256 is not distinct from ${row.sha256}`)
      .where(sql<SqlBool>`damage is not distinct from ${row.damage}`)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n || row.damage === damage) return
    await notifyLive(trx, ['desk'], 'todo')
    const { key, damaged_at: since } = row
    if (damage) log.error({ event: 'file damaged', key, damage }, 'stored file damaged')
    else log.info({ event: 'file restored', key, since }, 'stored file right again')
    if (!damage) await emit(trx, 'file-restored', { key, since: since! })
  })
}

/** A query expression: the recorded hash, so that reading the file needs no further query. */
export const knownHash = (key: string) =>
  sql<string | null>`(select sha256 from platform.stored_file where key = ${key})`

/** A query expression: whether the file with a key is damaged. */
export const isDamaged = (key: Expression<string>) =>
  sql<boolean>`exists (select 1 from platform.stored_file as stored
    where stored.damaged_at is not null and stored.key = ${key})`

/** A query expression: whether any file is damaged. */
export const filesDamaged = () =>
  sql<boolean>`exists (select 1 from platform.stored_file where damaged_at is not null)`

/** Every stored file, in the order of keys. */
export const listStoredFiles = (db: Db) =>
  db.selectFrom('platform.stored_file').select(['key', 'sha256', 'bytes']).orderBy('key').execute()

export async function countDamaged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('platform.stored_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('damaged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
