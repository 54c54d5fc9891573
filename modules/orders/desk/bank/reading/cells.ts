import { type Money, readDecimal } from '#src/core/money.ts'

const LEADING_MARKS = /^[\s`'=]+/
const DASHES = /^[-–—/]*$/

/**
 * The text of a cell, without padding, a backtick or apostrophe before it, and `="…"`; '' for - or -------.
 */
export function cellText(raw: string | undefined): string {
  const text = (raw ?? '').replaceAll('\u200b', '').replace(LEADING_MARKS, '').trimEnd()
  const unquoted = /^"(.*)"$/s.exec(text)?.[1]?.trim() ?? text
  return DASHES.test(unquoted) ? '' : unquoted
}

export interface ReadAmount {
  amount: Money
  /** The sign before the amount, if there is one. */
  sign: '' | '+' | '-'
}

/** Reads 1,234.50, +299.00, -5, ¥88, 88元 or (5.00), also with full-width digits; null for any other text. */
export function readAmount(text: string): ReadAmount | null {
  const plainText = text
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replace(/\s|cny|rmb|人民币|元$/gi, '')
  const bracketed = /^\(([^()-]*)\)$/.exec(plainText)?.[1]
  const [, sign = '', digits = ''] = bracketed
    ? ['', '-', bracketed]
    : (/^([+-]?)(.*)$/.exec(plainText) ?? [])
  // Removes zeros after the second decimal, which spreadsheets write.
  const amount = readDecimal(digits.replace(/(\.\d\d)0+$/, '$1'))
  if (amount === null) return null
  const negative = sign === '-' || amount < 0n
  const size = amount < 0n ? -amount : amount
  return { amount: negative ? -size : size, sign: negative ? '-' : (sign as '' | '+') }
}

const CREDIT_WORDS = /^(贷|收|来账|转入|存入|入账|进账|c|cr|credit|in|\+)/
const DEBIT_WORDS = /^(借|支|付|往账|转出|支取|出账|d|dr|debit|out|-)/

/** The direction of the money according to a mark such as 贷, 贷 Cr, 来账 or D; null for any other text. */
export function readDirection(text: string): 'in' | 'out' | null {
  const plainText = text.normalize('NFKC').trim().toLowerCase()
  if (/^[a-z]+$/.test(plainText) && !/^(c|cr|credit|in|d|dr|debit|out)$/.test(plainText)) return null
  if (CREDIT_WORDS.test(plainText)) return 'in'
  return DEBIT_WORDS.test(plainText) ? 'out' : null
}

/** Whether a currency is the yuan, for which banks also write 01 or 156. */
export const isYuan = (text: string) =>
  /^(cny|rmb|人民币|人民币元|元|01|156)?$/i.test(text.normalize('NFKC').split(/[([]/)[0]!.trim())

/** The name of a payer, without an account number after it. */
export function payerName(text: string): string {
  let end = text.length
  while (end > 0 && /[\d*\s]/.test(text[end - 1]!)) end--
  const name = text.slice(0, end).trim()
  return name && text.length - end >= 8 ? name : text
}

/** The bank's reference; '' for a row of zeros, and for a number that a spreadsheet has rounded. */
export const referenceText = (text: string) =>
  /^0+$/.test(text) || /^\d(\.\d+)?e\+?\d+$/i.test(text) ? '' : text
