import { consumePoint, type Limit, returnPoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../../account-log.ts'
import { sendNoticeLater } from '../../notice-mail.ts'
import { consumeAppCode } from '../factor.ts'
import { consumeRecoveryCode, countRecoveryCodes } from '../recovery-code.ts'
import type { SecondStep } from './second-step.ts'

/** The limit for wrong codes of an account, which only a person with the right password can enter. */
const ACCOUNT_LIMIT: Limit = { name: 'second-factor', points: 5, per: 900, words: 'security.problem.wait' }
const NETWORK_LIMIT: Limit = { name: 'second-factor-network', points: 50, per: 3600 }

/**
 * Runs a check of a second factor. Counts it as failed beforehand, so that a thousand parallel checks do not
 * all pass, and undoes this if it succeeds. Throws TOO_MANY_REQUESTS after five failures.
 */
export async function withLimitedTries<T>(
  accountId: string,
  network: string,
  check: () => Promise<T>,
): Promise<T> {
  await consumePoint(NETWORK_LIMIT, network)
  await consumePoint(ACCOUNT_LIMIT, accountId)
  const result = await check()
  await returnPoint(ACCOUNT_LIMIT, accountId)
  await returnPoint(NETWORK_LIMIT, network)
  return result
}

/**
 * Throws VERIFICATION_COED_ERROR unless an authenticator app of the account shows this code and it is
 * unused.
 */
export async function checkAppCode(trx: Db, step: SecondStep, code: string) {
  if (!(await consumeAppCode(trx, step.id, code))) throw new AppError('VERIFICATION_COED_ERROR')
}

/** Like `checkAppCode`, for a recovery code; mails the owner, because the device may be lost or stolen. */
export async function checkRecoveryCode(trx: Db, step: SecondStep, code: string) {
  if (!(await consumeRecoveryCode(trx, step.id, code))) throw new AppError('VERIFICATION_COED_ERROR')
  await logAccountAction(trx, step, 'use-recovery-code')
  const values = { left: String(await countRecoveryCodes(trx, step.id)) }
  const { email, locale } = step
  if (email) await sendNoticeLater(trx, { to: email, locale, about: 'recoveryCodeUsed', values })
}
