import { momentText } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'
import type { SigningState } from '../../../schema.ts'

export interface Invited {
  name: string
  email: string
  locale: Locale
  document_name: string
  document_number: string
  starter_name: string
  starter_team: string
  expires_at: Date
  signing_state: SigningState
}

const SUBJECTS = { lead: 'subject', reminder: 'reminderSubject' }

export async function sendInvitation(trx: Db, to: Invited, link: string, lead: 'lead' | 'reminder' = 'lead') {
  const facts = {
    name: to.name,
    document: to.document_name,
    number: to.document_number,
    starter: to.starter_name,
    team: to.starter_team,
    expires: momentText(to.expires_at),
  }
  const t = (key: string) => translate(to.locale)(key, facts)
  await sendLetterLater(trx, {
    ...{ to: to.email, locale: to.locale, subject: t(`signing.invitationMail.${SUBJECTS[lead]}`) },
    ...{
      paragraphs: [t('signing.invitationMail.hello'), t(`signing.invitationMail.${lead}`)],
      button: { words: t('signing.invitationMail.open'), link },
      note: t('signing.invitationMail.note'),
      footer: t('signing.mailFooter'),
    },
  })
}

/** The code of whoever is to sign, or of whoever comes back for the signed copy. */
export async function sendSignCode(trx: Db, to: Invited, code: string) {
  const facts = { code, document: to.document_name, starter: to.starter_name, team: to.starter_team }
  const t = (key: string) => translate(to.locale)(key, facts)
  const subject = to.signing_state === 'started' ? 'subject' : 'openSubject'
  await sendLetterLater(trx, {
    ...{ to: to.email, locale: to.locale, subject: t(`signing.codeMail.${subject}`) },
    ...{
      paragraphs: [t('signing.codeMail.lead')],
      code,
      note: t('signing.codeMail.note'),
      text: t('signing.codeMail.text'),
      footer: t('signing.mailFooter'),
    },
  })
}
