import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { useFormatter, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'

const MAX_MESSAGES = 100
const TIME_FORMAT = { dateStyle: 'medium', timeStyle: 'medium' } as const

/** All sent mails and text messages, newest first; for the demo only. */
async function listMessages(db: Db) {
  return db
    .selectFrom('platform.mail')
    .selectAll()
    .where('state', '=', 'sent')
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
}

export const outboxRoutes = routes()

outboxRoutes.get('/outbox.json', async (c) => {
  const messages = await listMessages(c.var.db)
  return c.json(
    messages.map(({ id, channel, recipient, subject, text, html, links, code, sent_at }) => ({
      id,
      channel,
      to: recipient,
      subject,
      text,
      html,
      links,
      ...(code ? { code } : {}),
      sentAt: sent_at?.toISOString(),
    })),
  )
})

outboxRoutes.get('/outbox', async (c) => {
  const messages = await listMessages(c.var.db)
  const title = translate(c.var.locale)('common.outbox.title')
  return page(c, <Outbox messages={messages} title={title} />, { title, shell: 'public' })
})

/** The `lang` of a mail's HTML. A text message is Chinese if it contains Chinese. */
function languageOf({ html, text }: { html: string; text: string }): string {
  return /<html lang="([\w-]+)"/.exec(html)?.[1] ?? (/\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en')
}

type Messages = Awaited<ReturnType<typeof listMessages>>

function Outbox({ messages, title }: { messages: Messages; title: string }) {
  const t = useTranslations('common')
  const format = useFormatter()
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <PageHead title={title} lead={t('outbox.lead')} />
      {messages.length === 0 && <p>{t('outbox.empty')}</p>}
      <ul className="flex flex-col gap-3">
        {messages.map((message) => (
          <li key={message.id} className="rounded-box border border-base-300 bg-base-100 p-4">
            <p className="flex flex-wrap justify-between gap-2 text-base-content/75 text-sm">
              <span>
                {message.channel === 'sms' ? t('outbox.sms') : t('outbox.email')} → {message.recipient}
              </span>
              {message.sent_at && (
                <time dateTime={message.sent_at.toISOString()}>
                  {format.dateTime(message.sent_at, TIME_FORMAT)}
                </time>
              )}
            </p>
            <div lang={languageOf(message)}>
              <p className="font-semibold">{message.subject}</p>
              <p className="whitespace-pre-wrap break-words text-sm">{message.text}</p>
            </div>
            {message.links.map((link) => (
              <p key={link}>
                <a className="link link-primary break-all text-sm" href={link}>
                  {link}
                </a>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
