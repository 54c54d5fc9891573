import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, languages, type Translate } from '#src/core/i18n.ts'
import type { Currency, Money } from '#src/core/money.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { GroupWith } from '#views/language/messages.ts'
import { moneyText } from '#views/values/money.tsx'
import { goodsOf } from '../ordering/goods.ts'
import type { MethodName, PackageName } from '../schema.ts'
import type { ChargeFailure, MandateEnding, RenewalPeriod } from './renewal-schema.ts'

export interface RenewalFacts {
  locale: Locale
  package: PackageName
  period: RenewalPeriod
  method: MethodName
  currency: Currency
  /** The agreed price. */
  limit: Money
}

const SAMPLE = {
  package: 'basic',
  period: 'monthly',
  method: 'alipay',
  currency: 'CNY',
  limit: 39_900n,
} as const satisfies Omit<RenewalFacts, 'locale'>

const PATH = '/mgmt/acct-info/renewal'

const wordsOf = (t: Translate, facts: RenewalFacts) => ({
  goods: goodsOf(t, { package: facts.package, period: facts.period, quantity: 1 }),
  method: t(`orders.methods.${facts.method}`),
  price: moneyText(languages[facts.locale], facts.limit, facts.currency),
})

type MailWords = ReturnType<typeof wordsOf>

/** A mail about the automatic renewal of a plan, with a link that ends it. */
const renewalMail = <T extends RenewalFacts>(
  name: GroupWith<'orders.mail', 'subject' | 'lead'>,
  paragraphs: (t: Translate, facts: T, words: MailWords) => string[],
  sampleFacts: () => Omit<T, keyof RenewalFacts>,
) =>
  mailTemplate<T>(
    `orders.${name}`,
    (t, facts) => {
      const words = wordsOf(t, facts)
      return {
        subject: t(`orders.mail.${name}.subject`, { ...words }),
        paragraphs: [t(`orders.mail.${name}.lead`, { ...words }), ...paragraphs(t, facts, words)],
        button: { words: t('orders.mail.openRenewal'), link: publicUrl(PATH) },
        footer: t('orders.mail.footer'),
      }
    },
    ({ locale }) => ({ locale, ...SAMPLE, ...sampleFacts() }) as unknown as T,
  )

interface RenewalOnFacts extends RenewalFacts {
  endsAt: Date
}

/** Mails that the agreement is concluded: the amount, the dates of the charges, and how to end it. */
export const sendRenewalOnLater = renewalMail<RenewalOnFacts>(
  'renewalOn',
  (t, { endsAt }) => [
    t('orders.mail.renewalOn.when', { day: shanghaiDay(endsAt) }),
    t('orders.mail.renewalMeans.cancel'),
  ],
  () => ({ endsAt: new Date('2026-12-31T10:00:00+08:00') }),
)

interface RenewalDueFacts extends RenewalFacts {
  price: Money
  chargeAt: Date
  endsAt: Date
}

/** The notice before each renewal. */
export const sendRenewalDueLater = renewalMail<RenewalDueFacts>(
  'renewalDue',
  (t, { locale, price, chargeAt, endsAt, currency, limit }, { goods, method }) => {
    const money = (amount: Money) => moneyText(languages[locale], amount, currency)
    const day = shanghaiDay(chargeAt)
    return [
      t('orders.mail.renewalDue.what', { goods, day: shanghaiDay(endsAt) }),
      t('orders.mail.renewalDue.price', { price: money(price), method, day }),
      ...(price === limit
        ? []
        : [t('orders.mail.renewalDue.changed', { before: money(limit), price: money(price) })]),
      t('orders.mail.renewalDue.cancel', { day }),
    ]
  },
  () => ({
    price: 37_900n,
    chargeAt: new Date('2026-12-28T10:00:00+08:00'),
    endsAt: new Date('2026-12-31T10:00:00+08:00'),
  }),
)

interface ChargeFailedFacts extends RenewalFacts {
  failure: ChargeFailure
  againAt: Date
  endsAt: Date
}

export const sendChargeFailedLater = renewalMail<ChargeFailedFacts>(
  'renewalFailed',
  (t, { failure, againAt, endsAt }) => [
    t(`orders.renewal.failure.${failure}`),
    t('orders.mail.renewalFailed.again', { day: shanghaiDay(againAt), ends: shanghaiDay(endsAt) }),
  ],
  () => ({
    failure: 'money' as const,
    againAt: new Date('2026-12-29T10:00:00+08:00'),
    endsAt: new Date('2026-12-31T10:00:00+08:00'),
  }),
)

interface MandateEndedFacts extends RenewalFacts {
  why: MandateEnding
  /** The end of the plan; null once it has ended. */
  endsAt: Date | null
}

export const sendMandateEndedLater = renewalMail<MandateEndedFacts>(
  'renewalEnded',
  (t, { why, endsAt }) => [
    t(`orders.renewal.ended.${why}`),
    t('orders.mail.renewalEnded.nothing'),
    ...(endsAt ? [t('orders.mail.renewalEnded.ends', { day: shanghaiDay(endsAt) })] : []),
  ],
  () => ({ why: 'unpaid' as const, endsAt: new Date('2026-12-31T10:00:00+08:00') }),
)
