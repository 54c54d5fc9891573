import { type Language, useFormatter, useLocale } from '../language.tsx'
import { withMinus } from './minus.ts'

type Currency = 'CNY' | 'USD'

interface Props {
  amount: bigint
  currency?: Currency
  /** Whether to omit decimals if they are zero, as on a price tag. */
  tag?: boolean
}

/** An amount in minor units: CNY 399.00 in English, ¥399.00 in Chinese, CN¥399.00 in Traditional Chinese. */
export function Money({ amount, currency = 'CNY', tag = false }: Props) {
  const money = useMoney()(amount, currency)
  return <span className="whitespace-nowrap tabular-nums">{tag ? money.replace(/\.00$/, '') : money}</span>
}

/** Formats an amount as text in the current language. */
export function useMoney() {
  const format = useFormatter()
  const tag = useLocale()
  return (amount: bigint, currency?: Currency) => moneyText({ tag, format }, amount, currency)
}

/** Formats an amount as text outside a page. */
export const moneyText = (
  { tag, format }: Pick<Language, 'tag' | 'format'>,
  amount: bigint,
  currency: Currency = 'CNY',
) =>
  withMinus(
    format!.number(`${amount}E-2` as never, {
      style: 'currency',
      currency,
      currencyDisplay: (currency === 'CNY' && SIGNS[tag]) || 'code',
    }),
  )

/** In Taiwan and Hong Kong a plain ¥ means the yen. */
const SIGNS: Record<string, 'narrowSymbol' | 'symbol'> = { 'zh-CN': 'narrowSymbol', 'zh-TW': 'symbol' }
