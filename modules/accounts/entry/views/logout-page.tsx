import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { LogoutForm } from '../../members/views/logout-form.tsx'

/** The page of the logout's address. Opening it does not log out; its button does. */
export function LogoutPage({ username }: { username: string }) {
  const t = useTranslations('common')
  return (
    <Card title={t('logout')}>
      <p className="mb-3">{t('logoutAsk', { username })}</p>
      <LogoutForm />
      <p className="mt-3 text-center">
        <a className="link" href="/mgmt/home">
          {t('backHome')}
        </a>
      </p>
    </Card>
  )
}
