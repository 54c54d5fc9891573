import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Announcement } from '../announcement.ts'

/** The time of the event that is announced. */
export function EventTime({ announcement }: { announcement: Announcement }) {
  const t = useTranslations('announcements')
  const { event_from: from, event_until: until } = announcement
  if (!from) return null
  return (
    <p className="mb-3 font-semibold tabular-nums">
      {until
        ? t('when', { from: momentText(from), until: momentText(until) })
        : t('whenFrom', { from: momentText(from) })}
    </p>
  )
}
