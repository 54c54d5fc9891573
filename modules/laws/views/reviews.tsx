import { useTranslations } from '#views/language.tsx'
import { Dialog, opens, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type KnownLaw, lawPath } from '../law.ts'
import { type Review, reviewerWords } from '../review.ts'

/** The recorded reviews of a law, and the citations that they no longer cover. */
export function Reviews({ law, reviews }: { law: KnownLaw; reviews: Review[] }) {
  const t = useTranslations('laws')
  return (
    <Panel title={t('reviews')}>
      {reviews.length === 0 && <p>{t('noReviews')}</p>}
      <ol className="divide-y divide-base-300">
        {reviews.map((review, index) => (
          <li key={review.id} className="py-2">
            <RecordedReview law={law} review={review} isLatest={index === 0} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function RecordedReview({ law, review, isLatest }: { law: KnownLaw; review: Review; isLatest: boolean }) {
  const t = useTranslations('laws')
  const { id, reviewed_on: reviewedOn, until, note, covers, staffName, recorded_at } = review
  const uncoveredTemplates = law.templates
    .map(({ template }) => template)
    .filter((one) => covers[one.code] !== one.version)
  const dialog = `withdraw-${id}`
  return (
    <>
      <p className="wrap-anywhere font-medium">{reviewerWords(review)}</p>
      <p>{t('reviewedOn', { on: reviewedOn, until })}</p>
      <p className="text-sm">{t('coversCount', { count: Object.keys(covers).length })}</p>
      {isLatest && uncoveredTemplates.length > 0 && (
        <p className="wrap-anywhere text-sm">
          {t('notCovered', { count: uncoveredTemplates.length })}{' '}
          <span lang="en">{uncoveredTemplates.map(({ code }) => code).join(', ')}</span>
        </p>
      )}
      {note && <p className="wrap-anywhere whitespace-pre-line text-sm">{note}</p>}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-base-content/75 text-sm">
        <span>
          {t('recordedBy', { name: staffName ?? '–' })} · <Moment at={recorded_at} />
        </span>
        <button {...opens(dialog)} className="btn btn-ghost btn-xs">
          {t('withdraw')}
        </button>
      </div>
      <Dialog id={dialog} title={t('withdrawReview')}>
        <p>{t('withdrawReviewMeaning')}</p>
        <form method="post" action={`${lawPath(law.name)}/review-withdrawal`} className="modal-action">
          <input type="hidden" name="review" value={id} />
          <button type="submit" className="btn btn-error">
            {t('withdrawReview')}
          </button>
        </form>
      </Dialog>
    </>
  )
}
