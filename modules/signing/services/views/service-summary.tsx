import { useTranslations } from '#views/language.tsx'
import type { Assignment, UnsuitableStage } from '../../providers/choice.ts'
import type { ProviderName } from '../../providers/provider-name.ts'
import type { SignatoryEntry } from '../../schema.ts'
import { SERVICE_NAMES } from '../service-names.ts'
import { StageList } from './stage-list.tsx'

interface Props {
  documentId: string
  signatories: SignatoryEntry[]
  assignments: Assignment[]
  /** The other companies' services at which the sender has not authorised us. */
  unauthorised: ProviderName[]
  unsuitable: UnsuitableStage | null
  /** Whether other services than our own are offered. */
  hasChoice: boolean
}

/**
 * For the signature setting: the services at which people sign, and what is missing before the document can
 * be sent.
 */
export function ServiceSummary({ documentId, signatories, assignments, ...rest }: Props) {
  const { unauthorised, unsuitable, hasChoice } = rest
  const t = useTranslations('signing.services')
  if (!hasChoice) return null
  return (
    <section className="mb-4 rounded-box border border-base-300 bg-base-100 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-lg">{t('choice.title')}</h2>
        <a href={`/mgmt/${documentId}/services`} className="btn btn-sm btn-outline">
          {t('choice.change')}
        </a>
      </div>
      <StageList signatories={signatories} assignments={assignments} />
      {unsuitable && (
        <p className="alert alert-warning alert-soft mt-2 block text-sm">
          {t(`objection.${unsuitable.objection}`, { service: SERVICE_NAMES[unsuitable.provider] })}
        </p>
      )}
      {unauthorised.map((name) => (
        <p
          key={name}
          className="alert alert-warning alert-soft mt-2 flex flex-wrap justify-between gap-2 text-sm"
        >
          {t('missing', { service: SERVICE_NAMES[name] })}
          <a href={`/mgmt/acct-info/services?document=${documentId}`} className="btn btn-sm">
            {t('authorise')}
          </a>
        </p>
      ))}
    </section>
  )
}
