import { useTranslations } from '../language.tsx'

/** What a visitor is asked, and what somebody who is logged in goes on to. */
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
