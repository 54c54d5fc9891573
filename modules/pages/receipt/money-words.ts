import type { Currency, Money } from '#src/core/money.ts'

const BELOW_TWENTY = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion']

const NAMES: Record<Currency, string> = { CNY: 'Renminbi', USD: 'US dollars' }

/**
 * An amount in words as on English cheques: "Renminbi three hundred and ninety-nine and 50/100 only". Throws
 * a RangeError for negative amounts and for a thousand billion or more.
 */
export function moneyInWords(amount: Money, currency: Currency): string {
  if (amount < 0n || amount >= 10n ** 17n) throw new RangeError(`no amount to write out: ${amount}`)
  const cents = Number(amount % 100n)
  const centsText = cents ? ` and ${String(cents).padStart(2, '0')}/100` : ''
  return `${NAMES[currency]} ${wholeInWords(amount / 100n)}${centsText} only`
}

function wholeInWords(value: bigint): string {
  if (value === 0n) return 'zero'
  const groups: string[] = []
  for (let [rest, scale] = [value, 0]; rest > 0n; rest /= 1000n, scale++) {
    const group = Number(rest % 1000n)
    if (group) groups.unshift(`${belowThousand(group)}${SCALES[scale]}`)
  }
  const lastGroup = Number(value % 1000n)
  // English says "one thousand and five", but "one thousand one hundred".
  const needsAnd = groups.length > 1 && lastGroup > 0 && lastGroup < 100
  return needsAnd ? `${groups.slice(0, -1).join(' ')} and ${groups.at(-1)}` : groups.join(' ')
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const remainder = value % 100
  const parts = [hundreds && `${BELOW_TWENTY[hundreds]} hundred`, remainder && belowHundred(remainder)]
  return parts.filter(Boolean).join(' and ')
}

const belowHundred = (value: number) =>
  value < 20
    ? BELOW_TWENTY[value]!
    : [TENS[Math.floor(value / 10)], value % 10 && BELOW_TWENTY[value % 10]].filter(Boolean).join('-')
