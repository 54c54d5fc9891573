import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../../account-log.ts'
import { sendNoticeLater } from '../../notice-mail.ts'
import { requireOwnPassword } from '../../password/own-password.ts'
import { endAttempt, findUnboundLogin, type UnboundLogin } from './attempt.ts'
import type { SocialPerson } from './port.ts'

export interface Binding {
  provider: string
  nickname: string
  created_at: Date
}

/** The social account that is bound to this account, if any. */
export async function findBinding(db: Db, accountId: string): Promise<Binding | undefined> {
  return db
    .selectFrom('accounts.social_binding')
    .select(['provider', 'nickname', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function accountBoundTo(db: Db, provider: string, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts.social_binding')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/**
 * Binds a social account; returns false if it was already bound to this account. Throws
 * SOCIAL_BOUND_ELSEWHERE when it is bound to another account, SOCIAL_ALREADY_BOUND when this account has
 * another one.
 */
export async function bindSocial(
  trx: Db,
  accountId: string,
  provider: string,
  person: SocialPerson,
): Promise<boolean> {
  const row = { provider, ...person, account_id: accountId, created_at: now() }
  const inserted = await trx
    .insertInto('accounts.social_binding')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows) {
    await logAccountAction(trx, { id: accountId }, 'bind-social')
    return true
  }
  const owner = await accountBoundTo(trx, provider, person.subject)
  if (owner === accountId) return false
  throw new AppError(owner ? 'SOCIAL_BOUND_ELSEWHERE' : 'SOCIAL_ALREADY_BOUND')
}

/**
 * Binds the identity of an unbound social login to the account to which the same person has now logged in.
 */
export async function bindFoundLogin(trx: Db, accountId: string, { id, provider, person }: UnboundLogin) {
  await bindSocial(trx, accountId, provider, person)
  await endAttempt(trx, id)
}

/** Finds the unbound login by its id and binds it; does nothing if it is bound already or has expired. */
export async function bindLoginById(
  trx: Db,
  accountId: string,
  { id, visitor }: { id: string; visitor: string },
) {
  const unboundLogin = await findUnboundLogin(trx, visitor, id)
  if (unboundLogin) await bindFoundLogin(trx, accountId, unboundLogin)
}

/**
 * Unbinds the social account at the owner's request, and notifies them by mail. Throws the errors of
 * `requireOwnPassword`.
 */
export async function unbindSocialByOwner(db: Db, viewer: Viewer, current: string, locale: Locale) {
  await requireOwnPassword(db, viewer, current)
  await db.transaction().execute(async (trx) => {
    await unbindSocial(trx, viewer.id)
    await logAccountAction(trx, viewer, 'unbind-social')
    if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: 'socialUnbound' })
  })
}

/**
 * Binds a social account for a logged-in owner, and notifies them by mail. Throws the errors of
 * `bindSocial`.
 */
export async function bindSocialByOwner(
  db: Db,
  viewer: Viewer,
  { provider, person, locale }: { provider: string; person: SocialPerson; locale: Locale },
) {
  await db.transaction().execute(async (trx) => {
    if (!(await bindSocial(trx, viewer.id, provider, person)) || !viewer.email) return
    const values = { nickname: person.nickname }
    await sendNoticeLater(trx, { to: viewer.email, locale, about: 'socialBound', values })
  })
}

export async function unbindSocial(db: Db, accountId: string) {
  await db.deleteFrom('accounts.social_binding').where('account_id', '=', accountId).execute()
}
