import { MINUTE, SECOND } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import type { Order } from '../ordering/order.ts'
import type { MethodName } from '../schema.ts'

/** Milliseconds that a page waits for a gateway before it shows a message. */
export const GATEWAY_TIMEOUT = 2.5 * SECOND

/** The maximum size of a merchant bill in bytes, and the timeout for fetching it in milliseconds. */
export const MAX_BILL_BYTES = 8 * 1024 * 1024
export const BILL_TIMEOUT = MINUTE

/** The result if it arrives in time, otherwise undefined; the work continues. */
export async function withTimeout<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, GATEWAY_TIMEOUT)
  void work.catch((error) => log.warn({ event: 'gateway silent', error: String(error) }, 'gateway'))
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Begins a payment; throws PAYMENT_UNAVAILABLE if the gateway is unavailable, slow or refuses. */
export async function beginPayment<T>(
  { id, method }: Pick<Order, 'id' | 'method'>,
  work: Promise<T>,
): Promise<T> {
  const payment = await withTimeout(work).catch(() => undefined)
  if (payment !== undefined) return payment
  log.warn({ event: 'payment not begun', method, order: id }, 'gateway')
  throw new AppError('PAYMENT_UNAVAILABLE')
}

/** The error when a gateway understood the request and refused it, with the gateway's code. */
export class GatewayRefused extends Error {
  readonly code: string
  constructor(method: MethodName, code: string) {
    super(`${method} answered ${code}`)
    this.code = code
  }
}

const TEMPORARY_ERRORS = /SYSTEM_?ERROR|FREQUEN|RATE_?LIMIT|RETRY|INTERNAL|^(401|429|5\d\d)$/

/** The code of a permanent refusal; undefined if the gateway does not answer, is busy or fails. */
export const refusedForGood = (error: unknown): string | undefined =>
  error instanceof GatewayRefused && !TEMPORARY_ERRORS.test(error.code) ? error.code : undefined

/** Whether this is canonical base64; decoders also accept other forms. */
export const isBase64 = (text: string) =>
  text !== '' && Buffer.from(text, 'base64').toString('base64') === text
