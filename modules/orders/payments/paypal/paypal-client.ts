import type { Client } from '@paypal/paypal-server-sdk'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { GatewayRefused } from '../gateway.ts'

/** The timeout of one call, in milliseconds. */
const TIMEOUT = 5000

type Sdk = typeof import('@paypal/paypal-server-sdk')
export type PaypalAccount = NonNullable<typeof config.paypal>

let cached: { account: PaypalAccount; client: Client } | null = null

/**
 * Runs `work` with the library for our account, which is loaded on the first payment. After a failed token
 * request the library never requests another, so a failure creates a new client. Throws PAYMENT_UNAVAILABLE
 * if PayPal is not configured, and GatewayRefused if PayPal refuses.
 */
export async function withPaypal<T>(work: (client: Client, sdk: Sdk) => Promise<T>): Promise<T> {
  const account = config.paypal
  if (!account) throw new AppError('PAYMENT_UNAVAILABLE')
  const sdk = await import('@paypal/paypal-server-sdk')
  if (cached?.account !== account) cached = { account, client: newClient(sdk, account) }
  try {
    return await work(cached.client, sdk)
  } catch (error) {
    cached = null
    throw reasonOf(error)
  }
}

/** The library's errors contain the request with its token, so they are not passed on. */
function reasonOf(error: unknown): unknown {
  const { statusCode, body } = error as { statusCode?: number; body?: unknown }
  if (statusCode === undefined) return error
  const issue =
    /"issue"\s*:\s*"(\w+)"/.exec(String(body))?.[1] ?? /"name"\s*:\s*"(\w+)"/.exec(String(body))?.[1]
  return new GatewayRefused('paypal', issue ?? String(statusCode))
}

/** A client for the configured address; the library itself supports only two. */
function newClient({ Client, Environment }: Sdk, { clientId, secret, base }: PaypalAccount): Client {
  class ClientAt extends Client {
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      return ((...args: Parameters<typeof factory>) => {
        const builder = factory(...args)
        builder.interceptRequest((request) => ({ ...request, url: base + pathOf(request.url) }))
        return builder
      }) as typeof factory
    }
  }
  return new ClientAt({
    environment: Environment.Production,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: secret,
      oAuthClockSkew: 60,
    },
    timeout: TIMEOUT,
  })
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
