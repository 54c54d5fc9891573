import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { KEYS } from './keys-page.tsx'

interface Props {
  name: string
  token: string
  /** The address of this site. */
  site: string
}

/** The only page that shows a key. */
export function CreatedKeyPage({ name, token, site }: Props) {
  const t = useTranslations('api')
  return (
    <div className="grid justify-items-center">
      <Card title={t('created.title')} wide>
        <p className="mb-3">{t('created.once', { name })}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="select-all wrap-anywhere rounded-field bg-base-200 p-2">{token}</code>
          <button
            type="button"
            className="btn btn-sm btn-outline"
            data-copy-link={token}
            data-copied={t('created.copied')}
          >
            {t('created.copy')}
          </button>
        </p>
        <p className="mt-4 mb-1 text-sm">{t('created.try')}</p>
        <pre className="overflow-x-auto rounded-field bg-base-200 p-2 text-sm">
          <code>{`curl -H "Authorization: Bearer ${token}" ${site}/api/v1/templates`}</code>
        </pre>
        <p className="mt-4 text-end">
          <a href={KEYS} className="btn btn-primary">
            {t('created.done')}
          </a>
        </p>
      </Card>
    </div>
  )
}
