import { useFormatter, useLocale } from '#views/language.tsx'
import { CURRENCY } from '../pricing.ts'

/** CNY 399 in English, ¥399 in Chinese. */
export function Money({ amount }: { amount: number }) {
  const format = useFormatter()
  const currencyDisplay = useLocale().startsWith('zh') ? 'narrowSymbol' : 'code'
  const minimumFractionDigits = amount % 100 ? 2 : 0
  return (
    <>
      {format.number(amount / 100, {
        style: 'currency',
        currency: CURRENCY,
        currencyDisplay,
        minimumFractionDigits,
      })}
    </>
  )
}
