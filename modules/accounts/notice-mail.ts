import { REPLY } from '#src/calendar/reply.ts'
import { config } from '#src/core/config.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import { sendSmsEvent } from '#src/mail/sms.ts'
import { chosenLocale } from './notices/notice-choice.ts'

type Values = Record<string, string>

const noValues = (): Values => ({})
const accountValues = ({ username }: Sample): Values => ({ username })
const factorValues = (_: Sample, t: Translate): Values => ({ name: t('security.kind.totp') })
const stateValues = ({ username, reason }: Sample): Values => ({ username, reason })

/** Each kind of notice, with sample values; its subject and text are under `acctInfo.mail` in the locales. */
const SAMPLES_OF = {
  passwordChanged: noValues,
  emailChanged: () => ({ to: 'c***@lotus.example' }),
  mobileChanged: () => ({ to: '138****8000' }),
  socialBound: ({ person }: Sample) => ({ nickname: person }),
  socialUnbound: noValues,
  factorAdded: factorValues,
  factorRemoved: factorValues,
  recoveryCodesMade: noValues,
  deviceRemembered: () => ({ device: 'Firefox · Linux' }),
  factorRenamed: (sample: Sample, t: Translate) => ({ before: '–', ...factorValues(sample, t) }),
  deviceForgotten: noValues,
  factorsRequired: noValues,
  factorsWaived: noValues,
  factorsReset: noValues,
  recoveryCodeUsed: () => ({ left: '9' }),
  deletionAsked: accountValues,
  deletionToSupport: ({ username }: Sample) => ({ username, words: '–' }),
  erased: accountValues,
  corrected: accountValues,
  handedOver: ({ other }: Sample) => ({ name: other }),
  planOpened: (_: Sample, t: Translate) => ({ plan: t('acctInfo.package.basic'), day: '2026-12-31' }),
  left: ({ team }: Sample) => ({ team }),
  restricted: stateValues,
  sessionsEnded: ({ reason }: Sample) => ({ reason }),
  restored: stateValues,
}

type NoticeKind = keyof typeof SAMPLES_OF

const makeNotice = (about: NoticeKind) =>
  mailTemplate<Values>(
    `accounts.${about}`,
    (t, values) => ({
      subject: t(`acctInfo.mail.${about}.subject`, values),
      paragraphs: [
        t(`acctInfo.mail.${about}.text`, { mail: config.company.mail, reply: REPLY.personalData, ...values }),
      ],
      footer: t(about === 'deletionToSupport' ? 'common.mail.staffFooter' : 'acctInfo.mail.footer'),
    }),
    SAMPLES_OF[about],
  )

const noticeKinds = Object.keys(SAMPLES_OF) as NoticeKind[]
const notices = new Map(noticeKinds.map((about) => [about, makeNotice(about)]))

interface Notice {
  to: string
  locale: Locale
  about: NoticeKind
  values?: Values
}

/**
 * Sends a mail of one paragraph about a change of an account; users cannot turn these mails off. Enqueued in
 * the transaction of the change.
 */
export async function sendNoticeLater(trx: Db, { to, locale, about, values = {} }: Notice) {
  await notices.get(about)!(trx, { to, locale: await chosenLocale(trx, to, locale) }, values)
}

interface Owner {
  email: string | null
  mobile: string | null
  locale: Locale
}

/** The notices that owners also get when their account has only a mobile number. */
type OwnerNotice = 'restricted' | 'restored' | 'deletionAsked' | 'erased' | 'sessionsEnded'

/**
 * Notifies the owner of an account by mail; if it has no email, by a text message without names and reasons.
 * Enqueued in the transaction of the change.
 */
export async function notifyOwner(
  trx: Db,
  { email, mobile, locale }: Owner,
  about: OwnerNotice,
  values: Values = {},
) {
  if (email) return sendNoticeLater(trx, { to: email, locale, about, values })
  if (!mobile) return
  const text = translate(locale)(`acctInfo.sms.${about}.text`, { mail: config.company.mail })
  await sendSmsEvent(trx, mobile, text, (smsLocale) => translate(smsLocale)(`acctInfo.sms.${about}.event`))
}
