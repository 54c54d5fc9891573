import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { CURRENCIES, type Money, readDecimal } from '#src/core/money.ts'
import { type FormResult, readValues } from '#src/http/body.ts'
import { Reason } from '../desk/forms.ts'
import { MONTHLY, SINGLES } from '../schema.ts'
import { foldCode } from './discount.ts'

/** The packages to which a coupon can be limited. */
export const COUPON_PACKAGES = [...SINGLES, ...MONTHLY] as const

const text = v.pipe(v.optional(v.string(), ''), v.trim())
const requiredText = v.pipe(text, v.nonEmpty('common.problem.required'))
const checkboxField = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === 'yes'),
)

/** The time of a text yyyy-MM-ddTHH:mm, as browsers write it, in Shanghai's zone. */
const moment = (text: string) => new Date(`${text}:00+08:00`)
const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(moment(text).getTime())
const Moment = v.pipe(
  text,
  v.check((text) => text === '' || isMoment(text), 'common.problem.format'),
  v.check((text) => !isMoment(text) || moment(text) > now(), 'desk.problem.past'),
  v.transform((text) => (text === '' ? null : moment(text))),
)

const Fields = v.object({
  code: v.pipe(
    requiredText,
    v.transform(foldCode),
    v.regex(/^[A-Z0-9][A-Z0-9-]{2,30}[A-Z0-9]$/, 'desk.coupons.problem.code'),
  ),
  by: v.picklist(['percent', ...CURRENCIES], 'common.problem.selected'),
  value: requiredText,
  ...Object.fromEntries(COUPON_PACKAGES.map((code) => [`for_${code}`, v.optional(v.string(), '')])),
  firstOnly: checkboxField,
  oncePerTeam: checkboxField,
  mostUses: v.pipe(
    text,
    v.regex(/^([1-9]\d{0,5})?$/, 'common.problem.wholeNumber'),
    v.transform((text) => (text ? Number(text) : null)),
  ),
  from: Moment,
  until: v.pipe(
    Moment,
    v.check((time) => time !== null, 'common.problem.required'),
    v.transform((time) => time!),
  ),
  reason: Reason,
})

export interface NewCoupon {
  code: string
  percent: number | null
  amount: Money | null
  currency: (typeof CURRENCIES)[number] | null
  packages: (typeof COUPON_PACKAGES)[number][]
  first_only: boolean
  once_per_team: boolean
  most_uses: number | null
  /** The beginning; null for now. */
  from_at: Date | null
  until_at: Date
}

export type CouponRequest = NewCoupon & { reason: string }

/** Reads the form of a new coupon. */
export function readCoupon(values: Record<string, string>): FormResult<CouponRequest> {
  const form = readValues(Fields, Object.entries(values))
  if (!form.ok) return form
  const { code, by, value, firstOnly, oncePerTeam, mostUses, from, until, reason } = form.output
  const worth = discountValueOf(by, value)
  if (!worth)
    return {
      ok: false,
      values: form.values,
      problems: { value: by === 'percent' ? 'desk.coupons.problem.percent' : 'desk.problem.amount' },
    }
  if (from && from >= until)
    return { ok: false, values: form.values, problems: { until: 'desk.coupons.problem.until' } }
  const packages = COUPON_PACKAGES.filter((one) => values[`for_${one}`] === 'yes')
  return {
    ...form,
    output: {
      code,
      ...worth,
      packages,
      first_only: firstOnly,
      once_per_team: oncePerTeam,
      most_uses: mostUses,
      from_at: from,
      until_at: until,
      reason,
    },
  }
}

type DiscountValue = Pick<NewCoupon, 'percent' | 'amount' | 'currency'>

function discountValueOf(by: 'percent' | (typeof CURRENCIES)[number], value: string): DiscountValue | null {
  if (by === 'percent') return /^[1-9]\d?$/.test(value) ? percentOff(value) : null
  const amount = readDecimal(value)
  return amount && amount > 0n ? { percent: null, amount, currency: by } : null
}

const percentOff = (text: string): DiscountValue => ({
  percent: Number(text),
  amount: null,
  currency: null,
})
