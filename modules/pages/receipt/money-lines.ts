import { daxie } from '#assembly/numbers/money.ts'
import type { TablePaper } from '#modules/printing/index.ts'
import { config } from '#src/core/config.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import { type Currency, decimal, type Money } from '#src/core/money.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { withMinus } from '#views/values/minus.ts'
import { moneyInWords } from './money-words.ts'

export interface Buyer {
  companyName: string
  credit_code: string | null
}

export type Words = { zh: Translate; en: Translate }
export type Line = TablePaper['tables'][number]['lines'][number]
type BilingualText = Line['label']

/** The texts of a bilingual paper; the Chinese is Traditional for readers of Traditional Chinese. */
export function paperWords(locale: Locale) {
  const script = locale === 'zh_TW' ? ('Hant' as const) : ('Hans' as const)
  const chinese = script === 'Hant' ? 'zh_TW' : 'zh_CN'
  const words: Words = { zh: translate(chinese), en: translate('en_US') }
  const inBoth = (key: MessageKey): BilingualText => ({ zh: words.zh(key), en: words.en(key) })
  const bothOf = (textByLocale: Record<Locale, string>): BilingualText => ({
    zh: textByLocale[chinese],
    en: textByLocale.en_US,
  })
  return { script, words, both: inBoth, bothOf }
}

export type PaperWords = ReturnType<typeof paperWords>

/** A text that is the same in both languages. */
export const sameInBoth = (text: string): BilingualText => ({ zh: text, en: text })

/** For example CNY 12,345.00. */
export const money = ({ currency }: { currency: Currency }, amount: Money) =>
  `${currency} ${withMinus(decimal(amount)).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** The amount in words. */
export const amountInWords = (
  { script, both: inBoth }: PaperWords,
  currency: Currency,
  amount: Money,
): Line => ({
  label: inBoth('orders.receipt.inWords'),
  value: { zh: daxie(Number(amount), currency, script), en: moneyInWords(amount, currency) },
})

/** Our company, which received or refunded the money. */
export const ourCompany = ({ both: inBoth, bothOf }: PaperWords, head: MessageKey) => ({
  head: inBoth(head),
  name: bothOf(config.company.name),
  lines: [{ label: inBoth('orders.receipt.ourAddress'), value: bothOf(config.company.address) }],
})

/** The buyer's company, and the person who ordered. */
export const buyerTable = ({ both: inBoth }: PaperWords, head: MessageKey, buyer: Buyer, name: string) => ({
  head: inBoth(head),
  name: sameInBoth(buyer.companyName),
  lines: [
    ...(buyer.credit_code
      ? [{ label: inBoth('orders.receipt.creditCode'), value: sameInBoth(buyer.credit_code) }]
      : []),
    { label: inBoth('orders.buyer'), value: sameInBoth(name) },
  ],
})
