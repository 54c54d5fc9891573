import { useTranslations } from '#views/language.tsx'

/** The sender's name from the account information, and the way to change it. */
export function SenderName({ label, name }: { label: string; name: string }) {
  const t = useTranslations('authorisations')
  return (
    <div className="mb-2">
      <p className="text-sm">{label}</p>
      {name ? (
        <p className="wrap-anywhere font-medium">{name}</p>
      ) : (
        <p role="alert" className="text-error text-sm">
          {t('nameMissing')}
        </p>
      )}
      <a className="link text-sm" href="/mgmt/acct-info">
        {t(name ? 'changeName' : 'completeName')}
      </a>
    </div>
  )
}
