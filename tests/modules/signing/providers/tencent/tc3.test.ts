import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { authorizationOf, signatureFault } from '#tests/stubs/tencent/tc3.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { orderFor, signer } from './order.ts'

let stub: TencentStub
let service: RemoteService

beforeAll(async () => {
  stub = await startTencentStub()
  service = tencentService(stub.settings)
})

afterAll(() => stub.stop())

/** The example in Tencent's description of the signature, whose body escapes two characters. */
const PUBLISHED = {
  method: 'POST',
  path: '/',
  query: '',
  contentType: 'application/json; charset=utf-8',
  host: 'cvm.tencentcloudapi.com',
  payload: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
  timestamp: 1551113065,
  service: 'cvm',
  secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
  secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
}

test('the published example is signed byte for byte', () => {
  expect(authorizationOf(PUBLISHED)).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
})

interface Signer {
  sign3: (request: object) => string
}

test('the SDK’s signature equals ours by the description', () => {
  const { default: sign } = createRequire(import.meta.url)(
    'tencentcloud-sdk-nodejs/tencentcloud/common/sign.js',
  ) as { default: Signer }
  const request = { FlowName: '采购合同 100%+&', Approvers: [{ ApproverType: 1 }] }
  const contentType = 'application/json'
  const unsigned = { ...PUBLISHED, contentType, payload: JSON.stringify(request) }
  const signed = sign.sign3({
    ...unsigned,
    url: 'https://cvm.tencentcloudapi.com/',
    payload: request,
    headers: { 'Content-Type': contentType },
  })
  expect(signed).toBe(authorizationOf(unsigned))
})

test('the stub refuses a request if any signed part differs', () => {
  const body = Buffer.from(PUBLISHED.payload)
  const account = { secretId: PUBLISHED.secretId, secretKey: PUBLISHED.secretKey }
  const headers = {
    authorization: authorizationOf(PUBLISHED),
    host: `${PUBLISHED.host}:8080`,
    'content-type': PUBLISHED.contentType,
    'x-tc-timestamp': String(PUBLISHED.timestamp),
  }
  const call = { method: 'POST', path: '/', headers, body }
  const faultOf = (changes: object, at = PUBLISHED.timestamp) =>
    signatureFault({ ...call, ...changes }, account, at)
  expect(faultOf({})).toBeNull()
  expect(faultOf({}, PUBLISHED.timestamp + 300)).toBeNull()
  expect(faultOf({}, PUBLISHED.timestamp + 301)).toBe('AuthFailure.SignatureExpire')
  expect(faultOf({ headers: { ...headers, 'x-tc-timestamp': 'now' } })).toBe('AuthFailure.SignatureExpire')
  expect(faultOf({ headers: {} })).toBe('AuthFailure.InvalidAuthorization')
  const other = headers.authorization.replace('AKIDz8', 'AKIDz9')
  expect(faultOf({ headers: { ...headers, authorization: other } })).toBe('AuthFailure.SecretIdNotFound')
  for (const changes of [
    { body: Buffer.from(`${PUBLISHED.payload} `) },
    { path: '/x' },
    { method: 'GET' },
    { headers: { ...headers, host: 'cdb.tencentcloudapi.com' } },
    { headers: { ...headers, 'content-type': 'application/json' } },
    { headers: { ...headers, 'x-tc-timestamp': String(PUBLISHED.timestamp + 1) } },
  ])
    expect(faultOf(changes)).toBe('AuthFailure.SignatureFailure')
})

test('a wrong key and a wrong clock are reported to the operator', async () => {
  const order = orderFor([signer()])
  const wrong = tencentService({ ...stub.settings, secretKey: 'another' })
  await expect(wrong.draft(order)).rejects.toMatchObject({
    kind: 'misconfigured',
    code: 'AuthFailure.SignatureFailure',
  })
  stub.clock.skew = 301
  await expect(service.draft(order)).rejects.toMatchObject({
    kind: 'misconfigured',
    code: 'AuthFailure.SignatureExpire',
  })
  stub.clock.skew = -290
  await service.draft(order)
  stub.clock.skew = 0
  const stranger = tencentService({ ...stub.settings, operator: 'somebody' })
  await expect(stranger.draft(order)).rejects.toMatchObject({ kind: 'misconfigured' })
})
