import * as v from 'valibot'
import { isId } from '#src/core/ids.ts'
import { type FormResult, readValues, type Values } from '#src/http/body.ts'
import { AmountField } from '../desk/bank/confirm-transfer.ts'
import { Reason } from '../desk/forms.ts'
import type { OrderRefund } from './refund-order.ts'

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

/**
 * The form for a refund of money that settled no order; the reference is the bank's if the money is
 * transferred manually.
 */
export const PaymentRefundForm = v.object({
  amount: AmountField,
  reference: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(100, 'common.problem.tooLong')),
  reason: Reason,
  key: v.fallback(v.pipe(v.string(), v.check(isId)), ''),
})

const CommonFields = {
  amount: AmountField,
  reason: Reason,
  uses: v.pipe(
    v.optional(v.string(), '0'),
    v.trim(),
    v.regex(/^\d{1,6}$/, 'common.problem.format'),
    v.transform(Number),
  ),
  plan: v.optional(v.picklist(['ends', 'stays'], 'common.problem.selected'), 'stays'),
  key: v.pipe(v.string(), v.check(isId)),
}

const GatewayForm = v.object(CommonFields)

const TransferFields = v.object({
  ...CommonFields,
  holder: requiredText(120),
  account: v.pipe(
    requiredText(60),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(/^[\dA-Za-z-]{5,40}$/, 'common.problem.format'),
  ),
  bank: requiredText(120),
})

/** Reads the form of a refund; without a payment service, it also contains the account for the transfer. */
export function readRefund(values: Values, orderId: string, byTransfer: boolean): FormResult<OrderRefund> {
  const form = readValues(byTransfer ? TransferFields : GatewayForm, Object.entries(values))
  if (!form.ok) return form
  const output = form.output as v.InferOutput<typeof TransferFields>
  const { amount, reason, uses, plan, key, holder, account: number, bank } = output
  const payee = byTransfer ? { holder, number, bank } : null
  const refund = { orderId, amount: String(amount), reason, uses, endsPlan: plan === 'ends', payee, key }
  return { ...form, output: refund }
}
