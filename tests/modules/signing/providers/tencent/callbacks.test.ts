import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallbackRequest, RemoteService } from '#modules/signing/providers/remote/service.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import type { Delivery } from '#tests/stubs/tencent/delivery.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { orderFor, signer } from './order.ts'

const stubs: TencentStub[] = []
let stub: TencentStub
let plain: TencentStub
let service: RemoteService

beforeAll(async () => {
  stub = await startTencentStub()
  plain = await startTencentStub({ callbackKey: null })
  stubs.push(stub, plain)
  service = tencentService(stub.settings)
})

beforeEach(() => {
  stub.callbacks.length = 0
  plain.callbacks.length = 0
})

afterAll(() => {
  for (const one of stubs) one.stop()
})

const requestOf = ({ headers, body }: Delivery): CallbackRequest => ({
  headers,
  query: {},
  body: new TextEncoder().encode(body),
})

/** mulberry32 */
function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

async function signedContract(at: TencentStub) {
  const it = tencentService(at.settings)
  const people = [signer(), signer({ order: 2 })]
  const id = await it.draft(orderFor(people))
  await it.start(id)
  await at.signAs(id, people[0]!.id)
  await at.signAs(id, people[1]!.id)
  return id
}

test('the signature is the HMAC of the body, as in the published rule', () => {
  const body = '{"MsgType":"FlowStatusChange","MsgData":{}}'
  const { callbackToken } = stub.settings
  const hex = createHmac('sha256', callbackToken).update(body).digest('hex')
  const requestWith = (signature: string) =>
    requestOf({ url: '', headers: { 'content-signature': signature }, body })
  expect(service.readCallback(requestWith(`sha256=${hex}`))).not.toBeNull()
  for (const wrong of ['', hex, `sha256=${hex.toUpperCase()}`, `sha1=${hex}`, `sha256=${hex}0`, `sha256=`])
    expect(service.readCallback(requestWith(wrong))).toBeNull()
  expect(service.readCallback(requestOf({ url: '', headers: {}, body }))).toBeNull()
})

test('each event of a contract names the signing, encrypted or not', async () => {
  for (const at of stubs) {
    const it = tencentService(at.settings)
    const id = await signedContract(at)
    expect(at.callbacks.length).toBe(4)
    expect(at.callbacks[0]!.body.includes('encrypt')).toBe(at === stub)
    const read = at.callbacks.map((one) => it.readCallback(requestOf(one)))
    expect(read.map((one) => one?.about)).toEqual(Array(4).fill({ kind: 'signing', remoteId: id }))
    expect(new Set(read.map((one) => one?.key)).size).toBe(4)
  }
})

test('a repeated delivery has the same key', async () => {
  await signedContract(stub)
  const [first] = stub.callbacks
  const keys = [1, 2].map(() => service.readCallback(requestOf(first!))!.key)
  expect(keys[0]).toBe(keys[1])
})

test('an authorisation and an unknown event are read', async () => {
  const { sender } = orderFor([])
  const urls = { callbackUrl: '', returnUrl: 'https://qishu.example/', locale: 'zh_CN' } as const
  const { flow } = await service.authorise(sender, urls)
  stub.grant(flow)
  stub.unknownEvent()
  const [granted, unknown] = stub.callbacks.map((one) => service.readCallback(requestOf(one)))
  expect(granted!.about).toEqual({ kind: 'authorisation', flow })
  expect(unknown!.about).toEqual({ kind: 'other' })
})

test('a signed but unreadable callback is acknowledged; a missing key is reported to the operator', async () => {
  const signed = (body: string): CallbackRequest => {
    const hex = createHmac('sha256', stub.settings.callbackToken).update(body).digest('hex')
    return requestOf({ url: '', headers: { 'content-signature': `sha256=${hex}` }, body })
  }
  for (const body of ['', '[]', 'null', '{"MsgType":1}', '{"MsgType":"x"}', '<xml/>'])
    expect(service.readCallback(signed(body))).toMatchObject({ about: { kind: 'other' } })
  const foreign = Buffer.from('{"signing":"x","signatories":["not-an-id"]}').toString('base64')
  for (const UserData of [foreign, 'ey', Buffer.from('{"flow":1}').toString('base64')])
    expect(
      service.readCallback(signed(JSON.stringify({ MsgType: 'x', MsgData: { FlowId: 'f', UserData } }))),
    ).toMatchObject({ about: { kind: 'other' } })
  await signedContract(stub)
  // About four of 1,000 wrong keys produce valid padding.
  const wrong = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(32, 'x'))
  for (const callbackKey of [null, ...wrong]) {
    const keyless = tencentService({ ...stub.settings, callbackKey })
    expect(() => keyless.readCallback(requestOf(stub.callbacks[0]!))).toThrow(
      expect.objectContaining({ kind: 'misconfigured', code: 'callback-key' }),
    )
  }
})

test('of 500 forged callbacks none is accepted, of 100 genuine ones all are', async () => {
  for (let contracts = 0; contracts < 25; contracts++) await signedContract(stub)
  expect(stub.callbacks).toHaveLength(100)
  const genuine = stub.callbacks.map((one) => service.readCallback(requestOf(one)))
  expect(genuine.filter((one) => one?.about.kind === 'signing')).toHaveLength(100)

  const random = seededRandom(20261127)
  const other = { ...stub.settings, callbackToken: 'the token of another account' }
  const forgeries = [
    (one: Delivery) => ({
      ...one,
      headers: { ...one.headers, 'content-signature': flipped(one.headers['content-signature']!) },
    }),
    (one: Delivery) => ({ ...one, body: flipped(one.body) }),
    (one: Delivery) => ({ ...one, body: `${one.body} ` }),
    (one: Delivery) => ({ ...one, headers: stub.callbacks[random(100)]!.headers, body: flipped(one.body) }),
    (_one: Delivery, index: number) => stub.forged(index),
    (one: Delivery) => {
      const hex = createHmac('sha256', other.callbackToken).update(one.body).digest('hex')
      return { ...one, headers: { ...one.headers, 'content-signature': `sha256=${hex}` } }
    },
  ]
  function flipped(text: string): string {
    const bytes = Buffer.from(text)
    bytes[random(bytes.length)]! ^= 1 << random(7)
    return bytes.toString('latin1')
  }
  const accepted = Array.from({ length: 500 }, (_, count) => {
    const index = random(100)
    return service.readCallback(
      requestOf(forgeries[count % forgeries.length]!(stub.callbacks[index]!, index)),
    )
  }).filter((one) => one !== null)
  expect(accepted).toEqual([])
})

test('deliveries are repeated until they are acknowledged', async () => {
  const received: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, one]) => [name, String(one)]),
    )
    const read = service.readCallback({ headers, query: {}, body: Buffer.concat(parts) })
    received.push(read?.key)
    const { status, contentType, body } = service.acknowledgement
    const isRefused = received.length === 1 || !read
    response.writeHead(isRefused ? 503 : status, { 'content-type': contentType }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stub.addresses.callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tencent`
  await signedContract(stub)
  expect(await stub.deliver(3)).toBe(200)
  expect(await stub.deliver(0)).toBe(200)
  expect(received).toHaveLength(3)
  expect(received[0]).toBe(received[1])
  expect(received[2]).not.toBe(received[1])
  server.close()
})
