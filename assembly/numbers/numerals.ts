const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const places = ['', '十', '百', '千']

/** 1 → 一, 12 → 十二, 105 → 一百零五: the numbers of articles. For whole numbers from 0 to 9999. */
export function chineseNumber(value: number): string {
  if (value < 10) return digits[value] ?? String(value)
  const figures = String(value)
  if (!/^\d{2,4}$/.test(figures)) return figures
  let text = ''
  let gap = false
  for (const [index, figure] of [...figures].entries()) {
    if (figure === '0') {
      gap = true
      continue
    }
    text += (gap ? '零' : '') + digits[Number(figure)] + places[figures.length - 1 - index]
    gap = false
  }
  return text.replace(/^一十/, '十')
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/**
 * 21 → twenty-one, 365 → three hundred and sixty-five. For whole numbers from 0 to the largest safe integer.
 */
export function englishNumber(value: number): string {
  if (value < 20) return small[value] ?? String(value)
  if (value < 100) return tens[Math.floor(value / 10)] + (value % 10 ? `-${small[value % 10]}` : '')
  if (value < 1000) return withRest(`${small[Math.floor(value / 100)]} hundred`, value % 100, 'and ')
  const [unit, name] = units.find(([least]) => value >= least)!
  const rest = value % unit
  return withRest(`${englishNumber(Math.floor(value / unit))} ${name}`, rest, rest < 100 ? 'and ' : '')
}

const units: [least: number, name: string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
]

function withRest(head: string, rest: number, separator: string): string {
  return rest ? `${head} ${separator}${englishNumber(rest)}` : head
}

/** 1234567 → 1,234,567; decimals are unchanged. */
export function grouped(value: number): string {
  const [whole = '', decimals] = plainDecimal(value).split('.')
  const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${marked}.${decimals}` : marked
}

function plainDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 12 : 0).replace(/(\.\d*?)0+$/, '$1') : text
}
