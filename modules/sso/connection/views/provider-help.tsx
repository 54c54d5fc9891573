import { useTranslations } from '#views/language.tsx'

const PROVIDERS = ['entra', 'okta', 'google', 'others', 'china'] as const
/** Product names, which are English in every language. */
const PRODUCTS: readonly string[] = ['entra', 'okta', 'google']

/** What to enter at the most common providers, and what to copy from them. */
export function ProviderHelp() {
  const t = useTranslations('sso.help')
  return (
    <details className="mt-4 rounded-box border border-base-300 px-3 py-2 text-sm">
      <summary className="cursor-pointer py-1 font-medium">{t('title')}</summary>
      <dl className="mt-2 grid max-w-prose gap-2">
        {PROVIDERS.map((one) => (
          <div key={one}>
            <dt className="font-medium" lang={PRODUCTS.includes(one) ? 'en' : undefined}>
              {t(`${one}.name`)}
            </dt>
            <dd className="wrap-anywhere text-base-content/80">{t(`${one}.hint`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
