import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

const sendStaffMail = mailTemplate<{ id: string; number: string }>(
  'messaging.toStaff',
  (t, { id, number }) => ({
    subject: t('messaging.toStaff.subject', { number }),
    paragraphs: [t('messaging.toStaff.text', { number })],
    button: { words: t('messaging.toStaff.button'), link: `${config.baseUrl}/desk/feedback/${id}` },
    footer: t('common.mail.staffFooter'),
  }),
  ({ requestNumber: number }) => ({ id: 'sample', number }),
)

/** Notifies our own mailbox of a new feedback; its text can only be read at the desk. */
export async function notifyStaffLater(trx: Db, id: string, number: string) {
  await sendStaffMail(trx, { to: config.company.mail, locale: 'zh_CN' }, { id, number })
}
