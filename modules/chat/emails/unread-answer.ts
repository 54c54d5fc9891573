import '../events.ts'
import { findMailbox } from '#modules/accounts/index.ts'
import { announce } from '#src/jobs/announce.ts'
import { job } from '#src/jobs/jobs.ts'
import { issueLink } from '../visitor.ts'
import { sendAnswerMail } from './answer-mail.ts'

/** Tells somebody who has not come back to read it what we answered, by mail too, with the way back; each answer once. */
export const mailUnreadAnswer = job<{ id: string; seq: number }>(
  'unread-chat-answer',
  async (db, { id, seq }) => {
    await db.transaction().execute(async (trx) => {
      const unread = await trx
        .updateTable('chat.conversation')
        .set({ mailed_seq: seq })
        .where('id', '=', id)
        .where('read_seq', '<', seq)
        .where('mailed_seq', '<', seq)
        .returning(['account_id', 'visitor_email', 'locale'])
        .executeTakeFirst()
      if (!unread) return
      const { account_id: accountId, visitor_email } = unread
      if (accountId) await announce(trx, 'chat-unread', { accountId })
      const to = accountId ? (await findMailbox(trx, accountId))?.email : visitor_email
      const message = await trx
        .selectFrom('chat.message')
        .select(['words', 'file_name'])
        .where('conversation_id', '=', id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!to || !message) return
      const path = accountId ? '/mgmt/online-service' : `/online-service/return/${await issueLink(trx, id)}`
      await sendAnswerMail(
        trx,
        { to, locale: unread.locale },
        { answer: message.words, file: message.file_name, path },
      )
    })
  },
)
