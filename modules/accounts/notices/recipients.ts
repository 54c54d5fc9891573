import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Audience } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { MONTHLY_PLANS } from '../permissions.ts'
import { mailLocale, NOTICE_GROUPS, type NoticeGroup, type NoticeWay } from './notice-choice.ts'

/** A person to whom an announcement is sent. */
export interface Recipient {
  id: string
  /** The email; null for an account that has only a mobile number. */
  email: string | null
  locale: Locale
  ways: Record<NoticeGroup, NoticeWay>
}

/** The condition that an account belongs to the audience, like `belongsTo` for a viewer. */
const inAudience = (audience: Audience) => {
  if (audience === 'everybody') return sql<boolean>`true`
  if (audience === 'administrators') return sql<boolean>`account.role = 'admin'`
  return sql<boolean>`account.role <> 'agent' and (singles_end_at > ${now()} or
    (package = any(${[...MONTHLY_PLANS]}) and (package_ends_at is null or package_ends_at > ${now()})))`
}

/**
 * The accounts of an audience that can log in now and were created by `createdBy`: their number, and pages
 * of them in the order of their ids, after an id or from the first.
 */
export function recipientsOf(db: Db, { audience, createdBy }: { audience: Audience; createdBy: Date }) {
  const accounts = db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .where('state', '=', 'active')
    .where('account.created_at', '<=', createdBy)
    .where(inAudience(audience))
  return {
    async count(): Promise<number> {
      const { all } = await accounts
        .select((eb) => eb.fn.countAll<string>().as('all'))
        .executeTakeFirstOrThrow()
      return Number(all)
    },
    async listAfter(id: string | null, limit: number): Promise<Recipient[]> {
      const query = accounts
        .leftJoin('accounts.notice_choice as choice', 'choice.account_id', 'account.id')
        .select(['account.id', 'email', 'ways'])
        .select(mailLocale.as('locale'))
        .orderBy('account.id')
        .limit(limit)
      const rows = await (id ? query.where('account.id', '>', id) : query).execute()
      return rows.map(({ ways, ...row }) => ({ ...row, ways: { ...NOTICE_GROUPS, ...ways } }))
    },
  }
}
