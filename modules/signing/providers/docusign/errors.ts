import { ProviderError, type ProviderErrorKind } from '../remote/provider-error.ts'

/** Error codes that need the operator's attention. */
const MISCONFIGURED = new Set([
  'ACCOUNT_DOES_NOT_EXIST',
  'ACCOUNT_HAS_BEEN_SUSPENDED',
  'ACCOUNT_LACKS_PERMISSIONS',
  'ACCOUNT_NOT_AUTHORIZED_FOR_ENVELOPE',
  'ENVELOPE_ALLOWANCE_EXCEEDED',
  'ENVELOPE_SEND_LIMIT_EXCEEDED',
  'INTEGRATOR_KEY_NOT_SPECIFIED',
  'INVALID_USERID',
  'PARTNER_AUTHENTICATION_FAILED',
  'PLAN_ITEM_NOT_ENABLED_FOR_SPECIFIED_ACCOUNT',
  'RECIPIENT_LIMIT_EXCEEDED',
  'TRIAL_ACCOUNT_EXPIRED',
  'USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT',
  'USER_LACKS_PERMISSIONS',
])

const NOT_READY = new Set(['EDIT_LOCK_ENVELOPE_ALREADY_LOCKED', 'RECIPIENT_NOT_IN_SEQUENCE'])

const TEMPORARY = new Set(['INTERNAL_SERVER_ERROR', 'UNSPECIFIED_ERROR'])

/** Calls are limited per hour and per 30 seconds; some accounts still answer 400 instead of 429. */
const TOO_MANY_CALLS = /^(HOURLY|BURST)_.+_LIMIT_EXCEEDED$/

export function kindOf(status: number, code: string): ProviderErrorKind {
  const name = code.toUpperCase()
  if (MISCONFIGURED.has(name)) return 'misconfigured'
  if (NOT_READY.has(name)) return 'not-ready'
  if (status === 429 || status >= 500 || TOO_MANY_CALLS.test(name) || TEMPORARY.has(name))
    return 'unavailable'
  return status === 401 ? 'unauthorised' : 'refused'
}

export const unavailable = (code: string, message: string, cause?: unknown) =>
  new ProviderError('unavailable', code, message, { cause })

export const refused = (code: string, message: string) => new ProviderError('refused', code, message)
