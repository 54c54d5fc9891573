import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { LogoutForm } from '../../members/views/logout-form.tsx'

/** The page for a person who opened the address directly: only its button logs out. */
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
