import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { DAY, MINUTE, now } from '#src/core/clock.ts'
import type { Callback, CallbackRequest } from '../remote/service.ts'
import type { EsignSettings } from './settings.ts'

/**
 * Accepts old timestamps, because the service retries up to sixteen times with the timestamp of the first
 * delivery. A replayed callback does no harm: it only causes another query.
 */
const MAX_AGE = DAY
const MAX_CLOCK_LEAD = 15 * MINUTE

/** The service accepts any 2xx response whose body has no spaces. */
export const ACKNOWLEDGEMENT = {
  status: 200 as const,
  contentType: 'application/json',
  body: '{"code":"200","msg":"success"}',
}

const SIGNING_ACTIONS = ['SIGN_MISSON_COMPLETE', 'SIGN_FLOW_COMPLETE', 'SIGN_FLOW_EXPIRE']
const AUTHORISATION_ACTIONS = ['AUTH_PASS', 'AUTHORIZE_FINISH']

const Body = v.object({
  action: v.string(),
  signFlowId: v.nullish(v.string()),
  authFlowId: v.nullish(v.string()),
})

export function readCallback(settings: EsignSettings, request: CallbackRequest): Callback | null {
  const { headers, body } = request
  const timestamp = headers['x-tsign-open-timestamp'] ?? ''
  const algorithm = headers['x-tsign-open-signature-algorithm'] ?? 'hmac-sha256'
  if (headers['x-tsign-open-app-id'] !== settings.appId || algorithm.toLowerCase() !== 'hmac-sha256')
    return null
  if (!isRecent(timestamp) || !isSigned(settings.appSecret, timestamp, request)) return null
  // All deliveries of an event have the same body, which contains the time of the first delivery.
  return { key: createHash('sha256').update(body).digest('hex'), about: aboutOf(body) }
}

function isRecent(timestamp: string): boolean {
  if (!/^\d{13}$/.test(timestamp)) return false
  const age = now().getTime() - Number(timestamp)
  return age <= MAX_AGE && age >= -MAX_CLOCK_LEAD
}

/**
 * Whether the header has the right signature: the HMAC-SHA256, in lowercase hex, of the timestamp, the
 * values of the query in the order of their keys, and the raw body.
 */
function isSigned(secret: string, timestamp: string, { headers, query, body }: CallbackRequest): boolean {
  const values = Object.keys(query)
    .sort()
    .map((key) => query[key])
  const hmac = createHmac('sha256', secret).update(timestamp + values.join(''))
  const expected = Buffer.from(hmac.update(body).digest('hex'))
  const received = Buffer.from(headers['x-tsign-open-signature'] ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function aboutOf(body: Uint8Array): Callback['about'] {
  const event = v.safeParse(Body, jsonOf(body))
  if (!event.success) return { kind: 'other' }
  const { action, signFlowId, authFlowId } = event.output
  if (SIGNING_ACTIONS.includes(action) && signFlowId) return { kind: 'signing', remoteId: signFlowId }
  if (AUTHORISATION_ACTIONS.includes(action) && authFlowId) return { kind: 'authorisation', flow: authFlowId }
  return { kind: 'other' }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
