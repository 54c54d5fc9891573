import type { Side } from '../answers.ts'
import {
  behindNoNumeral,
  chineseNumeral,
  englishNumeral,
  englishOrdinal,
  readChinese,
  readEnglish,
  readOrdinal,
} from './number-words.ts'

/** An amount a text states. `kind` and `value` are comparable between languages: months for years, days for weeks. */
export interface Quantity {
  kind: string
  value: number
  source: string
}

/** What a text states, and the numbers in it that may be mere words (一方, one Party). */
export interface Stated {
  quantities: Quantity[]
  loose: number[]
}

type Reading = [kind: string, value: number]
type Rule = [pattern: RegExp, read: (...groups: (string | undefined)[]) => Reading[]]

const zh = chineseNumeral
const en = englishNumeral

const currencies: [code: string, names: string][] = [
  ['CNY', '人民币|人民幣|RMB|CNY|¥|￥|yuan|元|圆'],
  ['USD', '美元|美金|USD|US$|US dollar|US dollars|dollar|dollars|$'],
  ['EUR', '欧元|歐元|EUR|€|euro|euros'],
  ['GBP', '英镑|英鎊|GBP|£|pounds|pounds sterling'],
  ['HKD', '港元|港币|港幣|HKD|HK$|Hong Kong dollar|Hong Kong dollars'],
  ['JPY', '日元|JPY|yen'],
]
const codes = new Map(
  currencies.flatMap(([code, names]) => names.split('|').map((name) => [name.toLowerCase(), code])),
)
const currencyNames = currencies
  .flatMap(([, names]) => names.replaceAll('$', '\\$').split('|'))
  .toSorted((one, other) => other.length - one.length)
const anyCurrency = currencyNames.join('|')
const currencyBefore = currencyNames.filter((name) => name !== '元' && name !== '圆').join('|')

const spans: Record<string, [kind: string, times: number]> = {
  日: ['day', 1],
  天: ['day', 1],
  day: ['day', 1],
  周: ['day', 7],
  週: ['day', 7],
  星期: ['day', 7],
  week: ['day', 7],
  工作日: ['working-day', 1],
  working: ['working-day', 1],
  月: ['month', 1],
  month: ['month', 1],
  年: ['month', 12],
  year: ['month', 12],
  小时: ['hour', 1],
  小時: ['hour', 1],
  hour: ['hour', 1],
}

const months = ' jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthName =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'

const zhMinor = `(?:(${zh})角)?(?:(${zh})分)?整?`

const rules: Record<Side, Rule[]> = {
  zh: [
    [/(\d{4})年(\d{1,2})月(\d{1,2})[日号號]/g, (y, m, d) => [date(y, m, d)]],
    [/(\d{4})-(\d{2})-(\d{2})/g, (y, m, d) => [date(y, m, d)]],
    [/(\d{1,2})月(\d{1,2})[日号號]/g, (m, d) => [date('0', m, d)]],
    [
      new RegExp(`([百千万萬])分之(${zh})`, 'g'),
      (of, number) => [['percent', readChinese(number ?? '') * ({ 百: 1, 千: 0.1 }[of ?? ''] ?? 0.01)]],
    ],
    [new RegExp(`(${zh})\\s*[%％]`, 'g'), (number) => [['percent', readChinese(number ?? '')]]],
    [new RegExp(`(${zh})\\s*‰`, 'g'), (number) => [['percent', readChinese(number ?? '') * 0.1]]],
    [
      new RegExp(`${behindNoNumeral}(${currencyBefore})\\s*(${zh})\\s*(?:元|圆)?${zhMinor}`, 'g'),
      (currency, number, jiao, fen) => [chineseMoney(currency, number, jiao, fen)],
    ],
    [
      new RegExp(`(${zh})\\s*(${anyCurrency})${zhMinor}`, 'g'),
      (number, currency, jiao, fen) => [chineseMoney(currency, number, jiao, fen)],
    ],
    [/(\d{4})年/g, (year) => [['number', Number(year)]]],
    [
      new RegExp(
        `(${zh})\\s*(?:[（(](${zh})[）)]\\s*)?[个個]?(工作日|日|天|周|週|星期|月|年|小时|小時)`,
        'g',
      ),
      (number, again, unit) => [number, again].flatMap((one) => (one ? [span(readChinese(one), unit)] : [])),
    ],
    [/(\d[\d,]*(?:\.\d+)?[万萬亿億]*)/g, (number) => [['number', readChinese(number ?? '')]]],
    [new RegExp(`(${zh})`, 'g'), (number) => [['loose', readChinese(number ?? '')]]],
  ],
  en: [
    [new RegExp(`(\\d{1,2})\\s+${monthName}\\.?,?\\s+(\\d{4})`, 'g'), (d, m, y) => [date(y, monthOf(m), d)]],
    [new RegExp(`${monthName}\\.?\\s+(\\d{1,2}),?\\s+(\\d{4})`, 'g'), (m, d, y) => [date(y, monthOf(m), d)]],
    [/(\d{4})-(\d{2})-(\d{2})/g, (y, m, d) => [date(y, m, d)]],
    [new RegExp(`(\\d{1,2})\\s+${monthName}`, 'g'), (d, m) => [date('0', monthOf(m), d)]],
    [new RegExp(`${monthName}\\.?\\s+(\\d{1,2})\\b`, 'g'), (m, d) => [date('0', monthOf(m), d)]],
    [
      new RegExp(`(${en})\\s*(?:\\((${en})\\s*%?\\)\\s*)?(%|per\\s?cent|‰|per mille)`, 'gi'),
      (number, again, sign) =>
        [number, again].flatMap((one): Reading[] =>
          one ? [['percent', readEnglish(one) * (/^(%|per\s?cent)$/i.test(sign ?? '') ? 1 : 0.1)]] : [],
        ),
    ],
    [
      new RegExp(`(${anyCurrency})\\s*(${en})|\\b(${en})\\s*(?:\\(${en}\\)\\s*)?(${anyCurrency})`, 'gi'),
      (before, first, second, behind) => [money(before ?? behind, readEnglish(first ?? second ?? ''))],
    ],
    [
      new RegExp(
        `\\b(${en})(?:\\s*\\((${en})\\))?[\\s-]*(?:calendar\\s+)?(working|business|day|week|month|year|hour)(?:[\\s-]+days?|s)?\\b`,
        'gi',
      ),
      (number, again, unit) =>
        [number, again].flatMap((one) =>
          one ? [span(readEnglish(one), (unit ?? '').toLowerCase().replace('business', 'working'))] : [],
        ),
    ],
    [new RegExp(`\\b(${englishOrdinal})\\b`, 'gi'), (word) => [['loose', readOrdinal(word ?? '')]]],
    [/\ban?\b/gi, () => [['loose', 1]]],
    [
      /(\d[\d,]*(?:\.\d+)?(?:\s+(?:thousand|million|billion))?)/gi,
      (number) => [['number', readEnglish(number ?? '')]],
    ],
    [new RegExp(`\\b(${en})\\b`, 'gi'), (number) => [['loose', readEnglish(number ?? '')]]],
  ],
}

/** Reads the dates, percentages, sums, periods and other numbers a text states, each once. */
export function readQuantities(text: string, side: Side): Stated {
  const stated: Stated = { quantities: [], loose: [] }
  let rest = text
  for (const [pattern, read] of rules[side]) {
    rest = rest.replace(pattern, (source: string, ...groups: (string | undefined)[]) => {
      const readings = read(...groups)
      for (const [kind, raw] of readings) {
        const value = Number(raw.toPrecision(12))
        if (kind === 'loose') stated.loose.push(value)
        else stated.quantities.push({ kind, value, source: source.trim() })
      }
      // What was read must not be read again by a later rule, nor join what stood around it.
      return readings.length ? '\u0000' : source
    })
  }
  return stated
}

function date(year = '', month = '', day = ''): Reading {
  return ['date', Number(year) * 10000 + Number(month) * 100 + Number(day)]
}

function monthOf(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()))
}

function money(name = '', value: number): Reading {
  return [`money ${codes.get(name.toLowerCase())}`, value]
}

function chineseMoney(currency?: string, number = '', jiao?: string, fen?: string): Reading {
  return money(currency, readChinese(number) + minor(jiao, 0.1) + minor(fen, 0.01))
}

function minor(number: string | undefined, part: number): number {
  return number ? readChinese(number) * part : 0
}

function span(count: number, unit = ''): Reading {
  const [kind, times] = spans[unit] ?? ['', 1]
  return [kind, count * times]
}
