import { REPLY } from '#src/calendar/reply.ts'
import { serviceHours } from '#src/calendar/service-hours.ts'
import { config } from '#src/core/config.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { PageOpening, Section } from './section.tsx'

export function LocationsPage({ locale }: { locale: Locale }) {
  const t = useTranslations('site.locations')
  const { name, address, mail, phone } = config.company
  return (
    <>
      <PageOpening title={t('title')} lead={t('lead')} />
      <Section anchor="office">
        <address className="mt-4 not-italic">
          <p className="font-semibold">{name[locale]}</p>
          <p>{address[locale]}</p>
        </address>
        <p className="mt-2 text-base-content/75">{t('visit')}</p>
      </Section>
      <Section anchor="online-service" lead={t('onlineLead', { reply: REPLY.general })} white>
        <dl className="mt-6 grid max-w-2xl gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
          <dt className="font-semibold">{t('phone')}</dt>
          <dd>
            <a className="link" href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </dd>
          <dt className="font-semibold">{t('email')}</dt>
          <dd>
            <a className="link" href={`mailto:${mail}`}>
              {mail}
            </a>
          </dd>
          <dt className="font-semibold">{t('hours')}</dt>
          <dd>{t('hoursText', { ...serviceHours() })}</dd>
        </dl>
        <p className="mt-6 flex flex-wrap gap-3">
          <a className="btn btn-outline btn-sm" href="/online-service">
            {t('writeNow')}
          </a>
          <a className="btn btn-ghost btn-sm" href="/feedback">
            {t('writeFeedback')}
          </a>
          <a className="btn btn-ghost btn-sm" href="/faq">
            {t('readFaq')}
          </a>
        </p>
      </Section>
      <Section anchor="tailor-made" lead={t('tailorLead')}>
        <ul className="mt-4 grid max-w-3xl list-disc gap-1 pl-5">
          {(['matter', 'parties', 'languages', 'date'] as const).map((key) => (
            <li key={key}>{t(`tailor.${key}`)}</li>
          ))}
        </ul>
        <p className="mt-6">
          <a className="btn btn-outline" href="/mgmt/new-doc?tab=CONSULT_SELECT">
            {t('tailorWrite')}
          </a>
        </p>
        <p className="mt-2 text-base-content/75 text-sm">{t('tailorHint')}</p>
      </Section>
    </>
  )
}
