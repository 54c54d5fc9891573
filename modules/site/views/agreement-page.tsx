import { useTranslations } from '#views/language.tsx'
import { AGREEMENT_TYPES, type Agreement, type AgreementText, type AgreementType } from '../agreements.ts'

interface Props {
  agreement: Agreement
  text: AgreementText
  type: AgreementType
  /** All versions, newest first. */
  versions: string[]
}

export function AgreementPage({ agreement, text, type, versions }: Props) {
  const t = useTranslations('site')
  const { version, date } = agreement
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
      <p className="mt-1 mb-5 text-base-content/75 text-sm">{t('inForceSince', { version, date })}</p>
      {version !== versions[0] && (
        <p className="alert alert-warning alert-soft mb-5 text-sm">
          <span>
            {t('olderVersion')}{' '}
            <a className="link" href={`/privacy-notice?type=${type}`}>
              {t('newestVersion')}
            </a>
          </span>
        </p>
      )}
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
      <Versions type={type} version={version} versions={versions} />
    </article>
  )
}

function Versions({ type, version, versions }: { type: AgreementType; version: string; versions: string[] }) {
  const t = useTranslations('site')
  return (
    <nav aria-label={t('versions')} className="mt-8 border-base-300 border-t pt-4 text-sm">
      <h2 className="font-semibold">{t('versions')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {versions.map((one) => (
          <li key={one}>
            <a
              href={`/privacy-notice?type=${type}&version=${one}`}
              aria-current={one === version ? 'page' : undefined}
              className="link inline-block min-w-6 py-0.5"
            >
              {one}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
