import { useTranslations } from '#views/language.tsx'

interface Props {
  id: string
  /** Whether the page is in the logged-in area. */
  isLoggedIn: boolean
}

/** Asks below an answer whether it was helpful. */
export function FaqVote({ id, isLoggedIn }: Props) {
  const t = useTranslations('messaging.faq')
  const action = `${isLoggedIn ? '/mgmt/faq-list' : '/faq'}/${id}/vote`
  return (
    <form
      method="post"
      action={action}
      hx-post={action}
      hx-swap="outerHTML"
      className="flex flex-wrap items-center gap-2 pb-4 text-sm"
    >
      <p>{t('helpful')}</p>
      {(['yes', 'no'] as const).map((answer) => (
        <button key={answer} type="submit" name="helpful" value={answer} className="btn btn-sm btn-outline">
          {t(answer)}
        </button>
      ))}
    </form>
  )
}

/**
 * Thanks a voter; a person who was not helped gets a link to the feedback form with the question filled in.
 */
export function FaqThanks({ id, isLoggedIn, helpful }: Props & { helpful: boolean }) {
  const t = useTranslations('messaging.faq')
  const feedback = isLoggedIn ? '/mgmt/client-feedback' : '/feedback'
  return (
    <p role="status" className="pb-4 text-sm">
      {t('thanks')}
      {!helpful && (
        <a className="link link-primary ml-2" href={`${feedback}?faq=${id}`}>
          {t('tellMore')}
        </a>
      )}
    </p>
  )
}
