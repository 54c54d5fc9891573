import { AppError } from '#src/core/errors.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import type { MethodName } from '../schema.ts'
import { alipay } from './alipay/alipay.ts'
import { bank } from './bank/bank.ts'
import type { PaymentMethod } from './payment-method.ts'
import { paypal } from './paypal/paypal.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { wechat } from './wechat/wechat.ts'

/** Every way to pay, in the order in which they are offered. */
export const METHODS_OF: readonly PaymentMethod[] = [bank, alipay, wechat, paypal, sandbox]

/** What readers of this language can pay by. */
export const offeredMethods = (locale: Locale) => METHODS_OF.filter((method) => method.offered(locale))

export const methodNamed = (name: MethodName) => METHODS_OF.find((method) => method.name === name)

/** Throws PAYMENT_UNAVAILABLE for a method that is not to be had here. */
export function requireMethod(name: MethodName): PaymentMethod {
  const method = methodNamed(name)
  if (!method || !LOCALES.some((locale) => method.offered(locale))) throw new AppError('PAYMENT_UNAVAILABLE')
  return method
}
