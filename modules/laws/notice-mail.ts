import { choiceLink } from '#modules/messaging/index.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

/** The maximum number of drafts listed in a mail; the others are only counted. */
const MAX_LISTED = 20

interface LawChange {
  /** The law's name in the reader's language. */
  law: string
  /** The new version's name. */
  version: string
  /** yyyy-MM-dd: the day from which the new version is in force. */
  day: string
  drafts: { id: string; name: string }[]
}

export const sendLawChangeLater = mailTemplate<LawChange>(
  'laws.change',
  (t, { law, version, day, drafts }) => ({
    subject: t('laws.changeMail.subject', { law, day }),
    paragraphs: [
      t('laws.changeMail.lead', { law, version, day }),
      t('laws.changeMail.what', { count: drafts.length }),
    ],
    items: drafts
      .slice(0, MAX_LISTED)
      .map(({ id, name }) => ({ words: name, link: publicUrl(`/mgmt/${id}/edit-doc`) })),
    note:
      drafts.length > MAX_LISTED
        ? t('laws.changeMail.more', { count: drafts.length - MAX_LISTED })
        : undefined,
    button: { words: t('laws.changeMail.open'), link: publicUrl('/mgmt/my-docs?status=draft') },
    footer: t('laws.changeMail.footer'),
    footerLink: choiceLink(t),
  }),
  ({ document: name }) => ({
    law: 'Civil Code',
    version: '2027',
    day: '2027-01-01',
    drafts: [{ id: 'sample', name }],
  }),
)
