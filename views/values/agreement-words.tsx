import { useTranslations } from '#views/language.tsx'

/** "I have read and agree to …", with a link to each document, which opens in a new tab. */
export function AgreementWords() {
  const t = useTranslations('accounts')
  return (
    <>
      {t('agree')}{' '}
      {(['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'] as const).map((type, index) => (
        <span key={type}>
          {index > 0 && t('agreeSeparator')}
          <a
            className="link link-primary"
            href={`/privacy-notice?type=${type}`}
            target="_blank"
            rel="noopener"
          >
            {t(`agreements.${type}`)}
          </a>
        </span>
      ))}
    </>
  )
}
