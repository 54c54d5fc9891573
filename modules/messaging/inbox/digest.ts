import { mailReaders } from '#modules/accounts/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { job } from '#src/jobs/jobs.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { choiceLink, isDaily, linkOf, type MailReader, type Notification, wordsOf } from './message-mail.ts'

/** The maximum number of notifications listed in a digest; the others are only counted. */
const MAX_LISTED = 30

const sendDigestLater = mailTemplate<{ notifications: Notification[] }>(
  'messaging.digest',
  (t, { notifications }) => ({
    subject: t('messaging.digest.subject', { count: notifications.length }),
    paragraphs: [t('messaging.digest.lead')],
    items: notifications.slice(0, MAX_LISTED).map((one) => ({ words: wordsOf(t, one), link: linkOf(one) })),
    note:
      notifications.length > MAX_LISTED
        ? t('messaging.digest.more', { count: notifications.length - MAX_LISTED })
        : undefined,
    button: { words: t('messaging.digest.open'), link: publicUrl('/mgmt/messages') },
    footer: t('messaging.digest.footer'),
    footerLink: choiceLink(t),
  }),
  ({ document, number, other: otherName, person: starter, team }) => {
    const facts = { document, number, who: otherName, starter, team }
    const sample = { kind: 'signed', facts, path: '/mgmt/sample/signing' } as const
    return { notifications: [sample, { kind: 'memberJoined', facts, path: '/mgmt/acct-info/members' }] }
  },
)

const readersWithUnread = (db: Db) =>
  db.selectFrom('messaging.message').where('in_digest', '=', 'waiting').where('read_at', 'is', null)

/**
 * Every morning: mails each account a digest of its unread notifications; each notification is in one digest
 * only.
 */
export const sendDigests = job('digests', async (db) => {
  const day = shanghaiDay()
  const accounts = await readersWithUnread(db).select('account_id').distinct().execute()
  const readers = await mailReaders(
    db,
    accounts.map(({ account_id }) => account_id),
  )
  for (const reader of readers) await db.transaction().execute((trx) => sendDigest(trx, reader, day))
})

/**
 * Sends the digest of one account. Inserts the row of the day before the mail, so that a second worker skips
 * it.
 */
async function sendDigest(trx: Db, reader: MailReader, day: string) {
  const claim = await trx
    .insertInto('messaging.digest')
    .values({ account_id: reader.id, day })
    .onConflict((oc) => oc.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (!claim) return
  const unreadMessages = await trx
    .updateTable('messaging.message')
    .set({ in_digest: 'sent' })
    .where('account_id', '=', reader.id)
    .where('in_digest', '=', 'waiting')
    .where('read_at', 'is', null)
    .returning(['id', 'kind', 'facts', 'path'])
    .execute()
  const notifications = unreadMessages
    .filter(({ kind }) => isDaily(reader, kind))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  if (notifications.length)
    await sendDigestLater(trx, { to: reader.email, locale: reader.locale }, { notifications })
}
