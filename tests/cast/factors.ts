import { generateHOTP } from '@oslojs/otp'
import { makeRecoveryCodes } from '#modules/accounts/factors/recovery-code.ts'
import { newSecret, sealSecret } from '#modules/accounts/factors/totp.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'

export interface App {
  id: string
  secret: Uint8Array
  codes: string[]
}

/** Gives an account an authenticator app and recovery codes. */
export async function giveApp(db: Db, accountId: string, name = 'Work phone'): Promise<App> {
  const app = { id: newId(), secret: newSecret() }
  await db
    .insertInto('accounts.factor')
    .values({
      id: app.id,
      account_id: accountId,
      kind: 'totp',
      name,
      sealed_secret: sealSecret(accountId, app),
      last_step: 0,
      credential_id: null,
      public_key: null,
      counter: null,
      transports: null,
      created_at: now(),
      last_used_at: null,
    })
    .execute()
  return { ...app, codes: await makeRecoveryCodes(db, accountId) }
}

/** The code that an app shows so many steps of thirty seconds from now. */
export const codeOf = (secret: Uint8Array, steps = 0): string =>
  generateHOTP(secret, BigInt(Math.floor(now().getTime() / 30_000) + steps), 6)

export async function dropFactors(db: Db, accountId: string) {
  for (const table of ['accounts.factor', 'accounts.recovery_code', 'accounts.remembered_device'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
