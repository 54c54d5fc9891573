import { sql } from 'kysely'
import * as v from 'valibot'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The groups of notifications that can also be mailed, with the default setting of each. */
export const NOTICE_GROUPS = {
  due: 'now',
  dates: 'now',
  reviews: 'now',
  signatures: 'daily',
  questions: 'now',
  endings: 'now',
  team: 'daily',
  service: 'now',
  laws: 'now',
  features: 'none',
} as const satisfies Record<string, NoticeWay>

export type NoticeGroup = keyof typeof NOTICE_GROUPS

/** Immediately, in the daily digest, or not by mail. */
export const NOTICE_WAYS = ['now', 'daily', 'none'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]

const NoticeWayField = v.picklist(NOTICE_WAYS, 'common.problem.selected')

/**
 * An empty language means the language of the site. The mail about new templates is sent only to
 * subscribers.
 */
export const NoticeForm = v.object({
  due: NoticeWayField,
  reviews: NoticeWayField,
  signatures: NoticeWayField,
  endings: NoticeWayField,
  team: NoticeWayField,
  service: NoticeWayField,
  // A form that was opened before these groups existed does not contain them.
  questions: v.optional(NoticeWayField, 'now'),
  dates: v.optional(NoticeWayField, 'now'),
  laws: v.optional(NoticeWayField, 'now'),
  features: v.optional(NoticeWayField, 'none'),
  locale: v.picklist(['', ...LOCALES], 'common.problem.selected'),
  templates: v.optional(v.picklist(['', 'yes']), ''),
})

export type NoticeChoice = v.InferOutput<typeof NoticeForm>

export async function findNoticeChoice(db: Db, { id }: Pick<Viewer, 'id'>): Promise<NoticeChoice> {
  const row = await db
    .selectFrom('accounts.notice_choice')
    .select(['locale', 'ways', 'template_letter'])
    .where('account_id', '=', id)
    .executeTakeFirst()
  const templates = row?.template_letter ? 'yes' : ''
  return { ...NOTICE_GROUPS, ...row?.ways, locale: row?.locale ?? '', templates }
}

export async function saveNoticeChoice(db: Db, { id }: Viewer, { locale, templates, ...ways }: NoticeChoice) {
  const template_letter = templates === 'yes'
  const row = { locale: locale || null, ways: JSON.stringify(ways), template_letter }
  await db
    .insertInto('accounts.notice_choice')
    .values({ account_id: id, ...row, leave_token: newToken() })
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet({
        ...row,
        // Preserves the token, because mails that have been sent contain it.
        leave_token: sql`coalesce(notice_choice.leave_token, excluded.leave_token)`,
      }),
    )
    .execute()
}

/**
 * For queries of `accounts.account as account`: the language that was chosen for mails, otherwise the
 * language in which the account last used the site. /
 */
export const mailLocale = sql<Locale>`coalesce(
  (select locale from accounts.notice_choice where account_id = account.id), account.locale)`

/** An account with its address and its settings for mailed notifications. */
export interface MailReader {
  id: string
  email: string
  locale: Locale
  ways: Record<NoticeGroup, NoticeWay>
}

/** Accounts that can be reached by mail. */
export const readers = (db: Db) =>
  db
    .selectFrom('accounts.account as account')
    .leftJoin('accounts.notice_choice as choice', 'choice.account_id', 'account.id')
    .select(['account.id', 'email', 'ways'])
    .select(mailLocale.as('locale'))
    .where('email', 'is not', null)
    .where('state', '=', 'active')

type ReaderRow = Awaited<ReturnType<ReturnType<typeof readers>['execute']>>[number]

const readerOf = ({ id, email, locale, ways }: ReaderRow): MailReader => ({
  id,
  locale,
  email: email!,
  ways: { ...NOTICE_GROUPS, ...ways },
})

/** The accounts of this list that can receive mail. */
export async function mailReaders(db: Db, accountIds: string[]): Promise<MailReader[]> {
  if (!accountIds.length) return []
  const isListed = sql<boolean>`account.id = any(${accountIds}::uuid[])`
  return (await readers(db).where(isListed).execute()).map(readerOf)
}

/** The account with this address, if any. */
export async function mailReaderAt(db: Db, address: string): Promise<MailReader | undefined> {
  const row = await readers(db).where(sql`lower(email)`, '=', address.toLowerCase()).executeTakeFirst()
  return row && readerOf(row)
}

/** The language for mails that the owner of this address has chosen; `fallback` if there is no choice. */
export async function chosenLocale(db: Db, address: string, fallback: Locale): Promise<Locale> {
  const row = await db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.notice_choice as choice', 'choice.account_id', 'account.id')
    .select('choice.locale')
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .executeTakeFirst()
  return row?.locale ?? fallback
}
