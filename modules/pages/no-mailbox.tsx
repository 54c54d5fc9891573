import { useTranslations } from '#views/language.tsx'

/**
 * For an account registered by mobile number, which receives no mail: the consequences, and a link to add an
 * email address.
 */
export function NoMailbox({ words }: { words: string }) {
  const t = useTranslations('home')
  return (
    <p className="alert alert-warning alert-soft mb-4 block">
      {words}{' '}
      <a href="/mgmt/acct-info/email" className="link">
        {t('addMailbox')}
      </a>
    </p>
  )
}
