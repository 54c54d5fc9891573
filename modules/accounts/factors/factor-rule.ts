import { type Expression, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Role, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../account-log.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { requirePermission } from '../permissions.ts'

/** For a query: whether an account has a second factor. */
export const hasFactor = (accountId: Expression<string>) =>
  sql<boolean>`exists (select 1 from accounts.factor where account_id = ${accountId})`

interface RuleFacts {
  role: Role
  /** The time from which the team requires a second factor. */
  factorRequiredAt: Date | null
}

/** Whether a second factor is required: of staff, except in a demo; of others if their team requires it. */
export const isFactorRequired = ({ role, factorRequiredAt }: RuleFacts): boolean =>
  role === 'agent' ? !config.demo : factorRequiredAt !== null

/**
 * Whether the account has a second factor, has none, or must set one up before it can do anything else. A
 * team's rule applies from the next login on, so that no session is interrupted.
 */
export function secondFactorOf(
  facts: RuleFacts & { hasFactor: boolean },
  loginAt: Date | undefined,
): Viewer['secondFactor'] {
  if (facts.hasFactor) return 'set'
  if (!loginAt || !isFactorRequired(facts)) return 'none'
  return facts.role === 'agent' || facts.factorRequiredAt! <= loginAt ? 'due' : 'none'
}

/** Like `isFactorRequired`, for an account in the database. */
export async function mustHaveFactor(db: Db, { id }: Pick<Viewer, 'id'>): Promise<boolean> {
  const facts = await db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select(['role', 'factor_required_at as factorRequiredAt'])
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  return isFactorRequired(facts)
}

/** Sets whether everyone in the viewer's team must have a second factor, and mails the viewer. */
export async function setFactorRule(db: Db, viewer: Viewer, isRequired: boolean, locale: Locale) {
  requirePermission(viewer, 'team.edit')
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.team')
      .set({ factor_required_at: isRequired ? now() : null })
      .where('id', '=', viewer.teamId)
      .where('factor_required_at', isRequired ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) return
    await logAccountAction(trx, viewer, isRequired ? 'require-factors' : 'waive-factors')
    const noticeKind = isRequired ? 'factorsRequired' : 'factorsWaived'
    if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: noticeKind })
  })
}
