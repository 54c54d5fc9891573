/**
 * An amount in minor units, fen or cents. A bigint: nothing with a fraction can be written into it or come
 * out of it.
 */
export type Money = bigint

export const CURRENCIES = ['CNY', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/**
 * So many parts of a whole, rounded down: what is left over is `amount - share(…)`, and no fen is lost or
 * made.
 */
export function share(amount: Money, parts: number, whole: number): Money {
  return (amount * BigInt(parts)) / BigInt(whole)
}

/** As gateways and statements write it: 12345 is 123.45. */
export function decimal(amount: Money): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Of 123.45, 1,234.50 or ¥88; null for what is no amount to the cent. */
export function readDecimal(text: string): Money | null {
  const found = /^[¥￥$]?(-?)(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const [, minus, whole, cents = ''] = found
  const amount = BigInt(whole!.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0'))
  return minus ? -amount : amount
}
