import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { CURRENCIES } from '#src/core/money.ts'
import { type PackageTable, PERIODS } from '../../schema.ts'
import { Amount } from '../bank/confirm-transfer.ts'
import { Reason } from '../forms.ts'

/** What staff can change of a package; its place among the others is the product's own. */
export const NUMBERS = ['seats', 'documents_1', 'documents_2', 'esigns', 'storage'] as const
export const PROMISES = ['chat_support', 'automated_user', 'single_esign', 'upload'] as const
export const SUPPORTS = ['email', 'phone', 'personal'] as const
export const CONTENTS = [...NUMBERS, ...PROMISES, 'technical_support'] as const

export type Contents = Pick<PackageTable, (typeof CONTENTS)[number]>

const MB = 1024 * 1024

/** A whole number, or none where it is agreed by contact. */
const number = (most: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.regex(/^\d{0,9}$/, 'common.problem.format'),
    v.check((typed) => Number(typed) <= most, 'desk.problem.tooMuch'),
    v.transform((typed) => (typed === '' ? null : Number(typed))),
  )

const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((typed) => typed === 'yes'),
)

export const PackageForm = v.object({
  ...{ seats: number(10_000), documents_1: number(100_000), documents_2: number(100_000) },
  esigns: number(100_000),
  storage: v.pipe(
    number(10_000_000),
    v.transform((size) => (size === null ? null : size * MB)),
  ),
  ...{ chat_support: ticked, automated_user: ticked, single_esign: ticked, upload: ticked },
  technical_support: v.picklist(SUPPORTS, 'common.problem.selected'),
  reason: Reason,
})

/** What is wrong with a package that is sold and lacks a number, by field. */
export function missingNumbers(code: PackageTable['code'], values: Record<string, string>) {
  if (code === 'customised') return {}
  const missing = NUMBERS.filter((name) => !(values[name] ?? '').trim())
  return Object.fromEntries(missing.map((name) => [name, 'common.problem.required']))
}

/** yyyy-MM-ddTHH:mm as browsers write it, by Shanghai's clock. */
const moment = (typed: string) => new Date(`${typed}:00+08:00`)
const isMoment = (typed: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) && !Number.isNaN(moment(typed).getTime())

export const PriceForm = v.object({
  period: v.picklist(['once', ...PERIODS], 'common.problem.selected'),
  currency: v.picklist(CURRENCIES, 'common.problem.selected'),
  amount: Amount,
  /** None for at once. */
  from: v.pipe(
    v.optional(v.string(), ''),
    v.check((typed) => typed === '' || isMoment(typed), 'common.problem.format'),
    v.check((typed) => !isMoment(typed) || moment(typed) > now(), 'desk.problem.past'),
    v.transform((typed) => (typed === '' ? null : moment(typed))),
  ),
  priceReason: Reason,
})

export type NewPrice = v.InferOutput<typeof PriceForm>

/** A package's own values as its form shows them. */
export const valuesOf = (offer: PackageTable): Record<string, string> => ({
  ...Object.fromEntries(NUMBERS.map((name) => [name, offer[name] === null ? '' : String(offer[name])])),
  storage: offer.storage === null ? '' : String(offer.storage / MB),
  ...Object.fromEntries(PROMISES.map((name) => [name, offer[name] ? 'yes' : ''])),
  technical_support: offer.technical_support,
})
