import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { now } from '#src/core/clock.ts'
import { type Call, type Reply, startGateway } from './gateway.ts'

const [ownKeys, stranger] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))

export const PAYPAL = { clientId: 'AQ-test', secret: 'EL-test', webhookId: '8PT597110X687430LKGECATA' }

interface Capture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  amount: { currency_code: string; value: string }
  create_time: string
  refunds: Map<string, string>
}

interface Order {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  number: string
  amount: { currency_code: string; value: string }
  captures: Capture[]
}

const CERTIFICATE = 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-90621ecd'
const cents = (value: string) => BigInt(value.replace('.', ''))

/** Simulates api-m.paypal.com: tokens, orders, captures, refunds, webhooks and their verification. */
export async function startPaypalStub() {
  const orders = new Map<string, Order>()
  const byNumber = (number: string) => [...orders.values()].find((one) => one.number === number)!
  /** The response to each PayPal-Request-Id. */
  const answered = new Map<string, Reply>()
  /** The state of the next capture. */
  const next = { capture: 'COMPLETED' as Capture['status'] | 'INSTRUMENT_DECLINED', token: 'A21-1' }
  const gateway = await startGateway((call) => {
    if (call.url.pathname === '/v1/oauth2/token') return token(call)
    if (call.headers.authorization !== `Bearer ${next.token}`) return issue(401, 'INVALID_TOKEN')
    const key = call.headers['paypal-request-id'] as string | undefined
    const known = key && answered.get(`${call.url.pathname} ${key}`)
    if (known) return known
    const reply = answer(call)
    if (key && reply.status < 300) answered.set(`${call.url.pathname} ${key}`, reply)
    return reply
  })

  function token({ headers, body }: Call): Reply {
    const basic = Buffer.from(`${PAYPAL.clientId}:${PAYPAL.secret}`).toString('base64')
    const grantType = new URLSearchParams(body).get('grant_type')
    if (headers.authorization !== `Basic ${basic}` || grantType !== 'client_credentials')
      return { status: 401, body: '{"error":"invalid_client"}' }
    return ok({ access_token: next.token, token_type: 'Bearer', expires_in: 32400, scope: 'x' })
  }

  function answer({ method, url, body, headers }: Call): Reply {
    if (url.pathname === '/v1/notifications/verify-webhook-signature') return ok(verdict(body))
    const [, id, capturing] = /^\/v2\/checkout\/orders(?:\/(\w+))?(\/capture)?$/.exec(url.pathname) ?? []
    const [, refunding] = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(url.pathname) ?? []
    if (refunding) return refund(refunding, JSON.parse(body))
    if (!id)
      return headers['paypal-request-id']
        ? create(JSON.parse(body))
        : issue(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    const order = orders.get(id)
    if (!order) return issue(404, 'INVALID_RESOURCE_ID')
    if (method === 'GET') return ok(shown(order))
    return capturing ? capture(order) : issue(404, 'INVALID_RESOURCE_ID')
  }

  function create(order: {
    purchase_units: [{ invoice_id: string; amount: Order['amount'] }]
    intent: string
  }): Reply {
    const [{ invoice_id: number, amount }] = order.purchase_units
    if (order.intent !== 'CAPTURE' || !/^\d+\.\d\d$/.test(amount.value))
      return issue(422, 'INVALID_PARAMETER_VALUE')
    const id = `5O${randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase()}`
    orders.set(id, { id, status: 'PAYER_ACTION_REQUIRED', number, amount, captures: [] })
    return ok(shown(orders.get(id)!))
  }

  function capture(order: Order): Reply {
    if (order.status === 'COMPLETED') return issue(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return issue(422, 'ORDER_NOT_APPROVED')
    if (next.capture === 'INSTRUMENT_DECLINED') return issue(422, 'INSTRUMENT_DECLINED')
    order.status = 'COMPLETED'
    const made = { id: `C${order.number}`, status: next.capture, amount: order.amount, refunds: new Map() }
    order.captures.push({ ...made, create_time: now().toISOString().replace(/\.\d+/, '') })
    return ok(shown(order))
  }

  function refund(id: string, { amount }: { amount: Order['amount'] }): Reply {
    const capture = [...orders.values()].flatMap(({ captures }) => captures).find((one) => one.id === id)
    if (!capture) return issue(404, 'RESOURCE_NOT_FOUND')
    const back = [...capture.refunds.values()].reduce((sum, one) => sum + cents(one), cents(amount.value))
    if (back > cents(capture.amount.value)) return issue(422, 'REFUND_AMOUNT_EXCEEDED')
    const number = `F${capture.refunds.size}${id}`
    capture.refunds.set(number, amount.value)
    capture.status = back === cents(capture.amount.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return ok({ id: number, status: 'COMPLETED', amount })
  }

  const shown = ({ id, status, number, amount, captures }: Order) => ({
    id,
    intent: 'CAPTURE',
    status,
    links: [
      { href: `https://www.paypal.example/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' },
    ],
    purchase_units: [
      {
        reference_id: number,
        custom_id: number,
        invoice_id: number,
        amount,
        ...(captures.length && { payments: { captures: captures.map(({ refunds: _, ...one }) => one) } }),
      },
    ],
  })

  return Object.assign(gateway, {
    orders,
    next,
    byNumber,
    /** The payer approves on PayPal's page; only then can the payment be captured. */
    approve(number: string) {
      byNumber(number).status = 'APPROVED'
    },
    /** PayPal decides a pending capture. */
    settle(number: string, status: Capture['status']) {
      byNumber(number).captures[0]!.status = status
    },
    /** A webhook: its headers and its body. */
    notification(
      number: string,
      { by = 'own', changes = {}, webhookId = PAYPAL.webhookId } = {} as SentWebhook,
    ) {
      const [capture] = [...orders.values()].find((one) => one.number === number)?.captures ?? []
      const resource = {
        id: `C${number}`,
        status: 'COMPLETED',
        invoice_id: number,
        ...(capture && { amount: capture.amount, create_time: capture.create_time }),
        note: '100% A+B & 契书',
        ...changes,
      }
      const body = JSON.stringify({
        id: `WH-${randomUUID()}`,
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        resource_type: 'capture',
        resource,
      })
      const id = randomUUID()
      const time = now().toISOString()
      const sign = createSign('RSA-SHA256').update(`${id}|${time}|${webhookId}|${crc32(body)}`)
      const headers = {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': CERTIFICATE,
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign.sign((by === 'own' ? ownKeys : stranger)!.privateKey, 'base64'),
      }
      return { headers: headers as Record<string, string>, body }
    },
  })
}

export interface SentWebhook {
  by?: 'own' | 'stranger'
  changes?: Record<string, unknown>
  webhookId?: string
}

export type PaypalStub = Awaited<ReturnType<typeof startPaypalStub>>

const ok = (body: object): Reply => ({ status: 200, body: JSON.stringify(body) })
const issue = (status: number, name: string): Reply => ({
  status,
  body: JSON.stringify({
    name: status === 401 ? 'UNAUTHORIZED' : 'UNPROCESSABLE_ENTITY',
    debug_id: 'd',
    details: [{ issue: name }],
  }),
})

/** Verifies the event as received, because serialising it again could change it. */
function verdict(body: string) {
  const verification = JSON.parse(body)
  const event = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
  const message = `${verification.transmission_id}|${verification.transmission_time}|${verification.webhook_id}|${crc32(event)}`
  const right =
    verification.webhook_id === PAYPAL.webhookId &&
    verification.cert_url === CERTIFICATE &&
    verification.auth_algo === 'SHA256withRSA' &&
    Buffer.from(verification.transmission_sig, 'base64').toString('base64') ===
      verification.transmission_sig &&
    createVerify('RSA-SHA256')
      .update(message)
      .verify(ownKeys!.publicKey, verification.transmission_sig, 'base64')
  return { verification_status: right ? 'SUCCESS' : 'FAILURE' }
}
