import { generateHOTP } from '@oslojs/otp'
import { makeRecoveryCodes } from '#modules/accounts/factors/recovery-code.ts'
import { newSecret, sealSecret } from '#modules/accounts/factors/totp.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
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

/** Remembers a browser for an account; returns the id of the row. */
export async function giveDevice(db: Db, accountId: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('accounts.remembered_device')
    .values({
      id,
      account_id: accountId,
      token_hash: `device ${id}`,
      device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0',
      created_at: now(),
      last_used_at: now(),
      expires_at: fromNow(DAY),
    })
    .execute()
  return id
}

/** The code that an authenticator app shows `steps` intervals of thirty seconds from now. */
export const codeOf = (secret: Uint8Array, steps = 0): string =>
  generateHOTP(secret, BigInt(Math.floor(now().getTime() / 30_000) + steps), 6)

export async function dropFactors(db: Db, accountId: string) {
  for (const table of ['accounts.factor', 'accounts.recovery_code', 'accounts.remembered_device'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
