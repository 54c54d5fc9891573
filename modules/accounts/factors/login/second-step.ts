import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import type { LoginAccount } from '../../account.ts'

export const SECOND_STEP = '/acct/second-factor'

const COOKIE = config.secure ? '__Host-second-step' : 'second-step'
const VALID_FOR = 10 * MINUTE

export interface FirstStep {
  way: string
  /** The kind of second factor that was checked. */
  secondFactor?: string
  returnUrl: string
  /** The id of a social login that the login will bind. */
  socialId?: string
}

/**
 * Sends the browser to the second step of a login. There is no session yet: the step is stored, and two
 * cookies bind it to this browser.
 */
export async function askSecondFactor(
  c: Ctx,
  account: LoginAccount,
  { way, returnUrl, socialId }: FirstStep,
): Promise<Response> {
  const token = newToken()
  await c.var.db
    .insertInto('accounts.second_step')
    .values({
      token_hash: hashOf(token),
      visitor_hash: hashOf(c.var.visitor),
      account_id: account.id,
      password_mark: markOf(account),
      way,
      return_url: returnUrl,
      social_id: socialId ?? null,
      expires_at: fromNow(VALID_FOR),
    })
    .execute()
  writeCookie(c, COOKIE, token, { httpOnly: true, maxAge: VALID_FOR / 1000 })
  return wantsJson(c) ? answer(c, { returnUrl: SECOND_STEP }) : goTo(c, SECOND_STEP)
}

const markOf = ({ password_hash }: LoginAccount) => hashOf(password_hash)

/** The login of this browser that waits for its second factor, with its account. */
export async function findSecondStep(c: Ctx) {
  const token = readCookie(c, COOKIE)
  if (!token) return undefined
  return c.var.db
    .selectFrom('accounts.second_step as step')
    .innerJoin('accounts.account as account', 'account.id', 'step.account_id')
    .select(['token_hash', 'way', 'return_url', 'social_id', 'password_mark'])
    .select(['account.id', 'username', 'email', 'account.locale', 'password_hash', 'state', 'role'])
    .where('token_hash', '=', hashOf(token.slice(0, 100)))
    .where('visitor_hash', '=', hashOf(c.var.visitor))
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

export type SecondStep = NonNullable<Awaited<ReturnType<typeof findSecondStep>>>

/**
 * Uses up the step, once. Throws ACCESS_CHECK when it was used up meanwhile, and LOGIN_INVALID when the
 * password has changed since.
 */
export async function consumeSecondStep(trx: Db, step: SecondStep) {
  const deletedStep = await trx
    .deleteFrom('accounts.second_step')
    .where('token_hash', '=', step.token_hash)
    .executeTakeFirst()
  if (deletedStep.numDeletedRows !== 1n) throw new AppError('ACCESS_CHECK')
  if (markOf(step) !== step.password_mark) throw new AppError('LOGIN_INVALID')
}

export function clearSecondStep(c: Ctx) {
  writeCookie(c, COOKIE, '', { httpOnly: true, maxAge: 0 })
}

/** Ends the logins of an account that wait for their second factor; returns their number. */
export async function endSecondSteps(trx: Db, accountId: string): Promise<number> {
  const endedSteps = await trx
    .deleteFrom('accounts.second_step')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return Number(endedSteps.numDeletedRows)
}

export async function deleteOldSecondSteps(db: Db) {
  await db.deleteFrom('accounts.second_step').where('expires_at', '<', now()).execute()
}
