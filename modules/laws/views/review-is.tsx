import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import type { Review, ReviewState } from '../review.ts'

const TONES: Record<ReviewState, Tone> = {
  none: 'plain',
  valid: 'success',
  ended: 'error',
  outdated: 'error',
}

/** Whether we rely on the latest review of a law, and until which day. */
export function ReviewStateLine({
  reviewIs,
  review,
}: {
  reviewIs: ReviewState
  review: Pick<Review, 'until'> | null
}) {
  const t = useTranslations('laws')
  return (
    <StateWord tone={TONES[reviewIs]}>{t(`reviewIs.${reviewIs}`, { day: review?.until ?? '' })}</StateWord>
  )
}
