import type { Fault } from '#views/faults.ts'
import { call, faultOf, isBlocking, reportFault } from '#views/scripts/requests/call.ts'

type Fields = Record<string, unknown>

/** The envelope of every JSON response. */
export interface Answer<T = unknown> {
  success: boolean
  model: T
  errorCode: string | null
  errorMsg: string | null
}

/** Sends the fields that are neither null nor undefined, as JSON or as a form. */
export function send(
  fetcher: typeof fetch,
  method: 'POST' | 'PUT',
  path: string,
  fields: Fields,
  encoding: 'json' | 'form' = 'json',
): Promise<Response> {
  const sentFields = Object.entries(fields).filter(([, value]) => value != null)
  if (encoding === 'form')
    return call(path, { method, body: new URLSearchParams(sentFields as [string, string][]) }, fetcher)
  const headers = { 'content-type': 'application/json' }
  return call(
    path,
    { method, headers, body: JSON.stringify(Object.fromEntries(sentFields)) },
    fetcher,
    signedFields(sentFields),
  )
}

/**
 * The fields in the form that the signature of a request covers. URLSearchParams replaces lone surrogates.
 */
const signedFields = (fields: [string, unknown][]) =>
  new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const FAULT_BY_ERROR: Record<string, Fault> = {
  TimeoutError: 'REQUEST_TIMEOUT',
  AbortError: 'REQUEST_CANCELED',
}

/** The fault for an error that `fetch` has thrown. */
export const faultOfError = (error: unknown): Fault => FAULT_BY_ERROR[(error as Error).name] ?? 'OTHER'

/**
 * The envelope of the response to a call; null after a fault, which is reported to the page around the
 * island. A `quiet` call runs in the background: only a lost session and a blocked account are reported.
 */
export async function answerTo<T>(request: Promise<Response>, quiet = false): Promise<Answer<T> | null> {
  try {
    const response = await request
    const fault = faultOf(isLoggedOut(response) ? 401 : response.status)
    if (fault && (!quiet || isBlocking(fault))) reportFault(fault)
    if (fault) return null
    const answer: Answer<T> = await response.json()
    if (isBlocking(answer.errorCode)) reportFault(answer.errorCode)
    return answer
  } catch (error) {
    if (!quiet) reportFault(faultOfError(error))
    return null
  }
}

/** Whether the response says that there is no session: status 401, or a redirect to the login page. */
export function isLoggedOut(response: Response): boolean {
  return response.status === 401 || response.type === 'opaqueredirect'
}
