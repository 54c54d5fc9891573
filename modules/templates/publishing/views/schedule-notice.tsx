import { useTranslations } from '#views/language.tsx'
import type { Draft } from '../draft.ts'

/** Says on which day a draft is to be published, or why this was not possible. */
export function ScheduleNotice({ draft, done }: { draft: Draft; done?: string }) {
  const t = useTranslations('publishing.schedule')
  const tError = useTranslations('common.error')
  const { id, publish_on: day, not_published: reason, published_at, schedulerName } = draft
  if (published_at) return null
  if (!day)
    return done === 'cancelled' ? (
      <p role="status" className="alert alert-success alert-soft">
        {t('cancelled')}
      </p>
    ) : null
  return (
    <div
      role={reason ? 'alert' : 'status'}
      className={`alert alert-soft flex flex-wrap justify-between gap-2 text-start ${reason ? 'alert-error' : 'alert-info'}`}
    >
      <p>
        {reason
          ? `${t('failed', { day })} ${tError(reason)}`
          : t('scheduled', { day, name: schedulerName ?? '–' })}
      </p>
      <form method="post" action={`/desk/templates/drafts/${id}/scheduling-end`}>
        <button type="submit" className="btn btn-outline btn-sm">
          {t('cancel')}
        </button>
      </form>
    </div>
  )
}
