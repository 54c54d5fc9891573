const ONES =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/)
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const DIGITS = '零一二三四五六七八九'

/** A whole number below a hundred in words. */
export function numberWords(value: number, lang: string): string {
  const tens = Math.floor(value / 10)
  const ones = value % 10
  if (lang.startsWith('zh')) {
    if (!tens) return DIGITS.charAt(ones)
    return `${tens > 1 ? DIGITS.charAt(tens) : ''}十${ones ? DIGITS.charAt(ones) : ''}`
  }
  if (value < 20) return ONES[value]!
  return ones ? `${TENS[tens]}-${ONES[ones]}` : TENS[tens]!
}
