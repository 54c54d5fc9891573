import { isToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findNoticeChoice, readers, saveNoticeChoice } from './notice-choice.ts'

/** Subscribes the account to the mail about new templates. */
export async function subscribeToTemplateMail(db: Db, viewer: Viewer) {
  await saveNoticeChoice(db, viewer, { ...(await findNoticeChoice(db, viewer)), templates: 'yes' })
}

/** The subscribers of the mail about new templates, each with the token to unsubscribe. */
export async function templateMailSubscribers(db: Db) {
  const rows = await readers(db)
    .select('leave_token')
    .where('template_letter', '=', true)
    .where('leave_token', 'is not', null)
    .orderBy('account.id')
    .execute()
  return rows.map(({ email, locale, leave_token }) => ({ email: email!, locale, token: leave_token! }))
}

/** Whether the token belongs to a subscriber or a former one. */
export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const row = await db
    .selectFrom('accounts.notice_choice')
    .select('account_id')
    .where('leave_token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

/** Unsubscribes by token; may be repeated. Returns false for an unknown token. */
export async function unsubscribeFromTemplateMail(db: Db, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const unsubscribed = await db
    .updateTable('accounts.notice_choice')
    .set({ template_letter: false })
    .where('leave_token', '=', token)
    .executeTakeFirst()
  return unsubscribed.numUpdatedRows === 1n
}
