import { useTranslations } from '#views/language.tsx'
import { ShownOnce } from '#views/programs/shown-once.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Endpoint } from '../endpoint.ts'
import { WEBHOOKS } from './webhooks-page.tsx'

interface Props {
  title: string
  secret: string
  endpoint: Endpoint
}

/** The only page that shows a secret. */
export function SecretPage({ title, secret, endpoint: { id, url, public_key, former_until } }: Props) {
  const t = useTranslations('webhooks.created')
  return (
    <ShownOnce title={title} lead={t('once', { url })} value={secret} onward={`${WEBHOOKS}/${id}`}>
      <p className="mt-4 mb-1 text-sm">{t('public')}</p>
      <code className="wrap-anywhere text-sm">{public_key}</code>
      {former_until && (
        <p className="mt-4 text-sm">
          {t('former')} <Moment at={former_until} />
        </p>
      )}
    </ShownOnce>
  )
}
