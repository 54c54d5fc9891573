import { type Selectable, sql } from 'kysely'
import { endElsewhere } from '#src/auth/session.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../account-log.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { mustHaveFactor } from './factor-rule.ts'
import { deleteRecoveryCodes, makeRecoveryCodes } from './recovery-code.ts'
import { forgetDevices } from './remembered-device.ts'
import type { FactorTable } from './tables.ts'
import { openSecret, stepOf } from './totp.ts'

/** The maximum number of authenticator apps and passkeys of one account. */
const MAX_FACTORS = 10

export type Factor = Pick<Selectable<FactorTable>, 'id' | 'kind' | 'name' | 'created_at' | 'last_used_at'>

export async function needsSecondFactor(db: Db, accountId: string): Promise<boolean> {
  return (await factorsOf(db, accountId).limit(1).executeTakeFirst()) !== undefined
}

/** The factors of an account, oldest first, as a query that others can join. */
export const factorsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts.factor')
    .select(['id', 'kind', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')

/** Finds one of the viewer's own factors. Throws NOT_FOUND for a factor of another account. */
export async function findFactor(db: Db, viewer: Viewer, id: string): Promise<Factor> {
  const factor = isId(id) && (await factorsOf(db, viewer.id).where('id', '=', id).executeTakeFirst())
  return factor || notFound()
}

/**
 * Locks the account's factors until the transaction ends, so that two concurrent removals cannot remove the
 * last one.
 */
export async function lockFactors(trx: Db, accountId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${accountId}`}, 0))`.execute(trx)
  return factorsOf(trx, accountId).execute()
}

/** The session and the language of a person who changes their factors. */
export interface ChangeContext {
  locale: Locale
  /** The token of the session to keep when all other sessions of the account end. */
  sessionToKeep?: string
}

type NewFactor = Pick<FactorTable, 'id' | 'kind' | 'name'> & Partial<FactorTable>

/**
 * Adds a factor, once for each id, and mails its owner. Returns the recovery codes with a first factor; null
 * if the factor was added before. Throws INVALID_FIELD for an account with ten factors, and for a passkey
 * that was added before.
 */
export async function addFactor(
  db: Db,
  viewer: Viewer,
  factor: NewFactor,
  context: ChangeContext,
): Promise<{ codes: string[] | null } | null> {
  return db.transaction().execute(async (trx) => {
    const existingFactors = await lockFactors(trx, viewer.id)
    if (existingFactors.some(({ id }) => id === factor.id)) return null
    if (existingFactors.length >= MAX_FACTORS)
      throw new AppError('INVALID_FIELD', { field: 'form', max: MAX_FACTORS }, 'security.problem.tooMany')
    const insertedRow = await trx
      .insertInto('accounts.factor')
      .values({
        sealed_secret: null,
        last_step: null,
        credential_id: null,
        public_key: null,
        counter: null,
        transports: null,
        last_used_at: null,
        ...factor,
        account_id: viewer.id,
        created_at: now(),
      })
      .onConflict((oc) => oc.column('credential_id').doNothing())
      .executeTakeFirst()
    if (insertedRow.numInsertedOrUpdatedRows !== 1n)
      throw new AppError('INVALID_FIELD', { field: 'form' }, 'security.problem.known')
    await finishChange(trx, viewer, 'add-factor', { ...context, name: factor.name })
    return { codes: existingFactors.length ? null : await makeRecoveryCodes(trx, viewer.id) }
  })
}

async function finishChange(
  trx: Db,
  viewer: Viewer,
  action: 'add-factor' | 'remove-factor',
  { locale, sessionToKeep, name }: ChangeContext & { name: string },
) {
  await logAccountAction(trx, viewer, action)
  if (sessionToKeep !== undefined) await endElsewhere(trx, viewer.id, { keep: sessionToKeep })
  const noticeKind = action === 'add-factor' ? 'factorAdded' : 'factorRemoved'
  if (viewer.email)
    await sendNoticeLater(trx, { to: viewer.email, locale, about: noticeKind, values: { name } })
}

/** Renames a factor, and mails its owner if the name has changed. */
export async function renameFactor(db: Db, viewer: Viewer, id: string, name: string, locale: Locale) {
  const { name: oldName } = await findFactor(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts.factor')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
    await logAccountAction(trx, viewer, 'rename-factor')
    if (viewer.email && name !== oldName)
      await sendNoticeLater(trx, {
        to: viewer.email,
        locale,
        about: 'factorRenamed',
        values: { before: oldName, name },
      })
  })
}

/**
 * Removes a factor and forgets all devices; with the last factor, also removes the recovery codes. Throws
 * INVALID_FIELD for the last factor of an account that must have one.
 */
export async function removeFactor(db: Db, viewer: Viewer, id: string, context: ChangeContext) {
  await db.transaction().execute(async (trx) => {
    const factors = await lockFactors(trx, viewer.id)
    const factor = factors.find((one) => one.id === id)
    if (!factor) notFound()
    if (factors.length === 1 && (await mustHaveFactor(trx, viewer)))
      throw new AppError('INVALID_FIELD', { field: 'form' }, 'security.problem.last')
    await trx.deleteFrom('accounts.factor').where('id', '=', id).execute()
    if (factors.length === 1) await deleteRecoveryCodes(trx, viewer.id)
    await forgetDevices(trx, viewer.id)
    await finishChange(trx, viewer, 'remove-factor', { ...context, name: factor.name })
  })
}

/** Removes all factors, recovery codes and remembered devices; returns whether there was a factor. */
export async function removeAllFactors(trx: Db, accountId: string): Promise<boolean> {
  const factors = await lockFactors(trx, accountId)
  await trx.deleteFrom('accounts.factor').where('account_id', '=', accountId).execute()
  await deleteRecoveryCodes(trx, accountId)
  await forgetDevices(trx, accountId)
  return factors.length > 0
}

/** Replaces the recovery codes, and mails their owner. Throws INVALID_FIELD without a second factor. */
export async function renewRecoveryCodes(db: Db, viewer: Viewer, locale: Locale): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockFactors(trx, viewer.id)).length)
      throw new AppError('INVALID_FIELD', { field: 'form' }, 'security.problem.noFactor')
    await logAccountAction(trx, viewer, 'make-recovery-codes')
    if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: 'recoveryCodesMade' })
    return makeRecoveryCodes(trx, viewer.id)
  })
}

/**
 * Whether a code of one of the account's authenticator apps is right. A right code is used up: it succeeds
 * exactly once.
 */
export async function consumeAppCode(trx: Db, accountId: string, code: string): Promise<boolean> {
  const apps = await trx
    .selectFrom('accounts.factor')
    .select(['id', 'sealed_secret'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'totp')
    .execute()
  for (const { id, sealed_secret } of apps) {
    const secret = openSecret(accountId, id, sealed_secret!)
    const step = secret && stepOf(secret, code)
    if (step === null) continue
    const usedFactor = await trx
      .updateTable('accounts.factor')
      .set({ last_step: step, last_used_at: now() })
      .where('id', '=', id)
      .where('last_step', '<', step)
      .executeTakeFirst()
    if (usedFactor.numUpdatedRows === 1n) return true
  }
  return false
}
