import type { Selectable } from 'kysely'
import { findMailbox } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { Announcements } from '#src/jobs/announce.ts'
import { sendLetterLater } from '#src/mail/letter.tsx'
import { providerOf } from '../providers/registry.ts'
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
      link: publicUrl(
        `/mgmt/${signing.document_id}/${signing.state === 'completed' ? 'view-doc' : 'signing'}`,
      ),
    })
  for (const one of signatories) {
    if (one.state === 'waiting' || one.email === starter?.email) continue
    const link = signing.state === 'completed' ? await providerOf(signing).signerLink(trx, one.id) : undefined
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
  const facts = {
    document: signing.document_name,
    number: signing.document_number,
    who: decliner?.name ?? '',
    reason: decliner?.reason ?? '',
    starter: signing.starter_name,
    team: signing.starter_team,
    address: publicUrl('/verify'),
  }
  const t = (key: string) => translate(locale)(key, facts)
  await sendLetterLater(trx, {
    ...{
      to: email,
      locale,
      subject: t(`signing.endingMail.${signing.state}.subject`),
      paragraphs: [t(`signing.endingMail.${signing.state}.lead`)],
      note: signing.state === 'completed' ? t('signing.endingMail.completed.verify') : undefined,
    },
    button: link ? { words: t('signing.endingMail.open'), link } : undefined,
    footer: t('signing.mailFooter'),
  })
}
