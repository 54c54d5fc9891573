import { sql } from 'kysely'
import { recordRefusal } from '#src/auth/security-event.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { SecurityEventKind } from '#src/db/platform-schema.ts'
import { clientAddress } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { accountAt, findByLogin, findLoginAccount, type LoginAccount, refuseBlocked } from '../account.ts'
import { teamOf } from '../account-log.ts'
import { CopiedPasskey } from '../factors/passkeys/copied-passkey.ts'
import { hashPassword, isOutdated, passwordFits } from '../password/password.ts'
import { type CodeRequest, withVerificationCode } from './codes/verification-code.ts'
import { clearFailures, countAttempt, type LoginAttempt } from './lockout.ts'

export interface LoginClient {
  /** The network of the request. */
  network: string | null
  /** Whether this browser was used to log in to this account before. */
  isKnownDevice: (account: LoginAccount | undefined) => boolean
  passesCaptcha: () => Promise<boolean>
}

/**
 * The account with this name and password. Throws LOGIN_INVALID for a wrong name as for a wrong password;
 * CAPTCHA_VERIFICATION_COED_ERROR, CAPTCHA_PROOF_MISSING or TOO_MANY_REQUESTS after too many failures; or
 * the error of the account's state.
 */
export async function logInByPassword(
  db: Db,
  { login, password }: { login: string; password: string },
  client: LoginClient,
): Promise<LoginAccount> {
  const account = await findByLogin(db, login)
  const loginAttempt: LoginAttempt = {
    login,
    accountId: account?.id ?? null,
    address: client.network,
    knownDevice: client.isKnownDevice(account),
  }
  const attemptId = await countAttempt(
    db,
    loginAttempt,
    loginAttempt.knownDevice || (await client.passesCaptcha()),
  )
  if (!(await passwordFits(account?.password_hash, password))) throw new AppError('LOGIN_INVALID')
  await clearFailures(db, attemptId, loginAttempt)
  refuseBlocked(account!)
  if (!isOutdated(account!.password_hash)) return account!
  return renewHash(db, account!, password)
}

/**
 * Hashes the same password again with today's parameters. If the password was changed meanwhile, its hash is
 * not replaced, and the typed password must match it.
 */
async function renewHash(db: Db, account: LoginAccount, password: string): Promise<LoginAccount> {
  const password_hash = await hashPassword(password)
  const renewed = await db
    .updateTable('accounts.account')
    .set({ password_hash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .executeTakeFirst()
  if (renewed.numUpdatedRows === 1n) return { ...account, password_hash }
  const changedAccount = await findLoginAccount(db, account.id)
  if (!(await passwordFits(changedAccount.password_hash, password))) throw new AppError('LOGIN_INVALID')
  return changedAccount
}

/**
 * Finds the account with this address, if the code sent to the address is right. Throws
 * VERIFICATION_COED_ERROR for a wrong code. After a right code, throws EMAIL_NOT_EXISTS or
 * MOBILE_NOT_EXISTS, so only the owner of the address learns this. If `bind` throws, the code can be used
 * again.
 */
export async function logInByCode(
  db: Db,
  { address, visitor, code }: Omit<CodeRequest, 'purpose'> & { code: string },
  bind: (trx: Db, account: LoginAccount) => Promise<void>,
): Promise<LoginAccount> {
  return withVerificationCode(db, { purpose: 'login', address, visitor }, code, async (trx) => {
    const account = await accountAt(trx, address)
    if (!account) throw new AppError(address.includes('@') ? 'EMAIL_NOT_EXISTS' : 'MOBILE_NOT_EXISTS')
    const confirmedAccount = await findLoginAccount(trx, account.id)
    refuseBlocked(confirmedAccount)
    await bind(trx, confirmedAccount)
    return confirmedAccount
  })
}

interface RefusedLogin {
  way: string
  /** The account of the attempted login; by default, the account of the session. */
  accountId?: string | null
  /** Instead of the id: a username, email or mobile number as typed. */
  name?: string
}

/**
 * Logs and records every refused login with its method and reason, never the typed values. The login's
 * transaction must have ended.
 */
export async function logRefusal(c: Ctx, { way, name, ...login }: RefusedLogin, error: unknown) {
  if (!(error instanceof AppError)) return
  log.warn({ event: 'entry refused', way, reason: error.code, address: clientAddress(c) }, 'login failed')
  const { db, viewer } = c.var
  // Every name is looked up in the same way, so that the answer to an unknown name takes as long.
  const accountId = name ? await findAccountId(db, name) : (login.accountId ?? viewer?.id ?? null)
  const teamId = accountId && teamOf(db, accountId)
  await recordRefusal(db, { kind: kindOf(error), accountId, teamId, detail: `${way} ${error.code}` })
}

const KINDS: Partial<Record<ErrorCode, SecurityEventKind>> = {
  TOO_MANY_REQUESTS: 'locked-out',
  VERIFICATION_COED_ERROR: 'code-misused',
}

const kindOf = (error: AppError): SecurityEventKind =>
  error instanceof CopiedPasskey ? 'passkey-copied' : (KINDS[error.code] ?? 'log-in-refused')

/** The id of the account with this username, email or mobile number. */
async function findAccountId(db: Db, name: string): Promise<string | null> {
  const lowerName = name.trim().toLowerCase()
  const row = await db
    .selectFrom('accounts.account')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', lowerName),
        eb(sql`lower(email)`, '=', lowerName),
        eb('mobile', '=', lowerName),
      ]),
    )
    .executeTakeFirst()
  return row?.id ?? null
}
