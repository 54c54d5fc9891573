import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { Damage, StoredFileTable } from '#src/db/platform-schema.ts'
import { notifyLive } from '#src/live/tell.ts'
import { announce } from './announce.ts'

declare module './announce.ts' {
  interface Announcements {
    /** A file was damaged since then and is what it was again. */
    'file-restored': { key: string; since: Date }
  }
}

export type StoredFile = Selectable<StoredFileTable>

/** What was found under a key; its SHA-256 in hex. */
export interface StoredContent {
  sha256: string
  bytes: number
}

/** From now on the file is this, whatever it was before. */
export async function noteStored(db: Db, key: string, { sha256, bytes }: StoredContent) {
  const row = { sha256, bytes, created_at: now(), checked_at: null, damaged_at: null, damage: null }
  await db
    .insertInto('platform.stored_file')
    .values({ key, ...row })
    .onConflict((oc) => oc.column('key').doUpdateSet(row))
    .execute()
}

/**
 * What is known of a file. A row that knows it by another hash than `sha256`, which its owner holds, is put
 * right first.
 */
export async function findStored(db: Db, key: string, sha256?: string): Promise<StoredFile | undefined> {
  const found = db.selectFrom('platform.stored_file').selectAll().where('key', '=', key)
  const row = await found.executeTakeFirst()
  if (!row || !sha256 || row.sha256 === sha256) return row
  return db
    .updateTable('platform.stored_file')
    .set({ sha256, bytes: null })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst()
}

/** The rows of all files whose key begins so; the files go by `removeAll`. */
export async function forgetStored(db: Db, prefix: string) {
  await db
    .deleteFrom('platform.stored_file')
    .where((eb) =>
      eb.or([eb('key', '=', prefix), eb(sql<boolean>`starts_with(key, ${`${prefix}/`})`, '=', true)]),
    )
    .execute()
}

/**
 * What is wrong with what was found, null for nothing in place of a file. A file that is known by nothing is
 * right unless it is empty.
 */
export function damageOf(
  kept: Pick<StoredFile, 'sha256' | 'bytes'>,
  found: StoredContent | null,
): Damage | null {
  if (!found) return 'missing'
  if (found.sha256 === kept.sha256) return null
  if (found.bytes < (kept.bytes ?? 1)) return 'shorter'
  return kept.sha256 === null && found.bytes === (kept.bytes ?? found.bytes) ? null : 'changed'
}

/**
 * Notes how a file was found, once a change: that it is damaged, for the desk and in the log, or that it is
 * right again. Nothing where the file was replaced or removed meanwhile.
 */
export async function noteFound(db: Db, row: StoredFile, damage: Damage | null, found: StoredContent | null) {
  const same = { checked_at: now(), damaged_at: null, damage: null, ...(row.sha256 === null && found) }
  const inOne = <T>(work: (trx: Db) => Promise<T>) =>
    db.isTransaction ? work(db) : db.transaction().execute(work)
  await inOne(async (trx) => {
    const noted = await trx
      .updateTable('platform.stored_file')
      .set(damage ? { damage, damaged_at: row.damaged_at ?? now() } : same)
      .where('key', '=', row.key)
      .where(sql<SqlBool>`sha256 is not distinct from ${row.sha256}`)
      .where(sql<SqlBool>`damage is not distinct from ${row.damage}`)
      .executeTakeFirst()
    if (noted.numUpdatedRows !== 1n || row.damage === damage) return
    await notifyLive(trx, ['desk'], 'todo')
    const { key, damaged_at: since } = row
    if (damage) log.error({ event: 'file damaged', key, damage }, 'stored file damaged')
    else log.info({ event: 'file restored', key, since }, 'stored file right again')
    if (!damage) await announce(trx, 'file-restored', { key, since: since! })
  })
}

/** For a query: what a file is known by, so that reading it asks for nothing more. */
export const knownHash = (key: string) =>
  sql<string | null>`(select sha256 from platform.stored_file where key = ${key})`

/** For a query: whether the file under a key is damaged. */
export const isDamaged = (key: Expression<string>) =>
  sql<boolean>`exists (select 1 from platform.stored_file as stored
    where stored.damaged_at is not null and stored.key = ${key})`

/** For a query: whether any file at all is. */
export const filesDamaged = () =>
  sql<boolean>`exists (select 1 from platform.stored_file where damaged_at is not null)`

export async function countDamaged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('platform.stored_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('damaged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
