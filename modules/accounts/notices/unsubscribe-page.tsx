import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'

/**
 * The page that unsubscribes a person, logged in or not, from the mail about new templates, and then
 * confirms it.
 */
export function UnsubscribePage({ token, hasLeft }: { token: string; hasLeft: boolean }) {
  const t = useTranslations('acctInfo.leaving')
  return (
    <div className="mx-auto grid max-w-5xl justify-items-center px-4 py-10">
      <Card title={t('title')}>
        {hasLeft ? (
          <p role="status">{t('left')}</p>
        ) : (
          <form method="post" action={`/template-letter/${token}`}>
            <p className="mb-4">{t('lead')}</p>
            <button type="submit" className="btn btn-primary w-full">
              {t('leave')}
            </button>
          </form>
        )}
        <p className="mt-4 text-base-content/75 text-sm">
          {t('again')}{' '}
          <a className="link" href="/mgmt/acct-info/notices">
            {t('choose')}
          </a>
        </p>
      </Card>
    </div>
  )
}
