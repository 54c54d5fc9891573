import type { FormState } from '#src/http/body.ts'
import { ProblemDetails } from '#views/forms.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import type { Turn } from '../../review-step.ts'
import type { Reader } from '../reader.ts'
import { Area } from './comment-form.tsx'

/** The two possible answers to a review, set apart from each other; each is confirmed on a separate page. */
export function OutcomeLinks({ reader }: { reader: Reader }) {
  const t = useTranslations('review.outcome')
  return (
    <section
      id="outcome"
      aria-labelledby="outcome-title"
      className="review-column mt-6 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6 print:hidden"
      data-ends-review
    >
      <h2 id="outcome-title" className="mb-3 font-serif text-xl">
        {t('title')}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-10">
        <div className="min-w-60 max-w-sm flex-1">
          <p className="mb-2 text-base-content/75">{t('acceptHint')}</p>
          <a href={`${reader.base}/approval`} className="btn btn-primary w-full sm:w-auto">
            {t('toAccept')}
          </a>
        </div>
        <div className="min-w-60 max-w-sm flex-1 sm:text-right">
          <p className="mb-2 text-base-content/75">{t('rejectHint')}</p>
          <a href={`${reader.base}/rejection`} className="btn btn-outline btn-error w-full sm:w-auto">
            {t('toReject')}
          </a>
        </div>
      </div>
    </section>
  )
}

interface Props extends FormState {
  turn: Turn
  reader: Reader
}

/** Confirms that the reviewer accepts the document; lists the effects and the recipients. */
export function AcceptPage({ turn, reader }: Props) {
  const t = useTranslations('review.outcome')
  const lead = t('acceptText', useSenderWords(turn))
  return (
    <EntranceCard title={t('acceptTitle')} lead={lead} about={turn}>
      <Effects />
      <form method="post" action={`${reader.base}/approval`} className="mt-5" data-ends-review>
        <Buttons page={reader.page}>
          <button type="submit" className="btn btn-primary">
            {t('accept')}
          </button>
        </Buttons>
      </form>
    </EntranceCard>
  )
}

/** Asks why the reviewer returns the document; lists the effects and the recipients. */
export function RejectPage({ turn, reader, values, problems, details }: Props) {
  const t = useTranslations('review.outcome')
  const lead = t('rejectText', useSenderWords(turn))
  return (
    <EntranceCard title={t('rejectTitle')} lead={lead} about={turn}>
      <Effects />
      <form method="post" action={`${reader.base}/rejection`} noValidate className="mt-3" data-ends-review>
        <ProblemDetails value={details ?? {}}>
          <Area
            name="reasons"
            label={t('reasons')}
            hint={t(reader.mayBeInternal ? 'reasonsHint' : 'reasonsHintOutside')}
            value={values?.reasons ?? ''}
            rows={4}
            problems={problems}
            required
          />
        </ProblemDetails>
        <Buttons page={reader.page}>
          <button type="submit" className="btn btn-outline btn-error">
            {t('reject')}
          </button>
        </Buttons>
      </form>
    </EntranceCard>
  )
}

function Effects() {
  const t = useTranslations('review.outcome')
  return (
    <p className="mt-3 text-base-content/75 text-sm">
      {t('final')}
      <SentenceSpace />
      {t('keeps')}
    </p>
  )
}

function Buttons({ page, children }: { page: string; children: React.ReactNode }) {
  const t = useTranslations('review.outcome')
  return (
    <div className="mt-4 flex flex-wrap-reverse items-center justify-between gap-3">
      <a href={`${page}#outcome`} className="btn btn-ghost">
        {t('back')}
      </a>
      {children}
    </div>
  )
}
