import { recipientsOf } from '#modules/accounts/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { type Announcement, lockAnnouncement, logAction } from './announcement.ts'
import { announcementMail, factsOf } from './announcement-mail.ts'
import { pathOf } from './path.ts'

/** The number of accounts that are sent an announcement in one transaction. */
const BATCH = 200

type Recipients = Awaited<ReturnType<ReturnType<typeof recipientsOf>['listAfter']>>

/**
 * Sends an announcement to the next batch of accounts, from the account `after` on, and enqueues the next
 * batch. The mails, the messages and the last account reached are written in one transaction, so a crash
 * neither repeats nor omits an account. A batch that has been sent is not sent again.
 */
export const sendAnnouncement = job<{ id: string; after: string | null }>(
  'announcement',
  async (db, { id, after }) => {
    await db.transaction().execute(async (trx) => {
      const row = await lockAnnouncement(trx, id)
      if (!row || !['scheduled', 'sending'].includes(row.state) || row.reached_until !== after) return
      await sendBatch(trx, row)
    })
  },
)

async function sendBatch(trx: Db, row: Announcement) {
  const { id, audience, starts_at, by_mail, by_message } = row
  const recipients = recipientsOf(trx, { audience, createdBy: starts_at! })
  const batch = by_mail || by_message ? await recipients.listAfter(row.reached_until, BATCH) : []
  const mails = by_mail ? await sendMails(trx, row, batch) : 0
  if (by_message) await sendMessages(trx, row, batch)
  const isLastBatch = batch.length < BATCH
  const lastAccountId = batch.at(-1)?.id ?? row.reached_until
  if (row.state === 'scheduled') await logAction(trx, null, id, 'begin')
  await trx
    .updateTable('announcements.announcement')
    .set({
      state: isLastBatch ? 'sent' : 'sending',
      sent_at: isLastBatch ? now() : null,
      recipients: row.recipients ?? (by_mail || by_message ? await recipients.count() : 0),
      reached_until: lastAccountId,
      reached: row.reached + batch.length,
      mails: row.mails + mails,
    })
    .where('id', '=', id)
    .execute()
  if (isLastBatch) await logAction(trx, null, id, 'finish')
  else await sendAnnouncement.enqueue(trx, { id, after: lastAccountId })
}

/** Returns the number of mails. Mails about new features go only to accounts that have requested them. */
async function sendMails(trx: Db, row: Announcement, batch: Recipients): Promise<number> {
  const readers = batch.filter(
    ({ email, ways }) => email && (row.kind !== 'feature' || ways.features === 'now'),
  )
  for (const { email, locale } of readers)
    await announcementMail(trx, { to: email!, locale }, factsOf(row, locale))
  return readers.length
}

async function sendMessages(trx: Db, row: Announcement, batch: Recipients) {
  const kind = row.kind === 'feature' ? 'featureAnnounced' : 'announced'
  for (const [locale, readers] of Map.groupBy(batch, (one) => one.locale)) {
    const facts = { title: row.texts[locale].title }
    const ids = readers.map(({ id }) => id)
    await sendMessage(trx, ids, { kind, facts, path: pathOf(row) })
  }
}
