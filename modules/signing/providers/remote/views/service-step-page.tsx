import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import { SERVICE_NAMES } from '../../../services/service-names.ts'
import type { Turn } from '../../builtin/signer-link.ts'

/** The signatory's link to the other company's service. */
export function ServiceStepPage({ turn, isUnavailable }: { turn: Turn; isUnavailable: boolean }) {
  const t = useTranslations('signing')
  const service = SERVICE_NAMES[turn.provider]
  const sender = useSenderWords(turn)
  const isWaiting = turn.state === 'waiting'
  return (
    <section className="mx-auto max-w-2xl rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
      <h1 className="font-serif text-2xl">{t('services.step.title', { service })}</h1>
      <p className="text-base-content/75">
        {t('entrance.started.note', { at: momentText(turn.expires_at) })}
      </p>
      <p className="mt-4 border-primary border-l-2 pl-3 font-serif text-lg">
        {turn.document_name}
        <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
      </p>
      {isUnavailable && (
        <p role="alert" className="alert alert-warning alert-soft mt-4">
          {t('services.step.unavailable', { service })}
        </p>
      )}
      <p className="mt-4">
        {t(isWaiting ? 'services.step.waiting' : 'services.step.lead', {
          service,
          ...sender,
        })}
      </p>
      {!isWaiting && (
        <p className="mt-5">
          <a className="btn btn-primary" href={`/signing/${turn.id}/service/page`} rel="noreferrer">
            {t('services.step.go', { service })}
          </a>
        </p>
      )}
    </section>
  )
}
