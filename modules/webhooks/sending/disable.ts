import { administratorsOf, mailReaders } from '#modules/accounts/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

const pathOf = (id: string) => `/mgmt/acct-info/webhooks/${id}`

interface Facts {
  id: string
  url: string
}

const disabledMail = (reason: 'gone' | 'failing') =>
  mailTemplate<Facts>(
    `webhooks.${reason}`,
    (t, { id, url }) => ({
      subject: t('webhooks.mail.subject'),
      paragraphs: [t(`webhooks.mail.${reason}`, { url }), t('webhooks.mail.lost')],
      button: { words: t('webhooks.mail.open'), link: publicUrl(pathOf(id)) },
      footer: t('webhooks.mail.footer'),
    }),
    () => ({ id: '01890000-0000-7000-8000-000000000000', url: 'https://lotus.example/qishu' }),
  )

const MAILS = { gone: disabledMail('gone'), failing: disabledMail('failing') }

/** Disables an endpoint because of its responses and notifies the administrators once, also by mail. */
export async function disableEndpoint(trx: Db, id: string, reason: keyof typeof MAILS) {
  const disabledEndpoint = await trx
    .updateTable('webhooks.endpoint')
    .set({ state: 'disabled', disabled_because: reason, disabled_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'enabled')
    .returning(['team_id', 'url'])
    .executeTakeFirst()
  if (!disabledEndpoint) return
  const administrators = await administratorsOf(trx, disabledEndpoint.team_id)
  const facts = { url: disabledEndpoint.url, because: reason }
  await sendMessage(trx, administrators, { kind: 'webhookDisabled', facts, path: pathOf(id) })
  for (const { email: to, locale } of await mailReaders(trx, administrators))
    await MAILS[reason](trx, { to, locale }, { id, url: disabledEndpoint.url })
}
