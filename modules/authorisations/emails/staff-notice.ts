import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Request {
  id: string
  /** The name of the institution. */
  name: string
}

const staffNotice = mailTemplate<Request>(
  'authorisations.staffNotice',
  (t, { id, name }) => ({
    subject: t('authorisations.staffNotice.subject', { name }),
    paragraphs: [t('authorisations.staffNotice.text', { name })],
    button: {
      words: t('authorisations.staffNotice.button'),
      link: `${config.baseUrl}/desk/authorisations/${id}`,
    },
    footer: t('common.mail.staffFooter'),
  }),
  ({ team: name }) => ({ id: 'sample', name }),
)

/** Notifies our own mailbox of a licence to check. */
export async function sendStaffNoticeLater(trx: Db, request: Request) {
  await staffNotice(trx, { to: config.company.mail, locale: 'zh_CN' }, request)
}
