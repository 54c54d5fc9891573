import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { type KeyChange, seal, sealAgain, unseal } from '#src/core/sealing.ts'
import { keyedHash } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'

/** A hash that identifies a key of this database without revealing it. */
export const markOfKey = (key: string) => keyedHash(key, 'mark of a secret key')

/**
 * Whether the table of keys exists. It does not in an empty database, or in one of an earlier version before
 * a start has updated it.
 */
export async function isKeyTableMade(db: Db): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('platform.secret_key') is not null as made`.execute(db)
  return rows[0]!.made
}

const presentMark = (db: Db) =>
  db.selectFrom('platform.secret_key').select('mark').where('replaced_at', 'is', null).executeTakeFirst()

/** Whether this is the key of the database; null if the database has none yet. */
export async function isKeyOfDatabase(db: Db, key = config.secretKey): Promise<boolean | null> {
  const present = await presentMark(db)
  return present ? present.mark === markOfKey(key) : null
}

/** Makes `SECRET_KEY` the key of a database without one. */
export async function noteSecretKey(db: Db): Promise<void> {
  await insertPresent(db, config.secretKey)
}

const sealingOf = (mark: string) => ({
  use: 'qishu former secret key',
  bound: new TextEncoder().encode(mark),
})

const listFormer = (db: Db) =>
  db
    .selectFrom('platform.secret_key')
    .select(['id', 'mark', 'sealed'])
    .where('replaced_at', 'is not', null)
    .orderBy('id')
    .execute()

/**
 * The hash of a lasting code after a change of the key. Both keys are needed to compute it from the code, so
 * a former key that has become known does not help to guess codes.
 */
export const carriedHash = (key: string, hash: string) => keyedHash(key, `carried ${hash}`)

/**
 * The hashes that a lasting code may have: under the present key, or under a former key and carried over
 * each later change.
 */
export async function lastingHashes(db: Db, text: string): Promise<string[]> {
  const secret = config.secretKey
  const former = (await listFormer(db)).flatMap(({ mark, sealed }) => {
    const key = sealed && unseal(sealed, { ...sealingOf(mark), secret })
    return key ? [key.toString()] : []
  })
  const keys = [...former, secret]
  return keys.map((key, index) => keys.slice(index + 1).reduce(hashThrough, keyedHash(key, text)))
}

const hashThrough = (hash: string, key: string) => carriedHash(key, hash)

/** Makes the new key the key of the database, and stores the former one encrypted. */
export async function replaceSecretKey(trx: Db, change: KeyChange): Promise<void> {
  for (const { id, mark, sealed } of await listFormer(trx)) {
    const sealedAgain = sealed && sealAgain(sealed, change, sealingOf(mark))
    await trx.updateTable('platform.secret_key').set({ sealed: sealedAgain }).where('id', '=', id).execute()
  }
  const mark = markOfKey(change.former)
  const secret = change.present
  const sealed = seal(new TextEncoder().encode(change.former), { ...sealingOf(mark), secret })
  await retireMark(trx, sealed)
  await insertPresent(trx, change.present)
}

/**
 * Makes the present key the key of the database although the former key is lost; forgets all earlier keys.
 */
export async function forgetSecretKeys(trx: Db): Promise<void> {
  await trx.updateTable('platform.secret_key').set({ sealed: null }).execute()
  await retireMark(trx, null)
  await insertPresent(trx, config.secretKey)
}

async function retireMark(trx: Db, sealed: Buffer | null) {
  await trx
    .updateTable('platform.secret_key')
    .set({ sealed, replaced_at: now() })
    .where('replaced_at', 'is', null)
    .execute()
}

async function insertPresent(trx: Db, key: string) {
  const mark = markOfKey(key)
  await trx
    .insertInto('platform.secret_key')
    .values({ mark, sealed: null, since: now(), replaced_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
