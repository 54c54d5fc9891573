import { isToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findNoticeChoice, keepNoticeChoice, readers } from './notice-choice.ts'

/** From now on the account has the letter of new templates. */
export async function askForTemplateLetter(db: Db, viewer: Viewer) {
  await keepNoticeChoice(db, viewer, { ...(await findNoticeChoice(db, viewer)), templates: 'yes' })
}

/** Who has the letter of new templates, each with the token by which they leave it. */
export async function templateLetterReaders(db: Db) {
  const rows = await readers(db)
    .select('leave_token')
    .where('template_letter', '=', true)
    .where('leave_token', 'is not', null)
    .orderBy('account.id')
    .execute()
  return rows.map(({ email, locale, leave_token }) => ({ email: email!, locale, token: leave_token! }))
}

/** Whether there is a reader, one who has left included, whose letters carry this token. */
export async function isLeaveToken(db: Db, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const row = await db
    .selectFrom('accounts.notice_choice')
    .select('account_id')
    .where('leave_token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the letters that carry this token, once and for all asking; false when no letter carries it. */
export async function leaveTemplateLetter(db: Db, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const left = await db
    .updateTable('accounts.notice_choice')
    .set({ template_letter: false })
    .where('leave_token', '=', token)
    .executeTakeFirst()
  return left.numUpdatedRows === 1n
}
