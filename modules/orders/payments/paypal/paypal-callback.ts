import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { CURRENCIES, readDecimal } from '#src/core/money.ts'
import type { Callbacks } from '../payment-method.ts'
import { withPaypal } from './paypal-client.ts'

/** The values that PayPal's verification needs, by their headers. */
const HEADERS = {
  'paypal-auth-algo': 'auth_algo',
  'paypal-cert-url': 'cert_url',
  'paypal-transmission-id': 'transmission_id',
  'paypal-transmission-sig': 'transmission_sig',
  'paypal-transmission-time': 'transmission_time',
} as const

const PurchaseUnit = v.object({ invoice_id: v.optional(v.string(), '') })
/** The parts of an event about a capture or an order that name our order. */
const Event = v.object({
  resource: v.object({ ...PurchaseUnit.entries, purchase_units: v.optional(v.array(PurchaseUnit), []) }),
})

/** The parts of a capture event that identify the payment. */
const CaptureEvent = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    resource: v.object({
      id: v.string(),
      status: v.literal('COMPLETED'),
      amount: v.object({
        currency_code: v.picklist(CURRENCIES),
        value: v.pipe(v.string(), v.transform(readDecimal), v.bigint()),
      }),
      create_time: v.optional(
        v.pipe(
          v.string(),
          v.isoTimestamp(),
          v.transform((text) => new Date(text)),
        ),
      ),
    }),
  }),
)

/** Webhooks, which PayPal's API verifies (see docs/decisions/20261122-payment-gateways.md). */
export const paypalCallbacks: Callbacks = {
  read: async (headers, body) => {
    if (!config.paypal) return null
    const signature = Object.entries(HEADERS).map(
      ([name, field]) => [field, headers.get(name) ?? ''] as const,
    )
    if (signature.some(([, text]) => text === '' || text.length > 1024) || !isObject(body)) return null
    if (!(await isFromPaypal(Object.fromEntries(signature), config.paypal.webhookId, body))) return null
    const { resource } = v.parse(Event, JSON.parse(body))
    return resource.invoice_id || (resource.purchase_units[0]?.invoice_id ?? '')
  },
  reportedPayment: async (body) => {
    const event = v.safeParse(CaptureEvent, body)
    if (!event.success) return null
    const { id: reference, amount, create_time: at } = event.output.resource
    return { reference, currency: amount.currency_code, amount: amount.value, at }
  },
  headers: Object.keys(HEADERS),
  accepted: { status: 200, body: '{}' },
  refused: { status: 401, body: '{"name":"WEBHOOK_NOT_VERIFIED"}' },
}

function isObject(body: string): boolean {
  try {
    return body.startsWith('{') && body.endsWith('}') && typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

/**
 * Whether PayPal sent the event. PayPal verifies the original bytes: serialised again, the event would not
 * match.
 */
async function isFromPaypal(
  headers: Record<string, string>,
  webhook_id: string,
  event: string,
): Promise<boolean> {
  const body = `${JSON.stringify({ ...headers, webhook_id }).slice(0, -1)},"webhook_event":${event}}`
  const response = await withPaypal(async (client) => {
    const request = client.getRequestBuilderFactory()('POST', '/v1/notifications/verify-webhook-signature')
    request.text(body)
    request.contentType('application/json')
    request.authenticate([{ oauth2: true }])
    return (await request.callAsText()).result
  })
  return JSON.parse(response).verification_status === 'SUCCESS'
}
