import { useTranslations } from '#views/language.tsx'

export function LogoutForm() {
  const t = useTranslations('acctInfo.invitation')
  return (
    <form method="post" action="/logout">
      <button type="submit" className="btn btn-outline w-full">
        {t('logout')}
      </button>
    </form>
  )
}
