import { type Language, useFormatter, useLocale } from '../language.tsx'

/** An amount in minor units: CNY 399 in English, ¥399 in Chinese. */
export function Money({ amount, currency = 'CNY' }: { amount: bigint; currency?: 'CNY' | 'USD' }) {
  return <span className="whitespace-nowrap tabular-nums">{useMoney()(amount, currency)}</span>
}

/** The same as text. */
export function useMoney() {
  const [format, tag] = [useFormatter(), useLocale()]
  return (amount: bigint, currency?: 'CNY' | 'USD') => moneyText({ tag, format }, amount, currency)
}

/** The same outside a page. */
export const moneyText = (
  { tag, format }: Pick<Language, 'tag' | 'format'>,
  amount: bigint,
  currency: 'CNY' | 'USD' = 'CNY',
) =>
  format!.number(`${amount}E-2` as never, {
    style: 'currency',
    currency,
    currencyDisplay: tag.startsWith('zh') && currency === 'CNY' ? 'narrowSymbol' : 'code',
    minimumFractionDigits: amount % 100n ? 2 : 0,
  })
