import { type Expression, type Selectable, sql } from 'kysely'
import { ago, DAY, HOUR, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { keyedHash } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { LoginFailureTable } from '../schema.ts'

/** Failures within an hour after which a name needs the graphic captcha. */
const FREE_TRIES = 5
/** An account's hundred failures an hour: a share of them is kept for devices it was used on before. */
const OF_STRANGERS = 80
const OF_KNOWN_DEVICES = 20
const PER_ADDRESS = 50

export interface LoginTry {
  login: string
  /** Null for a name nobody has, which is counted all the same. */
  accountId: string | null
  /** The network it came from, when known. */
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
  return count >= FREE_TRIES
}

/**
 * Lockout against brute force, which must not lock the owner out. Counts a try as failed before it is
 * checked, so that a thousand at once are not all let through; a try that turns out right is taken back by
 * `forgive`. Throws TOO_MANY_REQUESTS, CAPTCHA_VERIFICATION_COED_ERROR.
 */
export async function countTry(db: Db, tried: LoginTry, captchaPassed: boolean): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('accounts.login_failure'))`.execute(trx)
    const so = await failuresSoFar(trx, tried)
    const ofAccount = tried.knownDevice ? so.known >= OF_KNOWN_DEVICES : so.strangers >= OF_STRANGERS
    const ofAddress = !tried.knownDevice && so.address >= PER_ADDRESS
    if (ofAccount || ofAddress) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: HOUR / 1000 })
    if (!tried.knownDevice && !captchaPassed && so.name >= FREE_TRIES)
      throw new AppError('CAPTCHA_VERIFICATION_COED_ERROR')
    const id = newId()
    await trx
      .insertInto('accounts.login_failure')
      .values({
        id,
        name_hash: nameHash(tried.login),
        account_id: tried.accountId,
        address: tried.address,
        known_device: tried.knownDevice,
        created_at: now(),
      })
      .execute()
    return id
  })
}

function failuresSoFar(trx: Db, { login, accountId, address }: LoginTry) {
  const name = nameHash(login)
  return trx
    .selectFrom('accounts.login_failure')
    .select(({ fn, eb, or, and }) => {
      const ofAccount = or([eb('name_hash', '=', name), eb('account_id', '=', accountId)])
      const strange = eb('known_device', '=', false)
      const count = (when: ReturnType<typeof and>) => fn.countAll<number>().filterWhere(when)
      return [
        count(and([strange, eb('name_hash', '=', name)])).as('name'),
        count(and([strange, ofAccount])).as('strangers'),
        count(and([eb('known_device', '=', true), ofAccount])).as('known'),
        count(and([strange, eb('address', '=', address)])).as('address'),
      ]
    })
    .where('created_at', '>', anHourAgo())
    .executeTakeFirstOrThrow()
}

/**
 * The try was right: it is no failure, nor are this person's slips before it, on the same name from the same
 * place.
 */
export async function forgive(db: Db, id: string, { login, address }: LoginTry) {
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

/** The tries of an account that failed within a day, newest first, as a query for others to join. */
export const failuresOf = (db: Db, accountId: Expression<string>) =>
  db
    .selectFrom('accounts.login_failure')
    .select(['id', 'name_hash', 'address', 'known_device', 'created_at'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', ago(DAY))
    .orderBy('created_at', 'desc')
    .limit(OF_STRANGERS + OF_KNOWN_DEVICES)

type Failure = Pick<Selectable<LoginFailureTable>, 'name_hash' | 'known_device' | 'created_at'>

/** Until when the name is locked, and whether a captcha is required. */
export interface Restriction {
  captcha: boolean
  newDevices: Date | null
  knownDevices: Date | null
}

/** What the failures of an account, newest first, have led to: the same sums as `countTry` makes. */
export function restrictionOf(failures: Failure[]): Restriction {
  const recent = failures.filter(({ created_at }) => created_at > anHourAgo())
  const strange = recent.filter(({ known_device }) => !known_device)
  const names = Map.groupBy(strange, ({ name_hash }) => name_hash)
  return {
    captcha: [...names.values()].some((tries) => tries.length >= FREE_TRIES),
    newDevices: freeAgain(strange, OF_STRANGERS),
    knownDevices: freeAgain(
      recent.filter(({ known_device }) => known_device),
      OF_KNOWN_DEVICES,
    ),
  }
}

/** When the one that makes them too many is an hour old. */
function freeAgain(failures: Failure[], most: number): Date | null {
  const last = failures[most - 1]
  return last ? new Date(last.created_at.getTime() + HOUR) : null
}

export async function forgetOldFailures(db: Db) {
  await db.deleteFrom('accounts.login_failure').where('created_at', '<', ago(DAY)).execute()
}

const anHourAgo = () => ago(HOUR)

const nameHash = (login: string) => keyedHash(config.secretKey, `login ${login.toLowerCase()}`)
