import { useTranslations } from '#views/language.tsx'
import { SERVICE_MAIL } from '#views/service-mail.ts'
import { Facts, Opening, Section } from './section.tsx'

export function CompanyPage() {
  const t = useTranslations('site.company')
  const facts = (keys: string[]) =>
    keys.map((key) => ({ title: t(`${key}.title` as never), text: t(`${key}.text` as never) }))
  return (
    <>
      <Opening title={t('title')} lead={t('lead')} />
      <Section anchor="about-us">
        <div className="mt-4 flex max-w-3xl flex-col gap-4">
          <p>{t('about.name')}</p>
          <p>{t('about.why')}</p>
          <p>{t('about.what')}</p>
        </div>
      </Section>
      <Section anchor="principles" white>
        <Facts facts={facts(['exact', 'open', 'spare', 'equal', 'private', 'limits'])} />
      </Section>
      <Section anchor="law-firms" lead={t('lawFirms.lead')}>
        <Facts facts={facts(['lawFirms.write', 'lawFirms.review', 'lawFirms.refer'])} />
      </Section>
      <Section anchor="integration" lead={t('integration.lead')} white>
        <p className="mt-6">
          <a className="btn btn-outline" href={`mailto:${SERVICE_MAIL}`}>
            {t('integration.write')}
          </a>
        </p>
      </Section>
    </>
  )
}
