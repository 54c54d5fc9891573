import * as v from 'valibot'
import { dueAt } from '#src/calendar/reply.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../account-log.ts'
import { notifyOwner, sendNoticeLater } from '../notice-mail.ts'

export const DeletionForm = v.object({
  words: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(1000, 'common.problem.tooLong')),
})

/**
 * Records the request for deletion and notifies support and the person. Returns false when there is an open
 * request already.
 */
export async function requestDeletion(
  db: Db,
  viewer: Viewer,
  words: string,
  locale: Locale,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('accounts.support_request')
      .values({
        id: newId(),
        account_id: viewer.id,
        kind: 'deletion',
        words,
        created_at: now(),
        due_at: await dueAt(trx, 'personalData'),
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false
    await logAccountAction(trx, viewer, 'ask-deletion')
    const values = { username: viewer.username, words: words || '–' }
    await sendNoticeLater(trx, {
      to: config.company.mail,
      locale: 'zh_CN',
      about: 'deletionToSupport',
      values,
    })
    const { email, mobile } = viewer
    await notifyOwner(trx, { email, mobile, locale }, 'deletionAsked', values)
    return true
  })
}
