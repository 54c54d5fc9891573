import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { beginSession, endSession } from '#src/auth/session.ts'
import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { clientAddress } from '#src/http/client-address.ts'
import { LOCALE_COOKIE, readCookie } from '#src/http/cookies.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import { type LoginAccount, lockUnchanged, storeLanguage } from '../account.ts'
import { teamOf } from '../account-log.ts'
import { recordAgreement } from '../agreement.ts'
import { needsSecondFactor } from '../factors/factor.ts'
import { askSecondFactor, type FirstStep } from '../factors/login/second-step.ts'
import { isRemembered } from '../factors/remembered-device.ts'
import { putSession, sessionToken } from './cookies.ts'
import { putDevice } from './known-device.ts'
import { bindLoginById } from './social/binding.ts'

/**
 * Ends the first step of every kind of login: asks for the second factor if the account has one and this
 * browser is not remembered, otherwise enters. Throws the errors of `enter`.
 */
export async function completeLogin(c: Ctx, account: LoginAccount, firstStep: FirstStep): Promise<Response> {
  const needsFactor = (await needsSecondFactor(c.var.db, account.id)) && !(await isRemembered(c, account.id))
  return needsFactor ? askSecondFactor(c, account, firstStep) : enter(c, account, firstStep)
}

/**
 * Completes a login whose factors are all checked: begins a new session instead of the browser's old one,
 * and records accepted agreements. `extraWork` runs in the transaction of the session. Throws LOGIN_INVALID,
 * or the error of the account's state, when the account has changed since its owner was identified.
 */
export async function enter(
  c: Ctx,
  account: LoginAccount,
  { way, secondFactor: second, returnUrl, socialId }: FirstStep,
  extraWork: (trx: Db) => Promise<void> = async () => {},
): Promise<Response> {
  const { db, locale } = c.var
  const address = clientAddress(c)
  const device = c.req.header('user-agent') ?? ''
  const token = await db.transaction().execute(async (trx) => {
    await extraWork(trx)
    if (socialId) await bindLoginById(trx, account.id, { id: socialId, visitor: c.var.visitor })
    await lockUnchanged(trx, account)
    await recordLastLogin(trx, account)
    await recordLogin(trx, account, [way, second])
    return beginSession(trx, account.id, { device, address })
  })
  const formerToken = sessionToken(c)
  if (formerToken) await endSession(db, formerToken)
  await recordAgreement(db, account.id, locale)
  if (readCookie(c, LOCALE_COOKIE)) await storeLanguage(db, account.id, locale)
  putSession(c, token)
  putDevice(c, account)
  log.info({ event: 'entered', way, account: account.id, address }, 'login succeeded')
  return wantsJson(c) ? answer(c, { returnUrl }) : goTo(c, returnUrl)
}

async function recordLogin(trx: Db, { id }: LoginAccount, ways: (string | undefined)[]) {
  const detail = ways.filter(Boolean).join(' ')
  await recordSecurityEvent(trx, { kind: 'log-in', accountId: id, teamId: teamOf(trx, id), detail })
}

async function recordLastLogin(trx: Db, { id }: LoginAccount) {
  await trx
    .insertInto('accounts.last_login')
    .values({ account_id: id, at: now() })
    .onConflict((oc) => oc.column('account_id').doUpdateSet({ at: now() }))
    .execute()
}
