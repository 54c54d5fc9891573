import { AppError } from '#src/core/errors.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { tracedClient } from '#src/telemetry/spans.ts'
import type { MethodName } from '../schema.ts'
import { alipay } from './alipay/alipay.ts'
import { bank } from './bank/bank.ts'
import type { PaymentMethod } from './payment-method.ts'
import { paypal } from './paypal/paypal.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { wechat } from './wechat/wechat.ts'

const gateway = (method: PaymentMethod) =>
  tracedClient(method.name, withTracedAgreements(method), ['begin', 'query', 'close', 'refund', 'bill'])

const withTracedAgreements = ({ agreements, ...method }: PaymentMethod): PaymentMethod => ({
  ...method,
  ...(agreements && {
    agreements: tracedClient(method.name, agreements, ['begin', 'query', 'end', 'charge']),
  }),
})

/** All payment methods, in display order. */
export const METHODS_OF: readonly PaymentMethod[] = [bank, ...[alipay, wechat, paypal].map(gateway), sandbox]

/** The payment methods for readers of this language. */
export const offeredMethods = (locale: Locale) => METHODS_OF.filter((method) => method.isOffered(locale))

export const methodNamed = (name: MethodName) => METHODS_OF.find((method) => method.name === name)

const isOffered = (method: PaymentMethod) => LOCALES.some((locale) => method.isOffered(locale))

/**
 * The methods that orders of this installation can have: a service may have been offered before, but the
 * Sandbox exists in demos only.
 */
export const methodsOfOrders = (): MethodName[] =>
  METHODS_OF.filter((method) => method.name !== 'sandbox' || isOffered(method)).map(({ name }) => name)

/** The methods that are configured and whose merchant bills can be fetched. */
export const methodsWithBills = () => METHODS_OF.filter((method) => method.bill && isOffered(method))

/** The configured methods that charge without an action of the payer. */
export const methodsWithAgreements = () =>
  METHODS_OF.filter((method) => method.agreements && isOffered(method))

/** Throws PAYMENT_UNAVAILABLE for a method that is not configured. */
export function requireMethod(name: MethodName): PaymentMethod {
  const method = methodNamed(name)
  if (!method || !isOffered(method)) throw new AppError('PAYMENT_UNAVAILABLE')
  return method
}
