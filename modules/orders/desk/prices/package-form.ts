import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { CURRENCIES } from '#src/core/money.ts'
import { AMOUNT_KEYS, MB, missingNumbers, NUMBER_FIELDS } from '../../packages/numbers.ts'
import { type PackageTable, PERIODS } from '../../schema.ts'
import { AmountField } from '../bank/confirm-transfer.ts'
import { Reason } from '../forms.ts'

export const FEATURES = ['chat_support', 'automated_user', 'single_esign', 'upload', 'brand'] as const
export const SUPPORTS = ['email', 'phone', 'personal'] as const
/** The columns that staff can change; the rank is fixed. */
export const CONTENTS = [...AMOUNT_KEYS, ...FEATURES, 'technical_support'] as const

export type Contents = Pick<PackageTable, (typeof CONTENTS)[number]>

const checkboxField = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === 'yes'),
)

export const PackageForm = v.object({
  ...NUMBER_FIELDS,
  chat_support: checkboxField,
  automated_user: checkboxField,
  single_esign: checkboxField,
  upload: checkboxField,
  brand: checkboxField,
  technical_support: v.picklist(SUPPORTS, 'common.problem.selected'),
  reason: Reason,
})

/** The problems of missing numbers, by field; none for a package whose numbers are agreed with each team. */
export const lackingNumbers = (code: PackageTable['code'], values: Record<string, string>) =>
  code === 'customised' ? {} : missingNumbers(values)

/** The time of a text yyyy-MM-ddTHH:mm, as browsers write it, in Shanghai's zone. */
const moment = (text: string) => new Date(`${text}:00+08:00`)
const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(moment(text).getTime())

export const PriceForm = v.object({
  period: v.picklist(['once', ...PERIODS], 'common.problem.selected'),
  currency: v.picklist(CURRENCIES, 'common.problem.selected'),
  amount: AmountField,
  /** The beginning; null for now. */
  from: v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text === '' || isMoment(text), 'common.problem.format'),
    v.check((text) => !isMoment(text) || moment(text) > now(), 'desk.problem.past'),
    v.transform((text) => (text === '' ? null : moment(text))),
  ),
  priceReason: Reason,
})

export type NewPrice = v.InferOutput<typeof PriceForm>

/** The current values of a package for its form. */
export const valuesOf = (offer: PackageTable): Record<string, string> => ({
  ...Object.fromEntries(AMOUNT_KEYS.map((name) => [name, offer[name] === null ? '' : String(offer[name])])),
  storage: offer.storage === null ? '' : String(offer.storage / MB),
  ...Object.fromEntries(FEATURES.map((name) => [name, offer[name] ? 'yes' : ''])),
  technical_support: offer.technical_support,
})
