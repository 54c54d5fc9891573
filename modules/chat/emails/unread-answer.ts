import '../events.ts'
import { chosenLocale, mailReaders } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { issueLink } from '../visitor.ts'
import { sendAnswerMail } from './answer-mail.ts'

/**
 * Notifies a customer of an unread answer, and mails it with a link if they have chosen mails; once per
 * answer.
 */
export const mailUnreadAnswer = job<{ id: string; seq: number }>(
  'unread-chat-answer',
  async (db, { id, seq }) => {
    await db.transaction().execute(async (trx) => {
      const unreadAnswer = await trx
        .updateTable('chat.conversation')
        .set({ mailed_seq: seq })
        .where('id', '=', id)
        .where('read_seq', '<', seq)
        .where('mailed_seq', '<', seq)
        .returning(['account_id', 'visitor_email', 'locale'])
        .executeTakeFirst()
      if (!unreadAnswer) return
      const { account_id: accountId, visitor_email } = unreadAnswer
      if (accountId) await emit(trx, 'chat-unread', { accountId })
      const to = accountId ? await readerOf(trx, accountId) : visitor_email
      const message = await trx
        .selectFrom('chat.message')
        .select(['words', 'file_name'])
        .where('conversation_id', '=', id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!to || !message) return
      const path = accountId ? '/mgmt/online-service' : `/online-service/return/${await issueLink(trx, id)}`
      const locale = accountId ? await chosenLocale(trx, to, unreadAnswer.locale) : unreadAnswer.locale
      await sendAnswerMail(trx, { to, locale }, { answer: message.words, file: message.file_name, path })
    })
  },
)

/** The account's address, if it has chosen immediate mails. */
async function readerOf(trx: Db, accountId: string): Promise<string | null> {
  const [reader] = await mailReaders(trx, [accountId])
  return reader?.ways.service === 'now' ? reader.email : null
}
