import { choiceLink } from '#modules/messaging/index.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

/** The maximum number of dates listed in one mail; the others are only counted. */
const MAX_LISTED = 30

/** A date with its name in the reader's language. */
export interface ListedDate {
  label: string
  /** yyyy-MM-dd */
  day: string
  document: string
  documentId: string
}

export const sendReminderLater = mailTemplate<{ dates: ListedDate[] }>(
  'keyDates.reminder',
  (t, { dates }) => ({
    subject: t('keyDates.mail.subject', { count: dates.length, day: dates[0]!.day }),
    paragraphs: [t('keyDates.mail.lead', { count: dates.length })],
    items: dates.slice(0, MAX_LISTED).map(({ label, day, document, documentId }) => ({
      words: t('keyDates.mail.item', { label, day, document }),
      link: publicUrl(`/mgmt/${documentId}/key-dates`),
    })),
    note:
      dates.length > MAX_LISTED ? t('keyDates.mail.more', { count: dates.length - MAX_LISTED }) : undefined,
    button: { words: t('keyDates.mail.open'), link: publicUrl('/mgmt/key-dates') },
    footer: t('keyDates.mail.footer'),
    footerLink: choiceLink(t),
  }),
  ({ document }, t) => ({
    dates: [{ label: t('keyDates.kind.end'), day: '2027-01-31', document, documentId: 'sample' }],
  }),
)
