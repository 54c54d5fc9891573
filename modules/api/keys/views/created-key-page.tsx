import { useTranslations } from '#views/language.tsx'
import { ShownOnce } from '#views/programs/shown-once.tsx'
import { KEYS } from './keys-page.tsx'

interface Props {
  name: string
  token: string
  /** The address of this site. */
  site: string
}

/** The only page that shows a key. */
export function CreatedKeyPage({ name, token, site }: Props) {
  const t = useTranslations('api.created')
  return (
    <ShownOnce title={t('title')} lead={t('once', { name })} value={token} onward={KEYS}>
      <p className="mt-4 mb-1 text-sm">{t('try')}</p>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-base-200 p-2 text-sm">
        <code>{`curl -H "Authorization: Bearer ${token}" ${site}/api/v1/templates`}</code>
      </pre>
    </ShownOnce>
  )
}
