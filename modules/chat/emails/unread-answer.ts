import { findMailbox } from '#modules/accounts/index.ts'
import { job } from '#src/jobs/jobs.ts'
import { sendAnswerMail } from './answer-mail.ts'

/** Mails what we answered to somebody who has not come back to read it, with the way back; each answer once. */
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
        .returning(['account_id', 'locale'])
        .executeTakeFirst()
      const to = unread && (await findMailbox(trx, unread.account_id))?.email
      const message = await trx
        .selectFrom('chat.message')
        .select('words')
        .where('conversation_id', '=', id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!to || !message) return
      await sendAnswerMail(trx, { to, locale: unread.locale }, { answer: message.words })
    })
  },
)
