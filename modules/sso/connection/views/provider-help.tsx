import { useTranslations } from '#views/language.tsx'

const PROVIDERS = ['entra', 'okta', 'google', 'others', 'china'] as const

/** What to enter at and from the usual providers. */
export function ProviderHelp() {
  const t = useTranslations('sso.help')
  return (
    <details className="mt-4 rounded-box border border-base-300 p-3 text-sm">
      <summary className="cursor-pointer font-medium">{t('title')}</summary>
      <dl className="mt-2 grid max-w-prose gap-2">
        {PROVIDERS.map((one) => (
          <div key={one}>
            <dt className="font-medium">{t(`${one}.name`)}</dt>
            <dd className="wrap-anywhere text-base-content/80">{t(`${one}.hint`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
