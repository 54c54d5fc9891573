import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import type { CallbackRequest, RemoteService } from '#modules/signing/providers/remote/service.ts'
import { ago, DAY, fromNow, HOUR, now, setClock } from '#src/core/clock.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import { type Delivery, deliveryOf, headersOf } from '#tests/stubs/esign/events.ts'
import { APP } from '#tests/stubs/esign/gatekeeper.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { CALLBACK_URL, order, RETURN_URL, sender, signatory, unchangedFile } from './examples.ts'

let stub: EsignStub
let esign: RemoteService
beforeEach(async () => {
  stub = await startEsignStub({ finish: unchangedFile })
  esign = createEsign(stub.settings)
})
afterEach(() => {
  setClock(null)
  stub.stop()
})

const requestOf = ({ url, headers, body }: Delivery): CallbackRequest => ({
  headers,
  query: Object.fromEntries(new URL(url).searchParams),
  body,
})
const read = (delivery: Delivery) => esign.readCallback(requestOf(delivery))
const aboutOf = (delivery: Delivery) => read(delivery)?.about

async function signOrder() {
  const one = signatory()
  const id = await esign.draft(order([one]))
  await esign.start(id)
  await stub.signAs(id, one.id)
  return id
}

describe('a callback of the service', () => {
  test('names the signing or authorisation to query', async () => {
    const id = await signOrder()
    const urls = { callbackUrl: CALLBACK_URL, returnUrl: RETURN_URL, locale: 'zh_CN' as const }
    const { flow } = await esign.authorise(sender(), urls)
    stub.grant(flow, { from: now(), until: fromNow(DAY) })
    stub.announce(CALLBACK_URL, { action: 'OPERATOR_READ', signFlowId: id })
    stub.announce(CALLBACK_URL, { action: 'SIGN_FLOW_COMPLETE' })
    const signing = { kind: 'signing', remoteId: id }
    const authorisation = { kind: 'authorisation', flow }
    const other = { kind: 'other' }
    expect(stub.callbacks.map(aboutOf)).toEqual([
      signing,
      signing,
      authorisation,
      authorisation,
      other,
      other,
    ])
  })

  test('has the same key at each delivery, and another key for another event', async () => {
    await signOrder()
    await signOrder()
    const keys = stub.callbacks.map((delivery) => read(delivery)!.key)
    expect(new Set(keys).size).toBe(4)
    expect(stub.callbacks.map((delivery) => read(delivery)!.key)).toEqual(keys)
  })

  test('has the same key when a later delivery is signed at its own time', async () => {
    const event = { action: 'SIGN_FLOW_COMPLETE', signFlowId: 'f1' }
    const first = deliveryOf(CALLBACK_URL, event, now())
    const headers = headersOf(CALLBACK_URL, first.body, now().getTime() + 1000)
    expect(headers).not.toEqual(first.headers)
    expect(read({ ...first, headers })!.key).toBe(read(first)!.key)
  })

  test.each([
    ['of an hour ago is a retry', () => ago(HOUR), true],
    ['of two days ago is too old', () => ago(2 * DAY), false],
    ['of a later hour is none', () => fromNow(HOUR), false],
  ])('%s', (_, at, isAccepted) => {
    const delivery = deliveryOf(CALLBACK_URL, { action: 'SIGN_FLOW_COMPLETE', signFlowId: 'f1' }, at())
    expect(read(delivery) !== null).toBe(isAccepted)
  })

  test('without a valid event in its body is acknowledged', () => {
    const delivery = deliveryOf(CALLBACK_URL, { action: 'x' }, now())
    const body = Buffer.from('not json')
    const headers = headersOf(CALLBACK_URL, body, now().getTime())
    expect(aboutOf({ ...delivery, body, headers })).toEqual({ kind: 'other' })
  })

  test.each([
    ['x-tsign-open-signature', ''],
    ['x-tsign-open-timestamp', 'soon'],
    ['x-tsign-open-app-id', ''],
    ['x-tsign-open-signature-algorithm', 'hmac-sm3'],
  ])('without a right %s is none', (name, value) => {
    const delivery = deliveryOf(CALLBACK_URL, { action: 'SIGN_FLOW_COMPLETE', signFlowId: 'f1' }, now())
    expect(read(delivery)).not.toBeNull()
    expect(read({ ...delivery, headers: { ...delivery.headers, [name]: value } })).toBeNull()
    const { [name]: _, ...without } = delivery.headers
    expect(read({ ...delivery, headers: without }) !== null).toBe(name.endsWith('algorithm'))
  })
})

test('500 forged callbacks are refused and 100 genuine ones accepted', () => {
  const seed = drawSeed()
  const { below, pick } = seeded(seed)
  const WORDS = ['100%', 'a+b', 'x&y=z', '合同', '"引号"', '🙂', 'ÿ\u0000', ' ']
  const words = () => Array.from({ length: 1 + below(5) }, () => pick(WORDS)).join('')
  const genuine = (app = APP) => {
    const query = new URLSearchParams({ b: words(), a: words(), Z: String(below(99)) })
    const event = { action: 'SIGN_FLOW_COMPLETE', signFlowId: `f${below(1000)}`, statusDescription: words() }
    return deliveryOf(`http://127.0.0.1:9/hooks?${query}`, event, ago(below(HOUR)), app)
  }
  const withHeader = (one: Delivery, name: string, value: string) => ({
    ...one,
    headers: { ...one.headers, [name]: value },
  })
  const turned = (text: string) => {
    const at = below(text.length)
    return (
      text.slice(0, at) + pick([...'0123456789'].filter((digit) => digit !== text[at])) + text.slice(at + 1)
    )
  }
  const SIGNATURE = 'x-tsign-open-signature'
  const TIMESTAMP = 'x-tsign-open-timestamp'
  const FORGERIES: ((one: Delivery) => Delivery)[] = [
    (one) => withHeader(one, SIGNATURE, turned(one.headers[SIGNATURE]!)),
    (one) => withHeader(one, SIGNATURE, one.headers[SIGNATURE]!.slice(0, below(64))),
    (one) => withHeader(one, SIGNATURE, Buffer.from(one.headers[SIGNATURE]!, 'hex').toString('base64')),
    (one) => withHeader(one, TIMESTAMP, turned(one.headers[TIMESTAMP]!)),
    (one) => withHeader(one, 'x-tsign-open-app-id', turned(APP.id)),
    (one) => {
      const body = Buffer.from(one.body)
      const at = below(body.length)
      body[at] = (body[at]! + 1 + below(255)) % 256
      return { ...one, body }
    },
    (one) => ({ ...one, body: one.body.subarray(0, below(one.body.length)) }),
    (one) => ({ ...one, url: `${one.url}1` }),
    (one) => ({ ...one, url: `${one.url}&c=1` }),
    () => genuine({ ...APP, secret: 'another' }),
    () => genuine({ ...APP, id: '7438800001' }),
  ]
  const accepted = Array.from({ length: 100 }, () => read(genuine())).filter((callback) => callback)
  expect([seed, accepted.length]).toEqual([seed, 100])
  const fooled = Array.from({ length: 500 }, (_, index) => index % FORGERIES.length).filter(
    (kind) => read(FORGERIES[kind]!(genuine())) !== null,
  )
  expect([seed, fooled]).toEqual([seed, []])
})

describe('deliveries', () => {
  const received: CallbackRequest[] = []
  let statuses: number[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = request.headers as Record<string, string>
    const query = Object.fromEntries(new URL(request.url!, 'http://x').searchParams)
    received.push({ headers, query, body: Buffer.concat(parts) })
    const { contentType, body } = esign.acknowledgement
    response.writeHead(statuses.shift() ?? 200, { 'content-type': contentType }).end(body)
  })
  beforeEach(async () => {
    received.length = 0
    statuses = []
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })
  const ours = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?team=7`

  test('are repeated until they are acknowledged, and are genuine each time', async () => {
    statuses = [500, 503]
    stub.announce(ours(), { action: 'SIGN_FLOW_COMPLETE', signFlowId: 'f1' })
    expect(await stub.deliver(0)).toEqual([500, 503, 200])
    const keys = received.map((request) => esign.readCallback(request)?.key)
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)])
  })

  test('about authorisations are repeated only twice, so authorisations are queried too', async () => {
    statuses = [500, 500, 500, 500]
    stub.announce(ours(), { action: 'AUTHORIZE_FINISH', authFlowId: 'f1' })
    expect(await stub.deliver(0)).toEqual([500, 500, 500])
  })

  test('of a stranger are rejected', async () => {
    await signOrder()
    expect(stub.callbacks.map((_, index) => read(stub.forged(index)))).toEqual([null, null])
  })
})
