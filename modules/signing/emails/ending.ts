import type { Selectable } from 'kysely'
import { chosenLocale, findMailbox, mailReaderAt } from '#modules/accounts/index.ts'
import { findTeamBrand, mailBrand } from '#modules/brand/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { senderWords } from '#views/values/sender.ts'
import { providerOf } from '../providers/registry.ts'
import type { SignatoryTable, SigningTable } from '../schema.ts'
import { SERVICE_NAMES } from '../services/service-names.ts'
import { findStage } from '../stages.ts'
import { sendSignatorySms } from './sms.ts'

type Signing = Selectable<SigningTable>
type Signatory = Selectable<SignatoryTable>

/**
 * Notifies all participants of the end of a signing, according to their mail settings; after completion,
 * each receives a link to the signed file.
 */
export async function notifyOfEnding(trx: Db, { signing, signatories }: ModuleEvents['signing-ended']) {
  const decliner = signatories.find((one) => one.state === 'declined')
  const brand = await findMailBrand(trx, signing)
  const notify = (to: Recipient) => sendEnding(trx, signing, { ...to, brand }, decliner)
  const starter = await findMailbox(trx, signing.starter_id)
  if (starter?.email && (await wantsImmediateMail(trx, starter.email)))
    await notify({
      email: starter.email,
      locale: starter.locale,
      link: publicUrl(
        `/mgmt/${signing.document_id}/${signing.state === 'completed' ? 'view-doc' : 'signing'}`,
      ),
    })
  for (const one of signatories) {
    const completed = signing.state === 'completed'
    const receivesCopy = completed && one.role === 'copy'
    if (one.state === 'waiting' && !receivesCopy) continue
    if (!one.email) {
      const signerLink = await providerOf(one).signerLink(trx, one.id)
      const kind = signing.state as EndKind
      await sendSignatorySms(trx, { ...signing, ...one }, { kind, link: signerLink })
      continue
    }
    if (one.email === starter?.email) continue
    // The signed copy is sent regardless of mail settings.
    if (!completed && !(await wantsImmediateMail(trx, one.email))) continue
    const link = completed ? await providerOf(one).signerLink(trx, one.id) : undefined
    await notify({ email: one.email, locale: await chosenLocale(trx, one.email, one.locale), link })
  }
}

/**
 * Notifies the sender and the signatories that a signing is delayed by a fault of ours or of its service;
 * the mail says that deadlines are extended and nothing is lost.
 */
export async function mailHeldUpNotice(trx: Db, { signing, signatories }: ModuleEvents['signing-held-up']) {
  const stage = await findStage(trx, signing.id)
  const service = stage && stage.provider !== 'builtin' ? SERVICE_NAMES[stage.provider] : ''
  const facts = {
    document: signing.document_name,
    number: signing.document_number,
    starter_name: signing.starter_name,
    starter_team: signing.starter_team,
    service,
  }
  const brand = await findMailBrand(trx, signing)
  const starter = await findMailbox(trx, signing.starter_id)
  if (starter?.email) {
    const link = publicUrl(`/mgmt/${signing.document_id}/signing`)
    await sendHeldUp(trx, { to: starter.email, locale: starter.locale, brand }, { ...facts, link })
  }
  for (const one of signatories) {
    // The signatory's page shows the delay, so no SMS is sent.
    if (one.state === 'waiting' || !one.email || one.email === starter?.email) continue
    const locale = await chosenLocale(trx, one.email, one.locale)
    await sendHeldUp(trx, { to: one.email, locale, brand }, facts)
  }
}

async function findMailBrand(trx: Db, { team_id, starter_team }: Signing) {
  return mailBrand({ brand: await findTeamBrand(trx, team_id), starter_team })
}

/** People with an account can choose a daily digest instead, or no mail. */
const wantsImmediateMail = async (trx: Db, email: string) =>
  ((await mailReaderAt(trx, email))?.ways.endings ?? 'now') === 'now'

interface Recipient {
  email: string
  locale: Locale
  link?: string
}

interface Branded {
  brand: ReturnType<typeof mailBrand>
}

async function sendEnding(
  trx: Db,
  signing: Signing,
  { email: to, locale, link, brand }: Recipient & Branded,
  decliner?: Signatory,
) {
  await endingMails[signing.state as EndKind](
    trx,
    { to, locale, brand },
    {
      document: signing.document_name,
      number: signing.document_number,
      who: decliner?.name ?? '',
      reason: decliner?.reason ?? '',
      starter_name: signing.starter_name,
      starter_team: signing.starter_team,
      link,
    },
  )
}

type EndKind = 'completed' | 'declined' | 'expired' | 'stopped'

interface EndingFacts {
  document: string
  number: string
  who: string
  reason: string
  starter_name: string
  starter_team: string
  link?: string
}

const endingMail = (state: EndKind) =>
  mailTemplate<EndingFacts>(
    `signing.${state}`,
    (t, { link, ...otherFacts }) => {
      const facts = { ...otherFacts, ...senderWords(t, otherFacts) }
      return {
        subject: t(`signing.endingMail.${state}.subject`, facts),
        paragraphs: [
          t(`signing.endingMail.${state}.lead`, facts),
          ...(state === 'completed' ? [t('signing.endingMail.completed.certificate')] : []),
        ],
        note:
          state === 'completed'
            ? t('signing.endingMail.completed.verify', { address: publicUrl('/verify') })
            : undefined,
        button: link ? { words: t('signing.endingMail.open'), link } : undefined,
        footer: t('signing.mailFooter', facts),
      }
    },
    ({ document, number, person, other, team, reason }) => ({
      document,
      number,
      who: other,
      reason,
      starter_name: person,
      starter_team: team,
      link: publicUrl('/mgmt/sample/signing'),
    }),
  )

interface HeldUpFacts extends Omit<EndingFacts, 'who' | 'reason'> {
  /** Name of the service that does not respond; '' if the fault is ours. */
  service: string
}

const sendHeldUp = mailTemplate<HeldUpFacts>(
  'signing.heldUp',
  (t, { link, ...otherFacts }) => {
    const facts = { ...otherFacts, ...senderWords(t, otherFacts) }
    return {
      subject: t('signing.heldUpMail.subject', facts),
      paragraphs: facts.service
        ? [t('signing.heldUpMail.leadAt', facts), t('signing.heldUpMail.nextAt', facts)]
        : [t('signing.heldUpMail.lead', facts), t('signing.heldUpMail.next', facts)],
      button: link ? { words: t('signing.endingMail.open'), link } : undefined,
      footer: t('signing.mailFooter', facts),
    }
  },
  ({ document, number, person, team }) => ({
    document,
    number,
    starter_name: person,
    starter_team: team,
    service: '',
    link: publicUrl('/mgmt/sample/signing'),
  }),
)

const endingMails = {
  completed: endingMail('completed'),
  declined: endingMail('declined'),
  expired: endingMail('expired'),
  stopped: endingMail('stopped'),
}
