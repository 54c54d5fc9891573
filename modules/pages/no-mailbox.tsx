import { useTranslations } from '#views/language.tsx'

/** An account that registered by mobile gets no mails: what it misses, and where to add an address. */
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
