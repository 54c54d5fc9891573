import { ProblemDetails } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { formAt, type Reader } from '../reader.ts'
import { Area, type OpenForm } from './comment-form.tsx'

/** The two answers to a review: accept or return. */
export function OutcomeForms({ reader, doing }: { reader: Reader; doing: OpenForm | null }) {
  const t = useTranslations('review.outcome')
  const given = doing?.what === 'outcome' ? doing : null
  return (
    <section
      id="outcome"
      aria-labelledby="outcome-title"
      className="mx-auto mt-6 grid max-w-4xl gap-4 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6 print:hidden"
    >
      <h2 id="outcome-title" className="font-serif text-xl">
        {t('title')}
      </h2>
      <form method="post" action={`${reader.base}/approval`} data-ends-review>
        <p className="mb-2 text-base-content/75">{t('acceptHint')}</p>
        <button type="submit" className="btn btn-primary w-full sm:w-auto">
          {t('accept')}
        </button>
      </form>
      <form
        method="post"
        action={formAt(reader, 'rejection')}
        noValidate
        data-ends-review
        className="border-base-300 border-t pt-4"
      >
        <ProblemDetails value={given?.details ?? {}}>
          <Area
            name="reasons"
            label={t('reasons')}
            hint={t('reasonsHint')}
            value={given?.values?.reasons ?? ''}
            rows={3}
            problems={given?.problems}
            required
          />
        </ProblemDetails>
        <button type="submit" className="btn btn-outline btn-error mt-2 w-full sm:w-auto">
          {t('reject')}
        </button>
      </form>
    </section>
  )
}
