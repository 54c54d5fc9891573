import { lastingHashes } from '#src/auth/secret-key.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { keyedHash, newShortToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'

const CODE_COUNT = 10
const GROUP_LENGTH = 5

/** Fifty random bits as two groups of five letters and digits. */
function newCode(): string {
  const token = newShortToken()
  return `${token.slice(0, GROUP_LENGTH)}-${token.slice(GROUP_LENGTH, 2 * GROUP_LENGTH)}`
}

const hashedText = (accountId: string, code: string) => `recovery ${accountId} ${normaliseCode(code)}`

const hashOfCode = (accountId: string, code: string) =>
  keyedHash(config.secretKey, hashedText(accountId, code))

/** Removes differences in typing: capitals, spaces and the dash do not matter. */
const normaliseCode = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Replaces the account's recovery codes and returns the new ones, which are shown once: only their digests
 * are stored.
 */
export async function makeRecoveryCodes(trx: Db, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  await deleteRecoveryCodes(trx, accountId)
  await trx
    .insertInto('accounts.recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfCode(accountId, code) })))
    .execute()
  return codes
}

/**
 * Uses up a code; returns false for a wrong or used one. Of several concurrent uses exactly one succeeds.
 */
export async function consumeRecoveryCode(trx: Db, accountId: string, code: string): Promise<boolean> {
  const usedCode = await trx
    .updateTable('accounts.recovery_code')
    .set({ used_at: now() })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', await lastingHashes(trx, hashedText(accountId, code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return usedCode.numUpdatedRows === 1n
}

/** The number of unused codes, as a query that others can join. */
export const unusedCodeCount = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts.recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  return (await unusedCodeCount(db, accountId).executeTakeFirstOrThrow()).count
}

export async function deleteRecoveryCodes(trx: Db, accountId: string) {
  await trx.deleteFrom('accounts.recovery_code').where('account_id', '=', accountId).execute()
}
