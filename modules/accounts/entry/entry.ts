import { beginSession, endSession } from '#src/auth/session.ts'
import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { clientAddress } from '#src/http/client-address.ts'
import { LOCALE_COOKIE, readCookie } from '#src/http/cookies.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import { type LoginAccount, lockUnchanged, storeLanguage } from '../account.ts'
import { recordAgreement } from '../agreement.ts'
import { putSession, sessionToken } from './cookies.ts'
import { putDevice } from './known-device.ts'

/**
 * Completes every kind of login: begins a new session in place of the browser's old one, and records accepted
 * agreements. Throws LOGIN_INVALID, or the state's error, when the account changed since its owner was
 * identified.
 */
export async function completeLogin(
  c: Ctx,
  account: LoginAccount,
  way: string,
  returnUrl: string,
): Promise<Response> {
  const { db, locale } = c.var
  const old = sessionToken(c)
  if (old) await endSession(db, old)
  await recordAgreement(db, account.id, locale)
  if (readCookie(c, LOCALE_COOKIE)) await storeLanguage(db, account.id, locale)
  const address = clientAddress(c)
  const device = c.req.header('user-agent') ?? ''
  const token = await db.transaction().execute(async (trx) => {
    await lockUnchanged(trx, account)
    await recordLastLogin(trx, account)
    return beginSession(trx, account.id, { device, address })
  })
  putSession(c, token)
  putDevice(c, account)
  log.info({ event: 'entered', way, account: account.id, address }, 'login succeeded')
  return wantsJson(c) ? answer(c, { returnUrl }) : goTo(c, returnUrl)
}

async function recordLastLogin(trx: Db, { id }: LoginAccount) {
  await trx
    .insertInto('accounts.last_login')
    .values({ account_id: id, at: now() })
    .onConflict((oc) => oc.column('account_id').doUpdateSet({ at: now() }))
    .execute()
}
