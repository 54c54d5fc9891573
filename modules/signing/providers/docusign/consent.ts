import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY, now } from '#src/core/clock.ts'
import { SCOPE } from './session.ts'
import type { DocusignSettings } from './settings.ts'

/** How long a browser may take from our page to DocuSign and back. */
export const CONSENT_PERIOD = DAY

/**
 * A new attempt to obtain consent: the time, random bytes and our authentication code, so that no one else
 * can make one. Sent as the `state` of OAuth.
 */
export function newFlow(settings: DocusignSettings): string {
  const content = `${now().getTime().toString(36)}.${randomBytes(18).toString('base64url')}`
  return `${content}.${markOf(content, settings)}`
}

/** When an attempt began; null if we did not make the flow. */
export function startOf(flow: string, settings: DocusignSettings): Date | null {
  const [time, random, mark, ...rest] = flow.split('.')
  if (!time || !random || !mark || rest.length > 0) return null
  const expected = Buffer.from(markOf(`${time}.${random}`, settings))
  const received = Buffer.from(mark)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  return new Date(Number.parseInt(time, 36))
}

function markOf(content: string, { privateKey, integrationKey }: DocusignSettings): string {
  const secret = createHash('sha256')
    .update(privateKey.export({ type: 'pkcs8', format: 'der' }))
    .digest()
  const key = hkdfSync('sha256', secret, integrationKey, 'docusign consent', 32)
  return createHmac('sha256', Buffer.from(key)).update(content).digest('base64url')
}

/** DocuSign's consent page; `returnUrl` must be registered there in exactly this form. */
export function consentUrl(settings: DocusignSettings, flow: string, returnUrl: string): string {
  const url = new URL('/oauth/auth', settings.authBase)
  url.search = new URLSearchParams({
    response_type: 'code',
    scope: SCOPE,
    client_id: settings.integrationKey,
    redirect_uri: returnUrl,
    state: flow,
  }).toString()
  return url.href
}
