import { useTranslations } from '#views/language.tsx'

/** A link to the ordinary login, which stays available beside single sign-on. */
export function OrdinaryLoginLink({ returnUrl = '' }: { returnUrl?: string }) {
  const t = useTranslations('sso')
  const query = returnUrl ? `?${new URLSearchParams({ returnUrl })}` : ''
  return (
    <p className="mt-4 text-sm">
      <a className="link link-primary" href={`/acct/login${query}`}>
        {t('otherWays')}
      </a>
    </p>
  )
}
