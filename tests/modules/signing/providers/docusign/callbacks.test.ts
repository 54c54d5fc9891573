import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import { readJwt } from '#modules/signing/providers/docusign/jwt.ts'
import type { CallbackRequest, RemoteService } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, HOUR, now, setClock } from '#src/core/clock.ts'
import { deliveryOf, HMAC_KEYS, signaturesOf, tokenOf } from '#tests/stubs/docusign/connect.ts'
import type { DocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { startServer } from '#tests/stubs/services/server.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { orderFor, requestOf, signatory, startConsented } from './order.ts'

let stub: DocusignStub
let service: RemoteService

async function open(options: Parameters<typeof startConsented>[0] = {}) {
  stub?.stop()
  stub = await startConsented(options)
  service = docusign(stub.settings)
}

beforeEach(() => open())

afterEach(() => {
  setClock(null)
  stub.stop()
})

const url = 'https://app.example/callbacks/docusign'
const ENVELOPE = '93be49ab-afa0-4adf-933c-f752070d71ec'
const eventOf = (changes = {}) => ({ event: 'envelope-completed', envelopeId: ENVELOPE, ...changes })
const requestFor = (changes = {}, retryCount = 0): CallbackRequest =>
  requestOf(deliveryOf(eventOf(changes), { url, hasToken: false }, retryCount))

test('every change of an envelope sends a callback, readable in any order', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await service.start(id)
  await stub.signAs(id, a.id)
  await stub.signAs(id, b.id)
  expect(stub.callbacks).toHaveLength(5)
  const read = stub.callbacks.toReversed().map((one) => service.readCallback(requestOf(one)))
  expect(read.map((one) => one?.about)).toEqual(Array(5).fill({ kind: 'signing', remoteId: id }))
  expect(new Set(read.map((one) => one?.key)).size).toBe(5)
})

test('a callback is repeated until it is acknowledged, and remains the same event', async () => {
  const keys: (string | undefined)[] = []
  const listener = await startServer(({ headers, body }) => {
    const names = headers as Record<string, string>
    keys.push(service.readCallback({ headers: names, query: {}, body })?.key)
    const { status, contentType, body: text } = service.acknowledgement
    if (keys.length < 4) return { status: 503, body: '' }
    return { status, headers: { 'content-type': contentType }, body: text }
  })
  const callbackUrl = `${listener.url}/callbacks/docusign`
  await service.start(await service.draft(await orderFor([signatory()], { callbackUrl })))
  expect(await stub.deliverUntilAcknowledged(0)).toBe(4)
  expect(keys).toHaveLength(4)
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
  stub.addCallback({ event: 'click-agreed' }, callbackUrl)
  expect((await stub.deliver(1)).status).toBe(200)
  expect(service.readCallback(requestOf(stub.callbacks[1]!))?.about).toEqual({ kind: 'other' })
  listener.stop()
})

test('declining and expiry are announced', async () => {
  const one = signatory()
  const [first, second] = [
    await service.draft(await orderFor([one])),
    await service.draft(await orderFor([one])),
  ]
  await service.start(first)
  await stub.declineAs(first, one.id, 'no')
  await service.start(second)
  await stub.expire(second)
  const events = stub.callbacks.map(({ body }) => JSON.parse(Buffer.from(body).toString()).event)
  expect(events).toEqual([
    'recipient-sent',
    'recipient-declined',
    'envelope-declined',
    'recipient-sent',
    'envelope-voided',
  ])
})

test('deliveries of one event share a key, different events have different keys', () => {
  const at = fromNow(-HOUR)
  const key = (changes = {}, retryCount = 0) =>
    service.readCallback(requestFor({ at, ...changes }, retryCount))?.key
  expect(key()).toBeTruthy()
  expect(key({}, 7)).toBe(key())
  expect(key({ at: fromNow(-2 * HOUR) })).not.toBe(key())
  expect(key({ event: 'envelope-voided' })).not.toBe(key())
  expect(key({ recipientId: '2' })).not.toBe(key({ recipientId: '1' }))
})

test('an unknown event is acknowledged without effect', () => {
  const read = (changes: object) => service.readCallback(requestFor(changes))?.about
  expect(read({ event: 'template-created' })).toEqual({ kind: 'other' })
  expect(read({ event: 'envelope-teleported' })).toEqual({ kind: 'signing', remoteId: ENVELOPE })
  expect(read({ event: 'envelope-sent', envelopeId: undefined })).toEqual({ kind: 'other' })
  const body = Buffer.from('<xml/>')
  const xml = service.readCallback(requestOf({ url, headers: signaturesOf(body, HMAC_KEYS), body }))
  expect(xml?.about).toEqual({ kind: 'other' })
  expect(service.acknowledgement.status).toBe(200)
})

test('a message for another account, from long ago or from the future is rejected', () => {
  const accountId = '11111111-204a-4bc2-8ab1-143885c1e4b1'
  expect(service.readCallback(requestFor({ accountId }))).toBeNull()
  expect(service.readCallback(requestFor({ at: fromNow(-31 * DAY) }))).toBeNull()
  expect(service.readCallback(requestFor({ at: fromNow(2 * HOUR) }))).toBeNull()
  expect(service.readCallback(requestFor({ at: fromNow(-29 * DAY) }))).not.toBeNull()
})

test('one signature by any of our keys among a hundred suffices', () => {
  const { body } = requestFor()
  const keys = [...Array.from({ length: 99 }, (_, index) => `key ${index}`), HMAC_KEYS[1]!]
  expect(service.readCallback(requestOf({ url, headers: signaturesOf(body, keys), body }))).not.toBeNull()
  const two = docusign({ ...stub.settings, hmacKeys: ['older key', 'newer key'] })
  const headers = signaturesOf(body, ['newer key'])
  expect(two.readCallback(requestOf({ url, headers, body }))).not.toBeNull()
  expect(service.readCallback(requestOf({ url, headers, body }))).toBeNull()
  expect(service.readCallback(requestOf({ url, headers: {}, body }))).toBeNull()
})

test('the signature is the HMAC of RFC 4231, in base64', () => {
  const body = Buffer.from('what do ya want for nothing?')
  const published = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex')
  const headers = { 'x-docusign-signature-1': published.toString('base64') }
  const jefe = docusign({ ...stub.settings, hmacKeys: ['Jefe'] })
  expect(jefe.readCallback(requestOf({ url, headers, body }))).not.toBeNull()
})

test('500 forged callbacks are refused and 100 genuine ones are accepted', () => {
  const seed = drawSeed()
  const { below, pick } = seeded(seed)
  const flip = (bytes: Uint8Array) => {
    const copy = Buffer.from(bytes)
    copy[below(copy.length)]! ^= 1 << below(8)
    return copy
  }
  const at = () => fromNow(-below(29 * 24) * HOUR)
  const forgeries: ((genuine: CallbackRequest) => CallbackRequest)[] = [
    (genuine) => ({ ...genuine, body: flip(genuine.body) }),
    (genuine) => ({ ...genuine, body: genuine.body.subarray(0, below(genuine.body.length - 1) + 1) }),
    (genuine) => ({ ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) }),
    (genuine) => {
      const mutated = Object.entries(genuine.headers).map(([name, value]) => {
        const isSignature = name.startsWith('x-docusign')
        return [name, isSignature ? flip(Buffer.from(value)).toString('latin1') : value]
      })
      return { ...genuine, headers: Object.fromEntries(mutated) }
    },
    ({ body }) => requestOf({ url, headers: signaturesOf(body, ['another key']), body }),
    ({ body }) => {
      const digest = createHmac('sha256', HMAC_KEYS[1]!).update(body).digest('hex')
      return requestOf({ url, headers: { 'x-docusign-signature-1': digest }, body })
    },
    () => requestFor({ at: fromNow(-(31 + below(400)) * DAY) }),
    () => requestFor({ accountId: `${below(10 ** 8)}`.padStart(8, '0') + ENVELOPE.slice(8) }),
  ]
  const cut = (genuine: CallbackRequest) => {
    const forged = pick(forgeries)(genuine)
    return Buffer.compare(forged.body, genuine.body) === 0 && forged.headers === genuine.headers
      ? null
      : forged
  }
  let refused = 0
  while (refused < 500) {
    const forged = cut(requestFor({ at: at() }))
    if (!forged) continue
    expect([seed, refused, service.readCallback(forged)]).toEqual([seed, refused, null])
    refused += 1
  }
  for (let accepted = 0; accepted < 100; accepted += 1)
    expect([seed, service.readCallback(requestFor({ at: at() }, below(10)))?.about]).toEqual([
      seed,
      { kind: 'signing', remoteId: ENVELOPE },
    ])
})

describe('with "OAuth for Connect"', () => {
  beforeEach(() => open({ connectTokens: true }))

  const signed = (authorization: Record<string, string>) => {
    const { headers, body } = requestFor()
    return service.readCallback(requestOf({ url, headers: { ...headers, ...authorization }, body }))
  }

  test('a callback needs a token of our authorization server in addition to its signature', async () => {
    const id = await service.draft(await orderFor([signatory()]))
    await service.start(id)
    const [delivery] = stub.callbacks
    expect(delivery!.headers.authorization).toMatch(/^Bearer /)
    expect(service.readCallback(requestOf(delivery!))?.about).toEqual({ kind: 'signing', remoteId: id })
    expect(service.readCallback(requestOf(stub.forged(0)))).toBeNull()
    expect(signed(tokenOf({ aud: ['another', 'docusign-connect'] }))).not.toBeNull()
  })

  test('an expired or future token, or one of another person, is rejected', () => {
    const seconds = now().getTime() / 1000
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const [, claims, signature] = tokenOf({}).authorization!.split('.')
    for (const wrong of [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${none}.${claims}.` },
      { authorization: `Bearer ${none}.${claims}.${signature}` },
      tokenOf({ exp: seconds - 1 }),
      tokenOf({ nbf: seconds + 60 }),
      tokenOf({ iss: 'https://login.evil.example' }),
      tokenOf({ aud: 'another' }),
      tokenOf({}, privateKey),
    ])
      expect([wrong, signed(wrong as Record<string, string>)]).toEqual([wrong, null])
  })
})

test('the JSON Web Token of RFC 7515, A.2, is verified', async () => {
  const { createPublicKey } = await import('node:crypto')
  const n =
    'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ'
  const key = createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' })
  const token =
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw'
  expect(readJwt(token, key)).toEqual({ iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true })
  expect(readJwt(token.replace('.eyJpc3M', '.eyJpc3N'), key)).toBeNull()
})
