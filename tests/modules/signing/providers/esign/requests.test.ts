import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import {
  contentMd5,
  type SignedCall,
  signatureOf,
  stringToSign,
} from '#modules/signing/providers/esign/request-signature.ts'
import { ProviderError, type ProviderErrorKind } from '#modules/signing/providers/remote/provider-error.ts'
import { MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import { order, signatory } from './examples.ts'

describe('the vectors of the document', () => {
  const secret = 'dummysecret'
  const post: SignedCall = {
    method: 'POST',
    path: '/v3/sign-flow/create-by-file',
    query: {},
    md5: 'uxydqKBMBy6x1siClKEQ6Q==',
  }
  const get: SignedCall = { method: 'GET', path: '/v3/sign-flow/abc123/detail', query: {}, md5: '' }

  test('the MD5 of an empty object', () => {
    expect(contentMd5('{}')).toBe('mZFLkyvTelC5g8XnyQrpOw==')
  })

  test('a POST request', () => {
    expect(stringToSign(post)).toBe(
      'POST\n*/*\nuxydqKBMBy6x1siClKEQ6Q==\napplication/json; charset=UTF-8\n\n/v3/sign-flow/create-by-file',
    )
    expect(signatureOf(post, secret)).toBe('6dYuzEqXUobDAEL97Ja5pvH3QWHpn4R5iJSWEvIsCo8=')
  })

  test('a GET request, whose MD5 is empty', () => {
    expect(stringToSign(get)).toBe(
      'GET\n*/*\n\napplication/json; charset=UTF-8\n\n/v3/sign-flow/abc123/detail',
    )
    expect(signatureOf(get, secret)).toBe('xG4jw3vs+xusJ0x3XkIJBwxpTHHzEHqdMGOJ45Ry8Fk=')
  })

  test('a query is signed in the order of its keys, without encoding; a key with an empty value stays alone', () => {
    const query = { b: '中文 +&', a: '1', C: '' }
    expect(
      stringToSign({ ...get, query })
        .split('\n')
        .at(-1),
    ).toBe('/v3/sign-flow/abc123/detail?C&a=1&b=中文 +&')
  })
})

let stub: EsignStub
beforeEach(async () => {
  stub = await startEsignStub()
})
afterEach(() => stub.stop())

const queryProgress = (changes: object = {}) => createEsign({ ...stub.settings, ...changes }).progress('1')

async function errorOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not a ProviderError: ${error}`)
  return error
}

describe('the gateway', () => {
  test.each([
    ['another application', { appId: '1' }],
    ['another secret', { appSecret: 'other' }],
  ])('refuses %s, which an operator must mend', async (_, changes) => {
    const error = await errorOf(queryProgress(changes))
    expect([error.kind, error.code]).toEqual(['misconfigured', '401'])
  })

  test('refuses an address that is not on the allow-list', async () => {
    stub.controls.blocked = true
    const error = await errorOf(queryProgress())
    expect([error.kind, error.code, error.message]).toEqual(['misconfigured', '403', 'IP白名单不匹配'])
  })

  test.each([
    ['is accepted within a quarter of an hour', 14, 'refused', '1435011'],
    ['is refused beyond it', 16, 'misconfigured', '401'],
    ['that is late is refused as well', -16, 'misconfigured', '401'],
  ])('our clock %s', async (_, minutes, kind, code) => {
    stub.controls.clock = () => new Date(now().getTime() + minutes * MINUTE)
    const error = await errorOf(queryProgress())
    expect([error.kind, error.code]).toEqual([kind, code])
  })
})

const business = (code: unknown, message = '') => JSON.stringify({ code, message, data: null })

describe('an error response becomes an error of ours', () => {
  test.each<[string, number, string, ProviderErrorKind, string]>([
    ['of a signing that is not found', 200, business(1435011), 'refused', '1435011'],
    ['of a wrong parameter', 200, business(1435002), 'refused', '1435002'],
    ['of a name that is not the known one', 200, business(1437328), 'refused', '1437328'],
    ['of a sender who has not authorised us', 200, business(1436116), 'unauthorised', '1436116'],
    ['of a package that is used up', 200, business(1435404), 'misconfigured', '1435404'],
    ['of the token mode', 200, business(72000032), 'misconfigured', '72000032'],
    ['of a file that is not converted', 200, business(1437513), 'not-ready', '1437513'],
    ['of an account that could not be made', 200, business(1450901), 'unavailable', '1450901'],
    ['of a code that nobody knows', 200, business(9990001), 'unavailable', '9990001'],
    ['of the gateway with HTTP 200', 200, '{"success":false,"code":401}', 'misconfigured', '401'],
    ['of the gateway', 401, '{"success":false,"code":401,"message":"x"}', 'misconfigured', '401'],
    ['of too many calls', 429, '{"code":429}', 'unavailable', '429'],
    ['of a proxy', 502, '<html>Bad gateway</html>', 'unavailable', '502'],
    ['with a code that is a text', 200, business('0'), 'unavailable', '200'],
    ['without data', 200, business(0), 'unavailable', 'shape'],
    ['with data of another shape', 200, '{"code":0,"data":{"signFlowStatus":"2"}}', 'unavailable', 'shape'],
    ['that is no object', 200, '[]', 'unavailable', '200'],
    ['of more than a megabyte', 200, ' '.repeat(1024 * 1024 + 1), 'unavailable', 'size'],
  ])('%s', async (_, status, body, kind, code) => {
    stub.controls.next = { status, body }
    const error = await errorOf(queryProgress())
    expect([error.kind, error.code]).toEqual([kind, code])
  })

  test('a redirect is not followed', async () => {
    stub.controls.next = { status: 302, body: '', headers: { location: `${stub.url}/v3/elsewhere` } }
    expect((await errorOf(queryProgress())).kind).toBe('unavailable')
    expect(stub.requests).toEqual(['GET /v3/sign-flow/1/detail'])
  })
})

describe('an unknown state of the service is never treated as an end', () => {
  const detail = (data: object) => ({ status: 200, body: JSON.stringify({ code: 0, message: '', data }) })

  test('for a signing', async () => {
    stub.controls.next = detail({ signFlowStatus: 4, signers: [] })
    expect(await errorOf(queryProgress())).toMatchObject({ kind: 'unavailable', code: 'state' })
  })

  test('for a signer', async () => {
    const signers = [{ signStatus: 9, signFields: [{ customBizNum: 'a_email' }] }]
    stub.controls.next = detail({ signFlowStatus: 1, signers })
    expect(await errorOf(queryProgress())).toMatchObject({ kind: 'unavailable', code: 'state' })
  })

  test('for a file', async () => {
    const esign = createEsign(stub.settings)
    stub.controls.stuck = 9
    expect(await errorOf(esign.draft(order([signatory()])))).toMatchObject({
      kind: 'unavailable',
      code: 'file-9',
    })
    stub.controls.stuck = 8
    expect(await errorOf(esign.draft(order([signatory()])))).toMatchObject({ kind: 'not-ready' })
    expect(stub.drafts()).toEqual([])
  })
})

test('a draft waits until its file is ready, and declares it as a PDF', async () => {
  await createEsign(stub.settings).draft(order([signatory()]))
  const [upload, put, ...rest] = stub.requests
  expect([upload, put?.startsWith('PUT /uploads/')]).toEqual(['POST /v3/files/file-upload-url', true])
  expect(rest.map((one) => one.split('/').slice(0, 3).join('/'))).toEqual([
    'GET /v3/files',
    'GET /v3/files',
    'GET /v3/files',
    'POST /v3/sign-flow',
  ])
})

test('an empty package is noticed at the start', async () => {
  const esign = createEsign(stub.settings)
  const id = await esign.draft(order([signatory()]))
  stub.quota.left = 0
  expect(await errorOf(esign.start(id))).toMatchObject({ kind: 'misconfigured', code: '1435405' })
  stub.quota.left = 1
  await esign.start(id)
  expect(stub.started()).toEqual([id])
})

test('the stub cannot replace the service in production', async () => {
  const { production } = config
  config.production = true
  try {
    await expect(startEsignStub()).rejects.toThrow('never stands in')
  } finally {
    config.production = production
  }
})
