import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { DAY, HOUR, now } from '#src/core/clock.ts'
import type { Callback, CallbackRequest } from '../remote/service.ts'
import { CONSENT_PERIOD, startOf } from './consent.ts'
import { readJwt } from './jwt.ts'
import type { ConnectTokens, DocusignSettings } from './settings.ts'

/** Connect repeats a delivery for days; no genuine delivery is older. */
const MAX_AGE = 30 * DAY
/** Maximum time by which DocuSign's clock may be ahead of ours. */
const MAX_CLOCK_LEAD = HOUR

/** A request has up to one hundred of these headers, one for each active key. */
const SIGNATURE = /^x-docusign-signature-\d{1,3}$/

const Message = v.object({
  event: v.string(),
  configurationId: v.optional(v.unknown()),
  generatedDateTime: v.string(),
  data: v.object({
    accountId: v.string(),
    envelopeId: v.optional(v.string()),
    recipientId: v.optional(v.unknown()),
  }),
})

/** An event of Connect, or the return of a browser from the consent page; null for any other request. */
export function readCallback(request: CallbackRequest, settings: DocusignSettings): Callback | null {
  if (request.body.length === 0 && request.query.state) return readConsentReturn(request.query, settings)
  if (!isSigned(request, settings.hmacKeys)) return null
  if (settings.connectTokens && !hasToken(request, settings.connectTokens)) return null
  return readEvent(request.body, settings)
}

function readConsentReturn(
  { state: flow = '', code = '', error = '' }: Record<string, string>,
  settings: DocusignSettings,
) {
  const start = startOf(flow, settings)
  if (!start || isOutside(start, CONSENT_PERIOD, MAX_CLOCK_LEAD)) return null
  return { key: hashOf(flow, code, error), about: { kind: 'authorisation' as const, flow } }
}

const isOutside = (date: Date, oldest: number, maxLead: number) => {
  const age = now().getTime() - date.getTime()
  return !(age <= oldest && age >= -maxLead)
}

/** Whether one of the keys made one of the signatures over the received body. */
function isSigned({ headers, body }: CallbackRequest, keys: string[]): boolean {
  const signatures = Object.entries(headers).flatMap(([name, value]) =>
    SIGNATURE.test(name) ? [Buffer.from(value)] : [],
  )
  const expected = keys.map((key) => Buffer.from(createHmac('sha256', key).update(body).digest('base64')))
  return signatures
    .slice(0, 100)
    .some((one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other)))
}

const Claims = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  exp: v.number(),
  nbf: v.optional(v.number(), 0),
})

/** "OAuth for Connect": DocuSign sends a token that our authorization server issued to it. */
function hasToken({ headers }: CallbackRequest, { issuer, audience, publicKey }: ConnectTokens): boolean {
  const token = /^Bearer ([\w.-]{1,8192})$/i.exec(headers.authorization ?? '')?.[1]
  const claims = v.safeParse(Claims, token && readJwt(token, publicKey))
  if (!claims.success) return false
  const { iss, aud, exp, nbf } = claims.output
  const seconds = now().getTime() / 1000
  return iss === issuer && [aud].flat().includes(audience) && seconds < exp && seconds >= nbf
}

function readEvent(body: Uint8Array, { accountId }: DocusignSettings): Callback | null {
  const text = Buffer.from(body).toString('utf8')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Message), text)
  if (!parsed.success) return { key: hashOf(text), about: { kind: 'other' } }
  const { event, configurationId, generatedDateTime, data } = parsed.output
  if (data.accountId.toLowerCase() !== accountId.toLowerCase()) return null
  if (isOutside(new Date(generatedDateTime), MAX_AGE, MAX_CLOCK_LEAD)) return null
  // The whole body cannot serve as key, because a repeated delivery has another retryCount.
  const key = hashOf(event, generatedDateTime, configurationId, data.envelopeId, data.recipientId)
  const isOfSigning = event.startsWith('envelope-') || event.startsWith('recipient-')
  if (!isOfSigning || !data.envelopeId) return { key, about: { kind: 'other' } }
  return { key, about: { kind: 'signing', remoteId: data.envelopeId.toLowerCase() } }
}

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
