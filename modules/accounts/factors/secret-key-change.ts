import { sql } from 'kysely'
import { carriedHash } from '#src/auth/secret-key.ts'
import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { sealSecretAgain } from './totp.ts'

/**
 * Re-encrypts the secrets of authenticator apps with the new key; returns their number, and those that
 * cannot be decrypted.
 */
export async function carryAuthenticators(trx: Db, change: KeyChange) {
  const apps = await trx
    .selectFrom('accounts.factor')
    .select(['id', 'account_id', 'sealed_secret'])
    .where('kind', '=', 'totp')
    .orderBy('id')
    .forUpdate()
    .execute()
  const unreadableIds: string[] = []
  for (const { id, account_id, sealed_secret } of apps) {
    const sealedSecret = sealSecretAgain(account_id, id, sealed_secret!, change)
    if (!sealedSecret) unreadableIds.push(`account ${account_id}`)
    else
      await trx
        .updateTable('accounts.factor')
        .set({ sealed_secret: sealedSecret })
        .where('id', '=', id)
        .execute()
  }
  return { carried: apps.length - unreadableIds.length, left: unreadableIds }
}

const BATCH_SIZE = 1000

/** Rehashes the hashes of unused recovery codes with the new key. */
export async function carryRecoveryCodes(trx: Db, { present }: KeyChange) {
  const codes = await trx
    .selectFrom('accounts.recovery_code')
    .select(['account_id', 'code_hash'])
    .where('used_at', 'is', null)
    .forUpdate()
    .execute()
  for (let begin = 0; begin < codes.length; begin += BATCH_SIZE) {
    const rows = codes.slice(begin, begin + BATCH_SIZE).map(({ account_id, code_hash }) => ({
      account_id,
      before: code_hash,
      after: carriedHash(present, code_hash),
    }))
    await sql`update accounts.recovery_code as code set code_hash = row.after
      from json_to_recordset(${JSON.stringify(rows)}) as row (account_id uuid, before text, after text)
      where code.account_id = row.account_id and code.code_hash = row.before`.execute(trx)
  }
  return { carried: codes.length, left: [] }
}
