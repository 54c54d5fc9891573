import { mailReaders } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

/** Says only that there is a request, because allowing it requires a login. */
const sendRequestLater = mailTemplate<{ staff: string }>(
  'supportAccess.request',
  (t, { staff }) => ({
    subject: t('supportAccess.mail.subject'),
    paragraphs: [t('supportAccess.mail.text', { staff }), t('supportAccess.mail.login')],
    button: { words: t('supportAccess.mail.open'), link: publicUrl('/mgmt/acct-info/support-access') },
    footer: t('supportAccess.mail.footer'),
  }),
  ({ person: staff }) => ({ staff }),
)

export async function mailRequest(trx: Db, accountId: string, facts: { staff: string }) {
  for (const { email: to, locale } of await mailReaders(trx, [accountId]))
    await sendRequestLater(trx, { to, locale }, facts)
}
