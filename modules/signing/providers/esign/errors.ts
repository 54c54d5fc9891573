import { ProviderError, type ProviderErrorKind } from '../remote/provider-error.ts'

/** Codes with their own meaning; other codes about the content of a call are refusals. */
const KINDS: Record<number, ProviderErrorKind> = {
  // The account is in token mode, which needs a call without our header for the signature mode.
  72000032: 'misconfigured',
  // No signings or reports are left in the package.
  1435403: 'misconfigured',
  1435404: 'misconfigured',
  1435405: 'misconfigured',
  1480201: 'misconfigured',
  1436116: 'unauthorised',
  // The file is not converted yet, or the signing is not complete.
  1437513: 'not-ready',
  1437518: 'not-ready',
  // A reminder was requested in the first half hour, or within ten minutes of the last reminder.
  1437137: 'not-ready',
  1437138: 'not-ready',
  // "Try again": no account was created, or no identification was started.
  1450901: 'unavailable',
  1450902: 'unavailable',
  1450905: 'unavailable',
}

/** The first digits of codes about files, signings, authorisations and reports. */
const FAMILIES = [1430, 1435, 1436, 1437, 1438, 1450, 1480]

function kindOf(code: number): ProviderErrorKind {
  const family = Math.floor(code / 1000)
  return KINDS[code] ?? (FAMILIES.includes(family) ? 'refused' : 'unavailable')
}

/** The error for a business code. */
export const businessError = (code: number, message: string) =>
  new ProviderError(kindOf(code), String(code), message)

/** An error of the gateway in front of the service. */
export function gatewayError(status: number, message: string): ProviderError {
  const isOurs = status === 401 || status === 403
  return new ProviderError(isOurs ? 'misconfigured' : 'unavailable', String(status), message)
}

export const unavailable = (code: string, message: string, cause?: unknown) =>
  new ProviderError('unavailable', code, message, { cause })

export const refused = (code: string, message: string) => new ProviderError('refused', code, message)
