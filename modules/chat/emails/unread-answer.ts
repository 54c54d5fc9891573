import '../events.ts'
import { chosenLocale, mailReaders } from '#modules/accounts/index.ts'
import { announce } from '#src/jobs/announce.ts'
import { job } from '#src/jobs/jobs.ts'
import { sendAnswerMail } from './answer-mail.ts'

/** Tells somebody who has not come back to read it what we answered, by mail too as they want it, with the way back; each answer once. */
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
      if (!unread) return
      await announce(trx, 'chat-unread', { accountId: unread.account_id })
      const [reader] = await mailReaders(trx, [unread.account_id])
      if (reader?.ways.service !== 'now') return
      const message = await trx
        .selectFrom('chat.message')
        .select('words')
        .where('conversation_id', '=', id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!message) return
      const locale = await chosenLocale(trx, reader.email, unread.locale)
      await sendAnswerMail(trx, { to: reader.email, locale }, { answer: message.words })
    })
  },
)
