import type { Selectable } from 'kysely'
import { findMailbox } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { Announcements } from '#src/jobs/announce.ts'
import { mailHtml, sendMailLater } from '#src/mail/mail.tsx'
import { EmailLayout } from '#views/email-layout.tsx'
import { builtin } from '../providers/builtin/builtin.ts'
import type { SignatoryTable, SigningTable } from '../schema.ts'

type Signing = Selectable<SigningTable>
type Signatory = Selectable<SignatoryTable>

/** Tells everybody who took part how a signing ended; completed, each gets a link to the signed file. */
export async function tellEnding(trx: Db, { signing, signatories }: Announcements['signing-ended']) {
  const decliner = signatories.find((one) => one.state === 'declined')
  const tell = (to: Recipient) => sendEnding(trx, signing, to, decliner)
  const starter = await findMailbox(trx, signing.starter_id)
  if (starter?.email)
    await tell({
      email: starter.email,
      locale: starter.locale,
      link: publicUrl(`/mgmt/${signing.document_id}/view-doc`),
    })
  for (const one of signatories) {
    if (one.state === 'waiting' || one.email === starter?.email) continue
    const link = signing.state === 'completed' ? await builtin.signerLink(trx, one.id) : undefined
    await tell({ email: one.email, locale: one.locale, link })
  }
}

interface Recipient {
  email: string
  locale: Locale
  link?: string
}

async function sendEnding(
  trx: Db,
  signing: Signing,
  { email, locale, link }: Recipient,
  decliner?: Signatory,
) {
  const t = translate(locale)
  const facts = {
    document: signing.document_name,
    number: signing.document_number,
    who: decliner?.name ?? '',
    reason: decliner?.reason ?? '',
  }
  const lead = t(`signing.endingMail.${signing.state}.lead`, facts)
  const html = mailHtml(
    <EmailLayout lang={languageTag(locale)} brand={t('common.brand')} footer={t('common.mail.footer')}>
      <p>{lead}</p>
      {link && (
        <p>
          <a className="button" href={link}>
            {t('signing.endingMail.open')}
          </a>
        </p>
      )}
    </EmailLayout>,
  )
  await sendMailLater(trx, {
    to: email,
    subject: t(`signing.endingMail.${signing.state}.subject`, facts),
    text: link ? `${lead}\n${link}` : lead,
    html,
    links: link ? [link] : [],
  })
}
