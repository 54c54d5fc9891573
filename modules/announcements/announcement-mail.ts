import { type Locale, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Announcement } from './announcement.ts'
import { pathOf } from './path.ts'
import type { Kind } from './schema.ts'

interface Facts {
  kind: Kind
  title: string
  text: string
  /** The time of the event, in words. */
  when: string | null
  path: string
}

/** The paragraphs of a text. */
export const paragraphsOf = (text: string) => text.split(/\n\s*\n/).map((one) => one.trim())

/** The mail of every announcement. Only the mail about new features can be switched off. */
export const announcementMail = mailTemplate<Facts>(
  'announcements.announcement',
  (t, { kind, title, text, when, path }) => ({
    subject: t(`announcements.subject.${kind}`, { title }),
    // One entry for each paragraph, because mail programs would join its lines.
    paragraphs: [...(when ? [when] : []), ...paragraphsOf(text).flatMap((one) => one.split('\n'))],
    button: { words: t(`announcements.open.${kind}`), link: publicUrl(path) },
    footer: t(kind === 'feature' ? 'announcements.featureFooter' : 'announcements.footer'),
    ...(kind === 'feature' && {
      footerLink: { words: t('messaging.newsMail.choose'), link: publicUrl('/mgmt/acct-info/notices') },
    }),
    bulk: true,
  }),
  ({ document, answer }, t) => ({
    kind: 'maintenance',
    title: document,
    text: answer,
    when: t('announcements.when', { from: '2026-12-05 22:00', until: '2026-12-06 01:00' }),
    path: '/announcements/sample',
  }),
)

/** The content of the mail about an announcement, in one language. */
export function factsOf(announcement: Announcement, locale: Locale): Facts {
  const { kind, texts, event_from: from, event_until: until } = announcement
  const t = translate(locale)
  const words = until ? 'announcements.when' : 'announcements.whenFrom'
  const eventTime =
    kind === 'agreement'
      ? null
      : from && t(words, { from: momentText(from), until: until ? momentText(until) : '' })
  return { kind, ...texts[locale], when: eventTime, path: pathOf(announcement) }
}
