import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
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
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <p className="mb-3">{t('once', { url })}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="select-all wrap-anywhere rounded-field bg-base-200 p-2">{secret}</code>
          <button
            type="button"
            className="btn btn-sm btn-outline"
            data-copy-link={secret}
            data-copied={t('copied')}
          >
            {t('copy')}
          </button>
        </p>
        <p className="mt-4 mb-1 text-sm">{t('public')}</p>
        <code className="wrap-anywhere text-sm">{public_key}</code>
        {former_until && (
          <p className="mt-4 text-sm">
            {t('former')} <Moment at={former_until} />
          </p>
        )}
        <p className="mt-4 text-end">
          <a href={`${WEBHOOKS}/${id}`} className="btn btn-primary">
            {t('done')}
          </a>
        </p>
      </Card>
    </div>
  )
}
