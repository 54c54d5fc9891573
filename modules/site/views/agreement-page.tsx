import { useTranslations } from 'use-intl'
import { AGREEMENT_TYPES, type AgreementText, type AgreementType } from '../agreements.ts'

interface Props {
  text: AgreementText
  version: string
  type: AgreementType
}

export function AgreementPage({ text, version, type }: Props) {
  const t = useTranslations('site')
  return (
    <article className="mx-auto max-w-3xl px-4 py-8">
      <nav aria-label={t('agreements')} className="mb-6 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {AGREEMENT_TYPES.map((one) => (
          <a
            key={one}
            href={`/privacy-notice?type=${one}`}
            aria-current={one === type ? 'page' : undefined}
            className={one === type ? 'font-semibold' : 'link link-primary'}
          >
            {t(`agreement.${one}`)}
          </a>
        ))}
      </nav>
      <h1 className="font-serif text-3xl">{text.title}</h1>
      <p className="mt-1 mb-5 text-base-content/75 text-sm">{t('inForceSince', { version })}</p>
      <p>{text.lead}</p>
      {text.sections.map((section) => (
        <section key={section.title} className="mt-6">
          <h2 className="mb-2 font-serif text-xl">{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph.slice(0, 40)} className="mb-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
