import type { Db } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import { translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'
import { SERVICE_MAIL } from '#views/service-mail.ts'

/** Tells our own mailbox that somebody waits for an answer; the words themselves are read at the desk. */
export async function tellStaffLater(trx: Db, id: string, number: string) {
  const t = translate('zh_CN')
  await sendLetterLater(trx, {
    to: SERVICE_MAIL,
    locale: 'zh_CN',
    subject: t('messaging.toStaff.subject', { number }),
    paragraphs: [t('messaging.toStaff.text', { number })],
    button: { words: t('messaging.toStaff.button'), link: `${config.baseUrl}/desk/feedback/${id}` },
  })
}
