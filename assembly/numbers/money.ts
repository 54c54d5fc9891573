import type { Side } from '../answers.ts'
import type { Script } from '../script.ts'
import { englishNumber, grouped } from './numerals.ts'

export interface Money {
  /** In minor units (分, cents). */
  amount: number
  currency: string
}

const names: Record<string, [hans: string, hant: string]> = {
  CNY: ['人民币', '人民幣'],
  USD: ['美元', '美元'],
  EUR: ['欧元', '歐元'],
  GBP: ['英镑', '英鎊'],
  HKD: ['港元', '港元'],
  MOP: ['澳门元', '澳門元'],
  TWD: ['新台币', '新臺幣'],
  JPY: ['日元', '日元'],
  KRW: ['韩元', '韓元'],
  SGD: ['新加坡元', '新加坡元'],
  AUD: ['澳元', '澳元'],
  CAD: ['加元', '加元'],
  CHF: ['瑞士法郎', '瑞士法郎'],
}

/** The codes of the currencies that have a Chinese name and known minor units. */
export const currencies = Object.keys(names)

/** The number of minor units in a major unit: 100, or 1 for yen and won. */
export function minorPerMajor(currency: string): number {
  return currency === 'JPY' || currency === 'KRW' ? 1 : 100
}

/**
 * 大写金额 as banks require it: 人民币壹万贰仟元整. `minor` is a whole number of minor units, at most
 * Number.MAX_SAFE_INTEGER; anything else is a RangeError.
 */
export function daxie(minor: number, currency: string, script: Script = 'Hans'): string {
  const { sign, major, jiao, fen } = splitAmount(minor, currency)
  // 《正确填写票据和结算凭证的基本规定》: 整 is written after 元 and omitted after 角 and 分; 零 is written between 元 and 分 if
  // there is no 角. Where the rule makes a 零 optional (1,680.32; 107,000.53) it is omitted.
  const yuan = major || !(jiao || fen) ? `${major ? chineseWhole(major) : '零'}元` : ''
  let rest = '整'
  if (jiao || fen) {
    rest = jiao ? `${formal[jiao]}角` : yuan && '零'
    if (fen) rest += `${formal[fen]}分`
  }
  const text = sign + yuan + rest
  return currencyName(currency, script) + (script === 'Hant' ? inTraditional(text) : text)
}

/** zh: 人民币12,000.00元（大写：人民币壹万贰仟元整）; en: CNY 12,000.00, followed by the amount in words if `inWords`. */
export function formatMoney(value: Money, side: Side, script: Script = 'Hans', inWords = false): string {
  const figures = formatFigures(value)
  if (side === 'en')
    return `${value.currency} ${figures}${inWords ? ` (in words: ${englishSum(value)})` : ''}`
  const name = currencyName(value.currency, script)
  const isCurrencyOfChina = name.endsWith('币') || name.endsWith('幣')
  const amount = isCurrencyOfChina ? `${name}${figures}元` : `${figures}${name}`
  return `${amount}（${script === 'Hant' ? '大寫' : '大写'}：${daxie(value.amount, value.currency, script)}）`
}

const english: Record<string, string> = {
  CNY: 'Renminbi yuan',
  USD: 'US dollars',
  EUR: 'euros',
  GBP: 'pounds sterling',
  HKD: 'Hong Kong dollars',
  MOP: 'Macao patacas',
  TWD: 'New Taiwan dollars',
  JPY: 'Japanese yen',
  KRW: 'Korean won',
  SGD: 'Singapore dollars',
  AUD: 'Australian dollars',
  CAD: 'Canadian dollars',
  CHF: 'Swiss francs',
}

/** twelve thousand Renminbi yuan and 50/100 */
function englishSum({ amount, currency }: Money): string {
  const { sign, major, jiao, fen } = splitAmount(amount, currency)
  const minorPart = jiao || fen ? ` and ${jiao}${fen}/100` : ''
  return `${sign && 'minus '}${englishNumber(major)} ${english[currency] ?? currency}${minorPart}`
}

/** 12,000.00, without the currency. */
export function formatFigures(value: Money): string {
  const { sign, major, jiao, fen } = splitAmount(value.amount, value.currency)
  const minorPart = minorPerMajor(value.currency) === 1 ? '' : `.${jiao}${fen}`
  return `${sign && '-'}${grouped(major)}${minorPart}`
}

function splitAmount(minor: number, currency: string) {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a whole number of minor units: ${minor}`)
  const amount = Math.abs(minor)
  const minorUnits = minorPerMajor(currency)
  const rest = amount % minorUnits
  return {
    sign: minor < 0 ? '负' : '',
    major: (amount - rest) / minorUnits,
    jiao: Math.floor(rest / 10),
    fen: rest % 10,
  }
}

const formal = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const places = ['', '拾', '佰', '仟']

function chineseWhole(value: number): string {
  if (value >= 1e8) return chineseSection(value, 1e8, '亿')
  if (value >= 1e4) return chineseSection(value, 1e4, '万')
  return belowTenThousand(value)
}

function chineseSection(value: number, unit: number, name: string): string {
  const rest = value % unit
  const head = chineseWhole((value - rest) / unit) + name
  if (!rest) return head
  return head + (rest < unit / 10 ? '零' : '') + chineseWhole(rest)
}

function belowTenThousand(value: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const figure = Math.floor(value / 10 ** place) % 10
    if (figure) text += (gap && text ? '零' : '') + formal[figure] + places[place]
    gap = figure === 0
  }
  return text
}

/** The currency in the head of a column: 人民币元, 美元; CNY. */
export function currencyLabel(currency: string, side: Side, script: Script): string {
  if (side === 'en') return currency
  const name = currencyName(currency, script)
  return name.endsWith('币') || name.endsWith('幣') ? `${name}元` : name
}

function currencyName(currency: string, script: Script): string {
  return names[currency]?.[script === 'Hant' ? 1 : 0] ?? currency
}

const traditional: Record<string, string> = { 贰: '貳', 叁: '叄', 陆: '陸', 万: '萬', 亿: '億', 负: '負' }

function inTraditional(text: string): string {
  return text.replace(/[贰叁陆万亿负]/g, (character) => traditional[character] ?? character)
}
