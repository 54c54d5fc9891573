import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'

interface Props {
  /** URL of the provider's page. */
  href: string
  host: string
}

/** Forwards the browser to the provider automatically; the link is for browsers that do not follow. */
export function AwayPage({ href, host }: Props) {
  const t = useTranslations('sso')
  return (
    <Card title={t('title')}>
      <p className="wrap-anywhere mb-4">{t('away.lead', { host })}</p>
      <a className="btn btn-primary w-full" href={href} rel="noreferrer">
        {t('away.go')}
      </a>
    </Card>
  )
}
