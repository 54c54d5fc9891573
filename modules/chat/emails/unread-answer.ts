import { findMailbox } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { job } from '#src/jobs/jobs.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'

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
      const t = translate(unread.locale)
      await sendLetterLater(trx, {
        to,
        locale: unread.locale,
        subject: t('chat.mail.subject'),
        paragraphs: [t('chat.mail.lead'), ...message.words.split(/\n+/)],
        button: { words: t('chat.mail.open'), link: publicUrl('/mgmt/online-service') },
      })
    })
  },
)
