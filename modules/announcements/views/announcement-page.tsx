import { type Locale, languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import type { Announcement } from '../announcement.ts'
import { paragraphsOf } from '../announcement-mail.ts'
import { EventTime } from './event-time.tsx'

/** The whole text of an announcement. */
export function AnnouncementPage({ announcement, locale }: { announcement: Announcement; locale: Locale }) {
  const t = useTranslations('announcements')
  const { kind, texts } = announcement
  const { title, text } = texts[locale]
  return (
    <article className="wrap-anywhere mx-auto max-w-2xl px-4 py-8" lang={languageTag(locale)}>
      <p>
        <Tag accent>{t(`kind.${kind}`)}</Tag>
      </p>
      <h1 className="mt-1 mb-4 font-serif text-3xl">{title}</h1>
      <EventTime announcement={announcement} />
      {paragraphsOf(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two may have the same text
        <p key={index} className="mb-3 whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </article>
  )
}
