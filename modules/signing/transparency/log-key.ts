import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { openKey, sealKey, sealKeyAgain } from '../providers/builtin/pades/sealed-key.ts'
import { keyLine, type LogKey } from './note.ts'

/** The key that currently signs checkpoints. */
export interface OwnLogKey extends LogKey {
  id: number
  privateKey: KeyObject
}

/** The key, which is made on first use. Throws SigningFault if SECRET_KEY cannot decrypt it. */
export async function openLogKey(trx: Db): Promise<OwnLogKey> {
  const row = (await currentRow(trx)) ?? (await addRow(trx))
  const pkcs8 = openKey(config.secretKey, row.sealed_key, row.public_key)
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return { id: row.id, origin: row.origin, publicKey: new Uint8Array(row.public_key), privateKey }
}

const currentRow = (db: Db) =>
  db.selectFrom('signing.log_key').selectAll().where('retired_at', 'is', null).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof currentRow>>>

/** The log's name stays the same when its key or the platform's URL changes. */
async function addRow(trx: Db): Promise<Row> {
  const firstKey = await trx.selectFrom('signing.log_key').select('origin').orderBy('id').executeTakeFirst()
  const origin = firstKey?.origin ?? `${new URL(config.baseUrl).host}/log`
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const sealed_key = sealKey(config.secretKey, pkcs8, public_key)
  await trx
    .insertInto('signing.log_key')
    .values({ origin, public_key, sealed_key, created_at: now(), retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await currentRow(trx))!
}

/** Retires the key; the next checkpoint is signed with a new one. */
export async function retireLogKey(trx: Db): Promise<void> {
  await trx
    .updateTable('signing.log_key')
    .set({ retired_at: now() })
    .where('retired_at', 'is', null)
    .execute()
}

/** The keys that have signed checkpoints, newest first, one per line. */
export async function logKeyLines(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('signing.log_key')
    .select(['origin', 'public_key'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ origin, public_key }) => keyLine({ origin, publicKey: public_key }))
}

/**
 * Re-encrypts the keys. A current key that cannot be decrypted aborts the change; a retired one is skipped.
 */
export async function carryLogKeys(trx: Db, change: KeyChange) {
  const rows = await trx.selectFrom('signing.log_key').selectAll().orderBy('id').execute()
  const unreadable: string[] = []
  for (const { id, sealed_key, public_key, retired_at } of rows) {
    const sealed = sealKeyAgain(sealed_key, public_key, change)
    if (!sealed && !retired_at) throw new Error('The key of the public log does not open.')
    if (!sealed) unreadable.push(`retired key ${id}`)
    else await trx.updateTable('signing.log_key').set({ sealed_key: sealed }).where('id', '=', id).execute()
  }
  return { carried: rows.length - unreadable.length, left: unreadable }
}
