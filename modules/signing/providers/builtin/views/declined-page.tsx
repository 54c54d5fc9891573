import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import type { Turn } from '../signer-link.ts'
import { StepHead } from './step-head.tsx'

/** The page after declining: the reason as others can read it, and what happens next. */
export function DeclinedPage({ turn }: { turn: Turn }) {
  const t = useTranslations('signing')
  const facts = useSenderWords(turn)
  return (
    <section className="mx-auto max-w-2xl rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
      <StepHead tone="warning" title={t('declined.title')}>
        {turn.ended_at && t('declined.at', { at: momentText(turn.ended_at) })}
      </StepHead>
      <p className="mt-4 border-primary border-l-2 pl-3 font-serif text-lg">
        {turn.document_name}
        <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
      </p>
      <h2 className="mt-4 text-base-content/75 text-sm">{t('declined.reason')}</h2>
      <blockquote className="wrap-anywhere">{turn.reason}</blockquote>
      <p className="mt-4">{t('declined.told', facts)}</p>
      <p className="mt-2">{t('declined.next', facts)}</p>
      {!turn.real_name_due && (
        <p className="mt-5">
          <a className="btn btn-outline" href={`/signing/${turn.id}`}>
            {t('signed.read')}
          </a>
        </p>
      )}
    </section>
  )
}
