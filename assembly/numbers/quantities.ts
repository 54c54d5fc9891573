import type { Side } from '../answers.ts'
import { enClock, zhClock } from './clock-times.ts'
import {
  behindNoNumeral,
  chineseNumeral,
  englishNumeral,
  englishOrdinal,
  readChinese,
  readEnglish,
  readOrdinal,
} from './number-words.ts'
import type { Reading, Rule, StatedNumbers } from './reading.ts'

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
  .sort((one, other) => other.length - one.length)
const anyCurrency = currencyNames.join('|')
const currencyBefore = currencyNames.filter((name) => name !== '元' && name !== '圆').join('|')

const unitsOfTime: Record<string, [kind: string, factor: number]> = {
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
  季度: ['month', 3],
  quarter: ['month', 3],
  小时: ['hour', 1],
  小時: ['hour', 1],
  hour: ['hour', 1],
}

const months = ' jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthName =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'

const zhMinor = `(?:(${zh})角)?(?:(${zh})分)?整?`

const slashDates: Rule[] = [
  [/\b(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/g, (y, m, d) => [date(y, m, d)]],
  [/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (one, other, y) => [eitherDate(one, other, y)]],
]

const zhDay = '([一二三四五六七八九十]{1,3})'

/** 二〇二六年十二月一日, 五月三日. */
const zhDates: Rule[] = [
  [
    new RegExp(`([〇零一二三四五六七八九]{4})年${zhDay}月${zhDay}[日号號]`, 'g'),
    (y, m, d) => [date(...chineseFigures(y, m, d))],
  ],
  [new RegExp(`${zhDay}月${zhDay}[日号號]`, 'g'), (m, d) => [date(...chineseFigures('〇', m, d))]],
]

/** 三分之二, 双倍, 一年半. */
const zhParts: Rule[] = [
  [
    new RegExp(`(${zh})分之(${zh})`, 'g'),
    (whole, part) => [fraction(readChinese(part ?? ''), readChinese(whole ?? ''))],
  ],
  [/(\d{1,3})\/(\d{1,3})(?!\d|\/)/g, (part, whole) => [fraction(Number(part), Number(whole))]],
  [/半数|半數|过半|過半|一半/g, () => [fraction(1, 2)]],
  [new RegExp(`(${zh})年半`, 'g'), (years) => [['month', readChinese(years ?? '') * 12 + 6]]],
  [new RegExp(`(${zh})[个個]半月`, 'g'), (count) => [['month', readChinese(count ?? '') + 0.5]]],
  [/半年/g, () => [['month', 6]]],
  [/半[个個]月/g, () => [['month', 0.5]]],
  [new RegExp(`(${zh})倍`, 'g'), (factor) => [['times', readChinese(factor ?? '')]]],
  [/[双雙加翻]倍/g, () => [['times', 2]]],
]

/** 每逾期一日, 上一年度, 第三年, 各承担一半: these numbers are not amounts. */
const zhIgnored: Rule[] = [
  [
    /(?:[每上下同任]|(?<!提)前)(?:逾期|延误|延誤|迟延|遲延|延期|拖延|满|滿)?一(?=[个個]?(?:工作日|[日天月年周期]|季度|小时|小時))/g,
    () => [['loose', 1]],
  ],
  [
    new RegExp(`第(${zh})(?=[个個]?(?:[日天月年周期]|季度))`, 'g'),
    (number) => [['loose', readChinese(number ?? '')]],
  ],
  [/各[^，。；]{0,4}一半/g, () => [['loose', 0.5]]],
]

/** 三名, 两份: counted things, which both sides must state. 双方 and both may be on one side only. */
const zhCounts: Rule[] = [
  [new RegExp(`(${zh})[名份次人台套件期]`, 'g'), (number) => [countReading(readChinese(number ?? ''))]],
  [/[双雙]/g, () => [['loose', 2]]],
]

const divisors: Record<string, number> = {
  half: 2,
  halves: 2,
  third: 3,
  quarter: 4,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  tenth: 10,
}

/** two thirds, twice, one and a half years. */
const enParts: Rule[] = [
  [/\bhalf[\s-](?:a[\s-])?year\b/gi, () => [['month', 6]]],
  [/\bhalf[\s-](?:a[\s-])?month\b/gi, () => [['month', 0.5]]],
  [
    new RegExp(`\\b(${en})\\s+and\\s+a\\s+half\\s+(year|month)s?\\b`, 'gi'),
    (count, unit) => [span(readEnglish(count ?? '') + 0.5, unit)],
  ],
  [/\ba\s+year\s+and\s+a\s+half\b/gi, () => [['month', 18]]],
  [
    /\b(one|two|three|four|five|a|\d)[\s-](half|third|quarter(?=s|\s+of)|fourth|fifth|sixth|seventh|eighth|tenth)s?\b(?!\s(?:part(?:y|ies)|persons?|day|month|year)\b)/gi,
    (part, whole) => [
      fraction(part === 'a' ? 1 : readEnglish(part ?? ''), divisors[(whole ?? '').toLowerCase()] ?? 1),
    ],
  ],
  [/(?<![\d/])(\d{1,3})\/(\d{1,3})(?!\d|\/)/g, (part, whole) => [fraction(Number(part), Number(whole))]],
  [/\bhalf\b/gi, () => [fraction(1, 2)]],
  [new RegExp(`\\b(${en})\\s+times\\b`, 'gi'), (factor) => [['times', readEnglish(factor ?? '')]]],
  [/\b(?:twice|double[ds]?)\b/gi, () => [['times', 2]]],
  [/\btriple[ds]?\b/gi, () => [['times', 3]]],
]

const rules: Record<Side, Rule[]> = {
  zh: [
    [/(\d{4})年(\d{1,2})月(\d{1,2})[日号號]/g, (y, m, d) => [date(y, m, d)]],
    [/(\d{4})-(\d{2})-(\d{2})/g, (y, m, d) => [date(y, m, d)]],
    ...slashDates,
    [/(\d{4})年(\d{1,2})月/g, (y, m) => [date(y, m)]],
    ...zhDates,
    ...zhClock,
    [/(\d{1,2})月(\d{1,2})[日号號]/g, (m, d) => [date('0', m, d)]],
    [
      new RegExp(`([百千万萬])分之(${zh})`, 'g'),
      (whole, number) => [['percent', readChinese(number ?? '') * ({ 百: 1, 千: 0.1 }[whole ?? ''] ?? 0.01)]],
    ],
    ...zhIgnored,
    ...zhParts,
    [new RegExp(`(${zh})[个個]百分[点點]`, 'g'), (number) => [['percent', readChinese(number ?? '')]]],
    [new RegExp(`(${zh})[个個]基[点點]`, 'g'), (number) => [['percent', readChinese(number ?? '') * 0.01]]],
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
        `(${zh})\\s*(?:[（(](${zh})[）)]\\s*)?[个個]?(工作日|日|天|周|週|星期|月|年|季度|小时|小時)`,
        'g',
      ),
      (number, second, unit) =>
        [number, second].flatMap((one) => (one ? [span(readChinese(one), unit)] : [])),
    ],
    ...zhCounts,
    [/(\d[\d,]*(?:\.\d+)?[万萬亿億]*)/g, (number) => [['number', readChinese(number ?? '')]]],
    [new RegExp(`(${zh})`, 'g'), (number) => [['loose', readChinese(number ?? '')]]],
  ],
  en: [
    [new RegExp(`(\\d{1,2})\\s+${monthName}\\.?,?\\s+(\\d{4})`, 'g'), (d, m, y) => [date(y, monthOf(m), d)]],
    [new RegExp(`${monthName}\\.?\\s+(\\d{1,2}),?\\s+(\\d{4})`, 'g'), (m, d, y) => [date(y, monthOf(m), d)]],
    [/(\d{4})-(\d{2})-(\d{2})/g, (y, m, d) => [date(y, m, d)]],
    ...slashDates,
    [new RegExp(`(\\d{1,2})\\s+${monthName}`, 'g'), (d, m) => [date('0', monthOf(m), d)]],
    [new RegExp(`\\b${monthName}\\.?,?\\s+(\\d{4})\\b`, 'g'), (m, y) => [date(y, monthOf(m))]],
    [new RegExp(`${monthName}\\.?\\s+(\\d{1,2})\\b`, 'g'), (m, d) => [date('0', monthOf(m), d)]],
    ...enClock,
    ...enParts,
    [
      new RegExp(
        `\\b(${en})\\s+(?:in|per)\\s+(?:a\\s+|every\\s+)?(ten\\s+thousand|thousand|hundred)\\b`,
        'gi',
      ),
      (number, whole) => [['percent', (readEnglish(number ?? '') * 100) / readEnglish(whole ?? '')]],
    ],
    [
      new RegExp(`(${en})\\s+(?:percentage\\s+|(basis\\s+))points?\\b`, 'gi'),
      (number, basis) => [['percent', readEnglish(number ?? '') * (basis ? 0.01 : 1)]],
    ],
    [
      new RegExp(`(${en})\\s*(?:\\((${en})\\s*%?\\)\\s*)?(%|per\\s?cent|‰|per mille)`, 'gi'),
      (number, second, sign) =>
        [number, second].flatMap((one): Reading[] =>
          one ? [['percent', readEnglish(one) * (/^(%|per\s?cent)$/i.test(sign ?? '') ? 1 : 0.1)]] : [],
        ),
    ],
    [
      new RegExp(`(${anyCurrency})\\s*(${en})|\\b(${en})\\s*(?:\\(${en}\\)\\s*)?(${anyCurrency})`, 'gi'),
      (prefix, first, second, suffix) => [money(prefix ?? suffix, readEnglish(first ?? second ?? ''))],
    ],
    [
      new RegExp(
        `\\b(${en})(?:\\s*\\((${en})\\))?[\\s-]*(?:calendar\\s+)?(working|business|day|week|month|year|quarter|hour)(?:[\\s-]+days?|s)?\\b`,
        'gi',
      ),
      (number, second, unit) =>
        [number, second].flatMap((one) =>
          one ? [span(readEnglish(one), (unit ?? '').toLowerCase().replace('business', 'working'))] : [],
        ),
    ],
    [new RegExp(`\\b(${englishOrdinal})\\b`, 'gi'), (word) => [['loose', readOrdinal(word ?? '')]]],
    [/\ban?\b/gi, () => [['loose', 1]]],
    [/\bboth\b/gi, () => [['loose', 2]]],
    [
      /(\d[\d,]*(?:\.\d+)?(?:\s+(?:thousand|million|billion))?)/gi,
      (number) => [['number', readEnglish(number ?? '')]],
    ],
    [new RegExp(`\\b(${en})\\b`, 'gi'), (number) => [countReading(readEnglish(number ?? ''))]],
  ],
}

/** Reads the dates, percentages, amounts, periods and other numbers of a text, each once. */
export function readQuantities(text: string, side: Side): StatedNumbers {
  const statedNumbers: StatedNumbers = { quantities: [], looseNumbers: [] }
  let remainingText = text
  for (const [pattern, read] of rules[side]) {
    remainingText = remainingText.replace(pattern, (source: string, ...groups: (string | undefined)[]) => {
      const readings = read(...groups)
      for (const [kind, raw, other] of readings) {
        const value = Number(raw.toPrecision(12))
        if (kind === 'loose') statedNumbers.looseNumbers.push(value)
        else statedNumbers.quantities.push({ kind, value, source: source.trim(), ...(other && { other }) })
      }
      // A separator, which prevents later rules from reading the match again or joining the text around it.
      return readings.length ? '\u0000' : source
    })
  }
  return statedNumbers
}

const chineseFigures = (...words: (string | undefined)[]) =>
  words.map((one) => String(readChinese(one ?? '')))

function date(year = '', month = '', day = ''): Reading {
  return ['date', Number(year) * 10000 + Number(month) * 100 + Number(day)]
}

/** Reads a date as day-month and as month-day, and returns the possible reading or both. */
function eitherDate(one = '', other = '', year = ''): Reading {
  const dayFirst = date(year, other, one)
  const monthFirst = date(year, one, other)
  if (Number(other) > 12) return monthFirst
  if (Number(one) > 12 || one === other) return dayFirst
  return ['date', dayFirst[1], monthFirst[1]]
}

const fraction = (part: number, whole: number): Reading => ['fraction', part / whole]

/** The number one may be only an article or a pronoun. */
const countReading = (count: number): Reading => [count > 1 ? 'number' : 'loose', count]

function monthOf(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()))
}

function money(name = '', value: number): Reading {
  return [`money ${codes.get(name.toLowerCase())}`, value]
}

function chineseMoney(currency?: string, number = '', jiao?: string, fen?: string): Reading {
  return money(currency, readChinese(number) + minorUnits(jiao, 0.1) + minorUnits(fen, 0.01))
}

function minorUnits(number: string | undefined, part: number): number {
  return number ? readChinese(number) * part : 0
}

function span(count: number, unit = ''): Reading {
  const [kind, factor] = unitsOfTime[unit] ?? ['', 1]
  if (kind === 'hour' && count % 24 === 0) return ['day', count / 24]
  return [kind, count * factor]
}
