import { ActionLink } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Day } from '#views/values/moment.tsx'
import { type AuthorisationStatus, daysUntil, RENEWABLE_DAYS } from '../authorisation.ts'
import { addressOf } from './choice.tsx'

interface Props extends AuthorisationStatus {
  documentId: string
}

/** Shows on the signature setting under which authorisation the document will be sent, or how to get one. */
export function AuthorisationSummary({ valid, pending, documentId }: Props) {
  const t = useTranslations('authorisations')
  const end = valid && new Date(valid.ends_at)
  const days = end && daysUntil(end)
  const isUrgent = days === null || days <= RENEWABLE_DAYS
  return (
    <div
      className={`mb-4 flex flex-wrap items-center justify-between gap-3 rounded-box border p-3 ${
        valid ? 'border-base-300 bg-base-100' : 'border-warning bg-warning/10'
      }`}
    >
      <p className="wrap-anywhere min-w-0">
        {valid ? t(`valid.${valid.sender}`, { name: valid.name }) : t(pending ? 'pendingShort' : 'required')}
        {end && (
          <span className="block text-base-content/75 text-sm">
            {t('until')} <Day at={end} /> · {t('daysLeft', { days: days! })}
          </span>
        )}
      </p>
      {pending && !valid ? (
        <a href={addressOf('', documentId)} className="btn btn-outline btn-sm">
          {t('seePending')}
        </a>
      ) : (
        isUrgent && (
          <ActionLink href={addressOf('/choice', documentId)}>{t(valid ? 'renew' : 'authorise')}</ActionLink>
        )
      )}
    </div>
  )
}
