import { administratorsOf, mailReaders } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

interface Facts {
  id: string
  url: string
}

const disabledMail = (because: 'gone' | 'failing') =>
  mailTemplate<Facts>(
    `webhooks.${because}`,
    (t, { id, url }) => ({
      subject: t('webhooks.mail.subject'),
      paragraphs: [t(`webhooks.mail.${because}`, { url }), t('webhooks.mail.lost')],
      button: { words: t('webhooks.mail.open'), link: publicUrl(`/mgmt/acct-info/webhooks/${id}`) },
      footer: t('webhooks.mail.footer'),
    }),
    () => ({ id: '01890000-0000-7000-8000-000000000000', url: 'https://lotus.example/qishu' }),
  )

const MAILS = { gone: disabledMail('gone'), failing: disabledMail('failing') }

/** Disables an endpoint because of its answers and notifies the administrators; does nothing twice. */
export async function disableEndpoint(trx: Db, id: string, because: keyof typeof MAILS) {
  const disabled = await trx
    .updateTable('webhooks.endpoint')
    .set({ state: 'disabled', disabled_because: because, disabled_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'enabled')
    .returning(['team_id', 'url'])
    .executeTakeFirst()
  if (!disabled) return
  const administrators = await administratorsOf(trx, disabled.team_id)
  for (const { email: to, locale } of await mailReaders(trx, administrators))
    await MAILS[because](trx, { to, locale }, { id, url: disabled.url })
}
