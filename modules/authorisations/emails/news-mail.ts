import { mailReaders } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

type AuthorisationNews = Omit<ModuleEvents['authorisation-news'], 'accountIds'>

const newsMail = (kind: AuthorisationNews['kind']) =>
  mailTemplate<Pick<AuthorisationNews, 'facts' | 'path'>>(
    `authorisations.${kind}`,
    (t, { facts, path }) => ({
      subject: t(`authorisations.mail.${kind}.subject`, facts),
      paragraphs: [t(`authorisations.mail.${kind}.text`, facts)],
      button: { words: t('authorisations.mail.open'), link: publicUrl(path) },
      footer: t('authorisations.mail.footer'),
    }),
    ({ team: name, reason }) => ({
      facts: { name, reason, day: '2027-11-27', days: '30' },
      path: '/mgmt/acct-info/authorisation',
    }),
  )

const MAILS = {
  authorisationGranted: newsMail('authorisationGranted'),
  authorisationRefused: newsMail('authorisationRefused'),
  authorisationEnds: newsMail('authorisationEnds'),
}

/**
 * Mails the news to these accounts. These mails cannot be turned off, because no document can be sent without
 * an authorisation.
 */
export async function mailNews(
  trx: Db,
  { accountIds, kind, facts, path }: ModuleEvents['authorisation-news'],
) {
  for (const { email: to, locale } of await mailReaders(trx, accountIds))
    await MAILS[kind](trx, { to, locale }, { facts, path })
}
