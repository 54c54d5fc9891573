import { REPLY } from '#src/calendar/reply.ts'
import { config } from '#src/core/config.ts'
import type { GroupWith } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Facts, PageOpening, Section } from './section.tsx'

const FIRMS = ['write', 'review', 'refer'] as const

export function CompanyPage() {
  const t = useTranslations('site.company')
  const facts = (keys: GroupWith<'site.company', 'title' | 'text'>[]) =>
    keys.map((key) => ({ title: t(`${key}.title`), text: t(`${key}.text`) }))
  return (
    <>
      <PageOpening title={t('title')} lead={t('lead')} />
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
        <Facts
          facts={FIRMS.map((key) => ({ title: t(`lawFirms.${key}.title`), text: t(`lawFirms.${key}.text`) }))}
        />
      </Section>
      <Section anchor="integration" lead={t('integration.lead', { reply: REPLY.general })} white>
        <p className="mt-6">
          <a className="btn btn-outline" href={`mailto:${config.company.mail}`}>
            {t('integration.write')}
          </a>
        </p>
      </Section>
    </>
  )
}
