import { useTranslations } from '../language.tsx'

/** Buttons to log in and sign up for a visitor; a link to the customer area for a logged-in user. */
export function AccountButtons({ viewer }: { viewer: { name: string } | null }) {
  const t = useTranslations('common')
  if (viewer)
    return (
      <a href="/mgmt/home" className="btn btn-sm btn-primary">
        {t('site.workspace')}
      </a>
    )
  return (
    <>
      <a href="/acct/login" className="btn btn-sm btn-ghost">
        {t('login')}
      </a>
      <a href="/acct/register" className="btn btn-sm btn-primary">
        {t('freeDemo')}
      </a>
    </>
  )
}
