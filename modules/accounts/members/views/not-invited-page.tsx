import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { LogoutForm } from './logout-form.tsx'

/** The page for a person who opened an invitation by its id and is not the invited one. */
export function NotInvitedPage({ username }: { username: string }) {
  const t = useTranslations('acctInfo.invitation')
  return (
    <Card title={t('title')}>
      <p className="mb-3">{t('notForYou', { username })}</p>
      <LogoutForm />
    </Card>
  )
}
