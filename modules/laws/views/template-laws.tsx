import { localeOf } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { lawWords } from '../law.ts'
import { reviewerWords } from '../review.ts'
import type { TemplateLaw } from '../template-laws.ts'

/**
 * The laws behind a template, as customers read about them: the day that the description reflects, and the
 * reviewers.
 */
export function TemplateLaws({ laws }: { laws: TemplateLaw[] }) {
  const t = useTranslations('laws.customer')
  const locale = localeOf(useLocale()) as Locale
  const reviews = laws.flatMap(({ review }) => review ?? [])
  const isComplete = reviews.length === laws.length
  if (!laws.length) return <p>{t('noLaw')}</p>
  return (
    <>
      <p className="text-pretty">
        {isComplete
          ? t('reviewed', { day: earliestOf(reviews), names: namesOf(reviews, locale) })
          : reviews.length
            ? t('partly', { count: laws.length, reviewed: reviews.length })
            : t('unreviewed')}
      </p>
      <details className="mt-1">
        <summary className="link-hover w-fit cursor-pointer py-1">
          {t('list', { count: laws.length })}
        </summary>
        <ul className="mt-1 list-disc space-y-1 ps-5">
          {laws.toSorted(byContent).map((law) => (
            <li key={law.name}>
              {[lawWords(law, locale), law.since && t('since', { day: law.since })]
                .filter(Boolean)
                .join(' · ')}
              {law.review && (
                <span className="block">
                  {t('by', { name: reviewerWords(law.review), day: law.review.reviewedOn })}
                </span>
              )}
              {law.changesOn && <span className="block">{t('changes', { day: law.changesOn })}</span>}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Laws with a review or a coming change come first. */
const byContent = (one: TemplateLaw, other: TemplateLaw) => contentScore(other) - contentScore(one)
const contentScore = ({ review, changesOn }: TemplateLaw) => Number(Boolean(review ?? changesOn))

type ShownReview = NonNullable<TemplateLaw['review']>

/** The date of the earliest review: the laws are described as of this day. */
const earliestOf = (reviews: ShownReview[]) => reviews.map(({ reviewedOn }) => reviewedOn).toSorted()[0]!

const namesOf = (reviews: ShownReview[], locale: Locale) =>
  new Intl.ListFormat(locale.replace('_', '-'), { type: 'conjunction' }).format(
    new Set(reviews.map(reviewerWords)),
  )
