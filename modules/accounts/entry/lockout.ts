import { type Expression, type Selectable, sql } from 'kysely'
import { ago, DAY, HOUR, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { keyedHash } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { LoginFailureTable } from '../schema.ts'

/** The number of failures within an hour from which a name requires the captcha. */
const TRIES_WITHOUT_CAPTCHA = 5
/**
 * The maximum number of failures an hour from unknown devices. An account may have a hundred in all; twenty
 * are reserved for known devices.
 */
const MAX_STRANGER_FAILURES = 80
const MAX_KNOWN_FAILURES = 20
const MAX_ADDRESS_FAILURES = 50

export interface LoginAttempt {
  login: string
  /** The account; null for an unknown name, whose failures count too. */
  accountId: string | null
  /** The network of the request, if known. */
  address: string | null
  knownDevice: boolean
}

export async function needsCaptcha(db: Db, login: string): Promise<boolean> {
  const { count } = await db
    .selectFrom('accounts.login_failure')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('name_hash', '=', nameHash(login))
    .where('known_device', '=', false)
    .where('created_at', '>', anHourAgo())
    .executeTakeFirstOrThrow()
  return count >= TRIES_WITHOUT_CAPTCHA
}

/**
 * The lockout that slows down guessing, without locking out the owner. Counts an attempt as failed before it
 * is checked, so that a thousand parallel attempts do not all pass; `clearFailures` removes a successful
 * one. Throws TOO_MANY_REQUESTS, CAPTCHA_VERIFICATION_COED_ERROR.
 */
export async function countAttempt(db: Db, attempt: LoginAttempt, captchaPassed: boolean): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('accounts.login_failure'))`.execute(trx)
    const failuresNow = await countFailures(trx, attempt)
    const isAccountLocked = attempt.knownDevice
      ? failuresNow.known >= MAX_KNOWN_FAILURES
      : failuresNow.strangers >= MAX_STRANGER_FAILURES
    const isAddressLocked = !attempt.knownDevice && failuresNow.address >= MAX_ADDRESS_FAILURES
    if (isAccountLocked || isAddressLocked)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: HOUR / 1000 })
    if (!attempt.knownDevice && !captchaPassed && failuresNow.name >= TRIES_WITHOUT_CAPTCHA)
      throw new AppError('CAPTCHA_VERIFICATION_COED_ERROR')
    const id = newId()
    await trx
      .insertInto('accounts.login_failure')
      .values({
        id,
        name_hash: nameHash(attempt.login),
        account_id: attempt.accountId,
        address: attempt.address,
        known_device: attempt.knownDevice,
        created_at: now(),
      })
      .execute()
    return id
  })
}

function countFailures(trx: Db, { login, accountId, address }: LoginAttempt) {
  const name = nameHash(login)
  return trx
    .selectFrom('accounts.login_failure')
    .select(({ fn, eb, or, and }) => {
      const matchesAccount = or([eb('name_hash', '=', name), eb('account_id', '=', accountId)])
      const isUnknownDevice = eb('known_device', '=', false)
      const count = (condition: ReturnType<typeof and>) => fn.countAll<number>().filterWhere(condition)
      return [
        count(and([isUnknownDevice, eb('name_hash', '=', name)])).as('name'),
        count(and([isUnknownDevice, matchesAccount])).as('strangers'),
        count(and([eb('known_device', '=', true), matchesAccount])).as('known'),
        count(and([isUnknownDevice, eb('address', '=', address)])).as('address'),
      ]
    })
    .where('created_at', '>', anHourAgo())
    .executeTakeFirstOrThrow()
}

/** Removes a successful attempt, and earlier failures with the same name from the same network. */
export async function clearFailures(db: Db, id: string, { login, address }: LoginAttempt) {
  await db
    .deleteFrom('accounts.login_failure')
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([eb('name_hash', '=', nameHash(login)), eb('address', 'is not distinct from', address)]),
      ]),
    )
    .execute()
}

/** The failed logins of an account within a day, newest first, as a query that others can join. */
export const failuresOf = (db: Db, accountId: Expression<string>) =>
  db
    .selectFrom('accounts.login_failure')
    .select(['id', 'name_hash', 'address', 'known_device', 'created_at'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', ago(DAY))
    .orderBy('created_at', 'desc')
    .limit(MAX_STRANGER_FAILURES + MAX_KNOWN_FAILURES)

type Failure = Pick<Selectable<LoginFailureTable>, 'name_hash' | 'known_device' | 'created_at'>

/** Whether a captcha is required, and until when logins from new and from known devices are locked. */
export interface Restriction {
  captcha: boolean
  newDevices: Date | null
  knownDevices: Date | null
}

/**
 * The restriction that follows from an account's failures, newest first, by the same rules as `countAttempt`.
 */
export function restrictionOf(failures: Failure[]): Restriction {
  const recentFailures = failures.filter(({ created_at }) => created_at > anHourAgo())
  const unknownFailures = recentFailures.filter(({ known_device }) => !known_device)
  const names = Map.groupBy(unknownFailures, ({ name_hash }) => name_hash)
  return {
    captcha: [...names.values()].some((tries) => tries.length >= TRIES_WITHOUT_CAPTCHA),
    newDevices: lockedUntil(unknownFailures, MAX_STRANGER_FAILURES),
    knownDevices: lockedUntil(
      recentFailures.filter(({ known_device }) => known_device),
      MAX_KNOWN_FAILURES,
    ),
  }
}

/** The time at which the failure that exceeds the limit will be an hour old. */
function lockedUntil(failures: Failure[], max: number): Date | null {
  const limitFailure = failures[max - 1]
  return limitFailure ? new Date(limitFailure.created_at.getTime() + HOUR) : null
}

export async function deleteOldFailures(db: Db) {
  await db.deleteFrom('accounts.login_failure').where('created_at', '<', ago(DAY)).execute()
}

const anHourAgo = () => ago(HOUR)

const nameHash = (login: string) => keyedHash(config.secretKey, `login ${login.toLowerCase()}`)
