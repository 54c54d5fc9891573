/** An amount in minor units, fen or cents. A bigint, because it never has a fraction. */
export type Money = bigint

export const CURRENCIES = ['CNY', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/**
 * The share `parts / whole` of an amount, rounded down to the minor unit. The remainder is `amount -
 * share(…)`, so that no fen is lost or created.
 */
export function share(amount: Money, parts: number, whole: number): Money {
  return (amount * BigInt(parts)) / BigInt(whole)
}

/** The format of gateways and statements: 12345 is 123.45. */
export function decimal(amount: Money): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads 123.45, 1,234.50 or ¥88; null for anything that is not an amount. */
export function readDecimal(text: string): Money | null {
  const match = /^[¥￥$]?(-?)(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  const [, minus, whole, cents = ''] = match
  const amount = BigInt(whole!.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0'))
  return minus ? -amount : amount
}
