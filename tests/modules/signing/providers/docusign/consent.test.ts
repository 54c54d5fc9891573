import { afterEach, beforeEach, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import { isBelow } from '#modules/signing/providers/docusign/session.ts'
import type { RemoteSender, RemoteService } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, HOUR, MINUTE, now, SECOND, setClock } from '#src/core/clock.ts'
import { type DocusignStub, startDocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { REDIRECT, USER } from '#tests/stubs/docusign/oauth.ts'
import { named } from '#tests/stubs/services/server.ts'
import { orderFor, requestOf, returnOf, signatory } from './order.ts'

let stub: DocusignStub
let service: RemoteService

beforeEach(async () => {
  stub = await startDocusignStub()
  service = docusign(stub.settings)
})

afterEach(() => {
  setClock(null)
  stub.stop()
})

const sender: RemoteSender = {
  as: 'individual',
  name: 'Mei Lin',
  email: null,
  phone: null,
  organisation: null,
  reference: null,
}
const urls = { callbackUrl: 'https://app.example/callbacks', returnUrl: REDIRECT, locale: 'en_US' as const }
const tokenRequests = () => stub.requests.filter((name) => name === 'POST /oauth/token').length
const move = (milliseconds: number) => {
  const later = fromNow(milliseconds)
  setClock(() => later)
}

test('the user consents on a page of DocuSign and returns with our state', async () => {
  const { flow, url } = await service.authorise(sender, urls)
  expect((await fetch(url)).status).toBe(200)
  expect(stub.wasAsked(flow)).toBe(true)
  expect(await service.authorisation(flow)).toEqual({ state: 'pending' })
  const callback = service.readCallback(returnOf(stub.grant(flow)))
  expect(callback?.about).toEqual({ kind: 'authorisation', flow })
  const granted = await service.authorisation(flow)
  expect(granted).toEqual({ state: 'granted', reference: USER, from: null, until: null })
  expect(await service.authorisation(flow)).toEqual(granted)
})

test('a call without consent asks for authorisation', async () => {
  await expect(service.draft(await orderFor([signatory()]))).rejects.toMatchObject({
    kind: 'unauthorised',
    code: 'consent_required',
  })
})

test('a user who has consented before is redirected immediately', async () => {
  stub.oauth.hasConsent = true
  const { flow, url } = await service.authorise(sender, urls)
  expect(url.startsWith(`${REDIRECT}?`)).toBe(true)
  expect(service.readCallback(returnOf(url))?.about).toEqual({ kind: 'authorisation', flow })
  expect(await service.authorisation(flow)).toMatchObject({ state: 'granted' })
})

test('the return of the browser is handled like a callback, and a forged one is rejected', async () => {
  const { flow } = await service.authorise(sender, urls)
  stub.refuse(flow)
  stub.grant(flow)
  expect(stub.callbacks.map((one) => service.readCallback(requestOf(one))?.about)).toEqual([
    { kind: 'authorisation', flow },
    { kind: 'authorisation', flow },
  ])
  const keys = stub.callbacks.map((one) => service.readCallback(requestOf(one))!.key)
  expect(new Set(keys).size).toBe(2)
  expect(service.readCallback(requestOf(stub.forged(0)))).toBeNull()
})

test('a refusal is reported only by the browser, and a later consent applies', async () => {
  const { flow } = await service.authorise(sender, urls)
  const request = returnOf(stub.refuse(flow))
  expect(service.readCallback(request)?.about).toEqual({ kind: 'authorisation', flow })
  const refused = { state: 'refused', reason: 'No, thanks' }
  expect(await service.authorisation(flow, request.query)).toEqual(refused)
  // Every process can complete a consent with the returned address, and none stores it.
  expect(await docusign(stub.settings).authorisation(flow, request.query)).toEqual(refused)
  expect(await service.authorisation(flow)).toEqual({ state: 'pending' })
  stub.grant(flow)
  expect(await service.authorisation(flow, request.query)).toMatchObject({ state: 'granted' })
})

test('a response to another attempt, or another error, is not a refusal', async () => {
  const { flow } = await service.authorise(sender, urls)
  const other = await service.authorise(sender, urls)
  const { query } = returnOf(stub.refuse(other.flow))
  const { state: _, ...stateless } = query
  for (const one of [query, stateless, { ...query, state: flow, error: 'server_error' }, { state: flow }])
    expect(await service.authorisation(flow, one)).toEqual({ state: 'pending' })
})

test('calls after a withdrawn consent ask for a new one; after a day the attempt expires', async () => {
  const { flow } = await service.authorise(sender, urls)
  stub.grant(flow)
  await service.authorisation(flow)
  const id = await service.draft(await orderFor([signatory()]))
  stub.lapse(flow)
  await expect(service.progress(id)).rejects.toMatchObject({ kind: 'unauthorised' })
  expect(await service.authorisation(flow)).toEqual({ state: 'pending' })
  const next = await service.authorise(sender, urls)
  expect(next.url).toContain('/oauth/auth?')
  expect(await service.authorisation(next.flow)).toEqual({ state: 'pending' })
  move(DAY + MINUTE)
  expect(await service.authorisation(flow)).toEqual({ state: 'lapsed', reason: null })
})

test('a failed check does not replace the current token', async () => {
  stub.oauth.hasConsent = true
  const id = await service.draft(await orderFor([signatory()]))
  const { flow } = await service.authorise(sender, urls)
  stub.fail = { times: 1, how: '500', at: named('/oauth/token') }
  await expect(service.authorisation(flow)).rejects.toMatchObject({ kind: 'unavailable' })
  const before = tokenRequests()
  await service.progress(id)
  expect(tokenRequests()).toBe(before)
})

test('an unfinished attempt expires after a day', async () => {
  const { flow } = await service.authorise(sender, urls)
  move(DAY + MINUTE)
  expect(await service.authorisation(flow)).toEqual({ state: 'lapsed', reason: null })
})

test('only our own flows are accepted, and only for a day', async () => {
  const { flow } = await service.authorise(sender, urls)
  const [time, random, mark] = flow.split('.') as [string, string, string]
  const later = (now().getTime() + HOUR).toString(36)
  const forged = [
    `${later}.${random}.${mark}`,
    `${time}.${random}A.${mark}`,
    `${time}.${random}.${mark}A`,
    `${time}.${random}.`,
    `${flow}.x`,
    'state',
  ]
  for (const state of forged) {
    expect(service.readCallback(returnOf(`${REDIRECT}?code=1&state=${state}`))).toBeNull()
    await expect(service.authorisation(state)).rejects.toMatchObject({ kind: 'refused' })
  }
  const request = returnOf(`${REDIRECT}?code=1&state=${flow}`)
  expect(service.readCallback(request)).not.toBeNull()
  expect(docusign({ ...stub.settings, integrationKey: USER }).readCallback(request)).toBeNull()
  move(DAY + MINUTE)
  expect(service.readCallback(request)).toBeNull()
})

test('concurrent calls share one token, which is renewed shortly before its end', async () => {
  stub.oauth.hasConsent = true
  const order = await orderFor([signatory()])
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => service.draft(order)))
  expect(new Set(ids).size).toBe(5)
  expect(tokenRequests()).toBe(1)
  expect(stub.requests.filter((name) => name === 'GET /oauth/userinfo')).toHaveLength(1)
  move(54 * MINUTE)
  await service.progress(ids[0]!)
  expect(tokenRequests()).toBe(1)
  move(2 * MINUTE)
  await service.progress(ids[0]!)
  expect(tokenRequests()).toBe(2)
})

test('a token that ended early is replaced once for all concurrent calls', async () => {
  stub.oauth.hasConsent = true
  const id = await service.draft(await orderFor([signatory()]))
  stub.endTokens()
  await Promise.all([service.progress(id), service.progress(id), service.progress(id)])
  expect(tokenRequests()).toBe(2)
})

test('a token that is refused repeatedly is not requested endlessly', async () => {
  stub.oauth.hasConsent = true
  const id = await service.draft(await orderFor([signatory()]))
  const body = JSON.stringify({ errorCode: 'USER_AUTHENTICATION_FAILED', message: '' })
  stub.answerNext({ status: 401, body })
  stub.answerNext({ status: 401, body })
  await expect(service.progress(id)).rejects.toMatchObject({ kind: 'unauthorised' })
  expect(tokenRequests()).toBe(2)
  expect((await service.progress(id)).state).toBe('draft')
})

test.each([
  ['a key that is not ours', { privateKey: undefined }, 'no_valid_keys_or_signatures'],
  ['the wrong environment', { audience: 'account.docusign.com' }, 'issuer_not_found'],
  ['an unknown user', { userId: '00000000-8a1c-4bd0-9d5a-cf4713bbcacc' }, 'user_not_found'],
])('%s is for an operator', async (_name, changes, code) => {
  stub.oauth.hasConsent = true
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = { ...stub.settings, ...changes }
  settings.privateKey ??= privateKey
  const order = await orderFor([signatory()])
  await expect(docusign(settings as typeof stub.settings).draft(order)).rejects.toMatchObject({
    kind: 'misconfigured',
    code,
  })
})

test.each([
  ['ahead', 2 * HOUR, 'invalid_lifetime'],
  ['behind', -2 * HOUR, 'expired_token'],
])('a clock that is two hours %s is for an operator', async (_name, skew, code) => {
  Object.assign(stub.oauth, { hasConsent: true, skew })
  const order = await orderFor([signatory()])
  await expect(service.draft(order)).rejects.toMatchObject({ kind: 'misconfigured', code })
})

test.each([80 * SECOND, -HOUR / 2])('a clock difference of %d ms is tolerated', async (skew) => {
  Object.assign(stub.oauth, { hasConsent: true, skew })
  expect(await service.draft(await orderFor([signatory()]))).toBeTruthy()
})

test('only hosts below the domain of the service get a token', () => {
  const production = { ...stub.settings, authBase: 'https://account.docusign.com' }
  const isBelowIt = (address: string) => isBelow('docusign.net', production, address)
  for (const address of ['https://na3.docusign.net', 'https://eu.docusign.net/', 'https://docusign.net'])
    expect([address, isBelowIt(address)]).toEqual([address, true])
  for (const address of [
    'https://evildocusign.net',
    'https://docusign.net.evil.example',
    'https://evil.example/docusign.net',
    'https://docusign.net@evil.example',
    'https://evil.example#.docusign.net',
    'http://na3.docusign.net',
    'ftp://na3.docusign.net',
  ])
    expect([address, isBelowIt(address)]).toEqual([address, false])
})

test('an account without the user, or with an API elsewhere, gets no token', async () => {
  stub.oauth.hasConsent = true
  const order = await orderFor([signatory()])
  const strange = docusign({ ...stub.settings, accountId: USER })
  await expect(strange.draft(order)).rejects.toMatchObject({
    kind: 'misconfigured',
    code: 'ACCOUNT_NOT_FOUND',
  })
  const port = new URL(stub.url).port
  for (const address of [
    `http://localhost:${port}`,
    `http://127.0.0.1.evil.example:${port}`,
    `https://127.0.0.1:${port}`,
    `http://evil@127.0.0.1:${port}`,
    'file:///etc/passwd',
    'na9.docusign.net',
  ]) {
    stub.oauth.baseUri = address
    await expect(docusign(stub.settings).draft(order)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'FOREIGN_ADDRESS',
    })
  }
  expect(stub.requests.filter((name) => name.includes('/restapi/'))).toEqual([])
})
