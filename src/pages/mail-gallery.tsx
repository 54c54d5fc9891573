import { notFound } from '#src/core/errors.ts'
import { LOCALES, type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { contentPolicy, nonceOf } from '#src/http/security.ts'
import { routes } from '#src/http/web.ts'
import { allowMailStyle } from '#src/mail/mail-style.ts'
import { mailNames, sampleMail } from '#src/mail/mail-template.tsx'
import { useTranslations } from '#views/language.tsx'
import { MailPreview } from '#views/mail-preview.tsx'
import { PageHead } from '#views/parts.tsx'

/** /dev/mail: every mail of the product with sample data, by name and language. Not in production. */
export const mailRoutes = routes()

mailRoutes.get('/dev/mail', (c) => {
  const { locale } = c.var
  const name = c.req.query('name')
  const title = translate(locale)('common.mails.title')
  if (name === undefined)
    return page(c, <MailList locale={locale} title={title} />, { title, shell: 'public' })
  if (!mailNames().includes(name)) notFound()
  c.header('Content-Security-Policy', allowMailStyle(contentPolicy(nonceOf(c))))
  return page(c, <MailInAll name={name} />, { title: name, shell: 'public' })
})

function MailList({ locale, title }: { locale: Locale; title: string }) {
  const t = useTranslations('common.mails')
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <PageHead title={title} lead={t('lead')} />
      <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {mailNames().map((name) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <a className="link link-primary" href={`/dev/mail?name=${name}`}>
              {sampleMail(name, locale)?.subject}
            </a>
            <code className="wrap-anywhere text-base-content/75 text-sm">{name}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MailInAll({ name }: { name: string }) {
  const t = useTranslations('common.mails')
  return (
    <div className="px-4 py-8">
      <PageHead title={name}>
        <a className="btn btn-outline" href="/dev/mail">
          {t('all')}
        </a>
      </PageHead>
      <div className="grid gap-6 lg:grid-cols-3">
        {LOCALES.map((locale) => (
          <MailPreview key={locale} {...sampleMail(name, locale)!} lang={languageTag(locale)} />
        ))}
      </div>
    </div>
  )
}
